package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.ServerLimits;
import io.vertx.core.net.HostAndPort;

/**
 * One request to one server. Exactly one of the three endings is said, once; what is said after
 * that changes nothing. A try that is never ended counts as outstanding for ever.
 */
public interface Try {

  /** Where the server is. */
  HostAndPort address();

  /** Whether it is spoken to over TLS. */
  boolean tls();

  /** How much this gateway may ask of it at a time. */
  ServerLimits limits();

  /**
   * The head of an answer has come.
   *
   * @param status its status
   * @param nanos how long it took from when the server had the whole request
   */
  void answered(int status, long nanos);

  /** No answer came: no connection, a reset, or nothing in time. */
  void failed();

  /** Whoever asked has gone away before an answer; that says nothing about the server. */
  void abandoned();
}
