package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Transport;
import dev.headgate.gateway.http.EventLoops;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.CountDownLatch;

/**
 * The least that passes a request on with this library, on one event loop: no token, no rules, no
 * care for what goes wrong. What the gateway costs beyond it is the gateway's own.
 */
final class BareBench extends VerticleBase {
  private final int server;

  private BareBench(int server) {
    this.server = server;
  }

  /** Takes the port of the server to forward to. */
  public static void main(String[] args) throws Exception {
    Transport transport = Transport.valueOf(System.getProperty("headgate.transport", "AUTO"));
    Vertx vertx = EventLoops.start(transport, Vertx::builder);
    String id = Scene.await(vertx.deployVerticle(new BareBench(Integer.parseInt(args[0]))));
    assert !id.isEmpty();
    new CountDownLatch(1).await();
  }

  @Override
  public Future<?> start() {
    HttpClient client =
        vertx.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(512));
    return vertx
        .createHttpServer()
        .requestHandler(request -> pass(request, client))
        .listen(0, "127.0.0.1")
        .onSuccess(
            listening -> {
              System.out.println("server=" + server + " port=" + listening.actualPort());
              System.out.println("token=none");
            });
  }

  private void pass(HttpServerRequest request, HttpClient client) {
    request.pause();
    client
        .request(
            new RequestOptions()
                .setHost("127.0.0.1")
                .setPort(server)
                .setMethod(request.method())
                .setURI(request.uri()))
        .onSuccess(
            upstream -> {
              upstream.response().onSuccess(answer -> answer(request, answer));
              copy(request.headers(), upstream);
              request.resume();
              upstream.end();
            });
  }

  private static void copy(MultiMap from, HttpClientRequest to) {
    from.forEach(
        (name, value) -> {
          if (!name.equalsIgnoreCase("host")) {
            to.headers().add(name, value);
          }
        });
  }

  private static void answer(HttpServerRequest request, HttpClientResponse answer) {
    request.response().setStatusCode(answer.statusCode()).headers().addAll(answer.headers());
    answer.bodyHandler(body -> request.response().end(body));
  }
}
