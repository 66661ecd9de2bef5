package dev.headgate.gateway.hook;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** Somebody who is told, and answers as a test says. */
final class HookReceiver {
  static final BiConsumer<Received, HttpServerResponse> WELL =
      (received, response) -> response.setStatusCode(204).end().onFailure(gone -> {});

  final List<Received> received = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  volatile BiConsumer<Received, HttpServerResponse> answer = WELL;

  /** One request. */
  record Received(String path, Map<String, String> headers, String body) {
    String id() {
      return headers.getOrDefault("webhook-id", "");
    }

    JsonObject json() {
      return new JsonObject(body);
    }

    String event() {
      return json().getString("event");
    }
  }

  HookReceiver(Vertx vertx) throws Exception {
    server =
        vertx
            .createHttpServer()
            .requestHandler(this::take)
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS);
  }

  private void take(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              Received one = received(request, body);
              received.add(one);
              answer.accept(one, request.response());
            });
  }

  private static Received received(HttpServerRequest request, Buffer body) {
    Map<String, String> headers = new HashMap<>();
    request
        .headers()
        .forEach(
            header -> headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
    return new Received(String.valueOf(request.path()), headers, body.toString());
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.actualPort() + "/hook?key=of-the-receiver");
  }

  List<String> ids() {
    return received.stream().map(Received::id).toList();
  }
}
