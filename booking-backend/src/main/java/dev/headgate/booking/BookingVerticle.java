package dev.headgate.booking;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

/** One event loop's listener. */
final class BookingVerticle extends VerticleBase {
  private static final int IDLE_SECONDS = 75;
  private static final int BACKLOG = 4_096;

  private final HttpServerOptions options;
  private final Handler<HttpServerRequest> handler;
  private volatile int port;

  BookingVerticle(String host, int port, Handler<HttpServerRequest> handler) {
    this.options =
        new HttpServerOptions()
            .setHost(host)
            .setPort(port)
            .setIdleTimeout(IDLE_SECONDS)
            .setAcceptBacklog(BACKLOG)
            .setHandle100ContinueAutomatically(false);
    this.handler = handler;
  }

  @Override
  public Future<?> start() {
    return vertx
        .createHttpServer(options)
        .requestHandler(handler)
        .listen()
        .onSuccess(this::listening);
  }

  private void listening(HttpServer server) {
    port = server.actualPort();
  }

  int port() {
    return port;
  }
}
