package dev.headgate.payment.simulator;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A simulator with somebody who takes its webhooks, and a client without any library. */
final class TestSimulator implements AutoCloseable {
  private static final Duration SHORT = Duration.ofMillis(300);

  final WebhookSink sink = new WebhookSink();
  final Simulator simulator;
  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  TestSimulator() {
    this(SimulatorSettings.defaults().with(SimulatorSettings.Times.allOf(SHORT)));
  }

  TestSimulator(SimulatorSettings settings) {
    simulator = await(Simulator.start(vertx, settings.withWebhooksTo(sink.uri())));
  }

  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  Reply post(String path, @Nullable String key, String... parameters) {
    return reply(postLater(path, key, parameters));
  }

  CompletableFuture<HttpResponse<String>> postLater(
      String path, @Nullable String key, String... parameters) {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form(parameters)));
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  Reply get(String path) {
    return reply(client.sendAsync(request(path).build(), HttpResponse.BodyHandlers.ofString()));
  }

  Reply send(HttpRequest request) {
    return reply(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(simulator.apiBase() + path))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer sk_test_simulator");
  }

  static Reply reply(CompletableFuture<HttpResponse<String>> sent) {
    try {
      return new Reply(sent.get(30, TimeUnit.SECONDS));
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  /** Whether the connection was closed without an answer. */
  static boolean unanswered(CompletableFuture<HttpResponse<String>> sent) {
    try {
      return sent.get(30, TimeUnit.SECONDS) == null;
    } catch (ExecutionException failed) {
      return failed.getCause() instanceof IOException;
    } catch (Exception other) {
      throw new AssertionError(other);
    }
  }

  /** A new payment of 20.00 for this order; its id. */
  @CanIgnoreReturnValue
  String create(String orderId, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of("amount", "2000", "currency", "eur", "metadata[order_id]", orderId));
    all.addAll(List.of(more));
    return post("/v1/payment_intents", "create-" + orderId, all.toArray(String[]::new)).id();
  }

  Reply confirm(String id, String key, String method) {
    return post(
        "/v1/payment_intents/" + id + "/confirm",
        key,
        "payment_method",
        method,
        "return_url",
        "http://127.0.0.1:9/orders/1?t=a");
  }

  /** A payment of 20.00 with this card; its id. */
  @CanIgnoreReturnValue
  String pay(String orderId, String method) {
    String id = create(orderId);
    Reply paid = confirm(id, "confirm-" + orderId, method);
    if (paid.status() != 200) {
      throw new AssertionError(paid);
    }
    return id;
  }

  Reply find(String id) {
    return get("/v1/payment_intents/" + id);
  }

  Ledger.Entry entry(String id) {
    Ledger.Entry entry = simulator.ledger().payment(id);
    if (entry == null) {
      throw new AssertionError("no such payment");
    }
    return entry;
  }

  private static String form(String... parameters) {
    StringBuilder form = new StringBuilder();
    for (int i = 0; i < parameters.length; i += 2) {
      form.append(form.isEmpty() ? "" : "&")
          .append(URLEncoder.encode(parameters[i], StandardCharsets.UTF_8))
          .append('=')
          .append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
    }
    return form.toString();
  }

  @Override
  public void close() {
    simulator.close().toCompletionStage().toCompletableFuture().join();
    vertx.close().toCompletionStage().toCompletableFuture().join();
    sink.close();
  }

  record Reply(int status, JsonObject json, HttpResponse<String> response) {
    Reply(HttpResponse<String> response) {
      this(
          response.statusCode(),
          response.body().startsWith("{") ? new JsonObject(response.body()) : new JsonObject(),
          response);
    }

    String id() {
      return json.getString("id");
    }

    String state() {
      return json.getString("status");
    }

    JsonObject error() {
      return json.getJsonObject("error", new JsonObject());
    }

    String code() {
      return error().getString("code", "");
    }

    boolean isReplay() {
      return response.headers().firstValue("Idempotent-Replayed").isPresent();
    }
  }
}
