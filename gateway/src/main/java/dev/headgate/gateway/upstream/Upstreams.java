package dev.headgate.gateway.upstream;

import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Knows the servers of every upstream. One a process; safe for use from any thread. */
public interface Upstreams {

  /** The servers that a configuration names. */
  static Upstreams over(UpstreamsParts parts) {
    return new RotatingUpstreams(parts);
  }

  /**
   * A server to send one request to. Whoever is given it says once what became of the request.
   *
   * @param upstream the upstream's name
   * @param instead a try that never reached its server, for which another is wanted; null at first
   * @return null where none may be asked now
   */
  @Nullable Try next(String upstream, @Nullable Try instead);

  /** Stops looking after servers. */
  Future<Void> close();
}
