package dev.headgate.booking;

import dev.headgate.booking.http.ShopHttp;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

/** A listener: one server an event loop, all on the same port. */
final class BookingVerticle {
  private static final int IDLE_SECONDS = 75;
  private static final int BACKLOG = 4_096;

  /** A free port, shared by everybody who asks for it by this number; 0 is another each time. */
  static final int FREE_AND_SHARED = -1;

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

  Deployable onOneLoop() {
    return new VerticleBase() {
      @Override
      public Future<?> start() {
        return vertx
            .createHttpServer(options)
            // A connection that breaks, or sends nonsense, is its client's affair.
            .connectionHandler(connection -> connection.exceptionHandler(broken -> {}))
            .requestHandler(handler)
            .invalidRequestHandler(ShopHttp.unreadable())
            .listen()
            .onSuccess(server -> port = server.actualPort());
      }
    };
  }

  int port() {
    return port;
  }
}
