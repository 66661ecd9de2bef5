package dev.headgate.gateway.wire;

import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The upstream: it writes down every request that reaches it, also one it cannot read. */
final class Shop {
  /** All that came, in order. */
  final List<Heard> heard = new CopyOnWriteArrayList<>();

  /** What it does once it has a request whole; by default it says what it heard. */
  volatile Handler<Asked> answer = Shop::echo;

  private final HttpServer server;

  /** A request as it came. */
  record Heard(String method, String uri, MultiMap headers, Buffer body) {
    String header(String name) {
      return String.join(" | ", headers.getAll(name));
    }

    @Override
    public String toString() {
      return method + " " + uri;
    }
  }

  /** A request that waits for its answer. */
  record Asked(HttpServerRequest request, Heard heard) {}

  Shop(Vertx vertx) {
    HttpServerOptions options = new HttpServerOptions().setMaxHeaderSize(64 * 1024);
    server =
        Site.await(
            vertx
                .createHttpServer(options)
                .invalidRequestHandler(this::unreadable)
                .requestHandler(this::serve)
                .listen(0, "127.0.0.1"));
  }

  int port() {
    return server.actualPort();
  }

  private void serve(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              Heard one =
                  new Heard(request.method().name(), request.uri(), request.headers(), body);
              heard.add(one);
              answer.handle(new Asked(request, one));
            })
        .onFailure(brokenOff -> {});
  }

  // What a gateway sends can always be read; this shows where it cannot.
  private void unreadable(HttpServerRequest request) {
    heard.add(new Heard("UNREADABLE", request.uri(), request.headers(), Buffer.buffer()));
    request.response().setStatusCode(400).end().onFailure(gone -> {});
  }

  static void echo(Asked asked) {
    String said = "shop " + asked.heard();
    asked.request().response().end(said).onFailure(gone -> {});
  }
}
