package dev.headgate.gateway.console;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;

/** The pages an operator works with. They hold no figure and no secret: anyone may load them. */
public interface Console {

  /**
   * The console that comes with the gateway. The first call reads its files, which blocks; safe for
   * use from any thread.
   */
  static Console shipped() {
    return ShippedConsole.instance();
  }

  /** Answers with the one document. */
  Future<Void> page(HttpServerRequest request);

  /**
   * Answers with a file of the document, or that the browser has it already. Fails with a problem,
   * 404, where there is none of this name and version.
   *
   * @param version names the state of all files together, so that they may be kept for ever
   */
  Future<Void> file(HttpServerRequest request, String version, String name);
}
