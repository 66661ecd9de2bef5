package dev.headgate.payment.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes webhooks, in the order in which they arrive. */
final class WebhookSink implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();

  WebhookSink() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  /** Answers 500 to the next so many. */
  void refuse(int deliveriesToCome) {
    refusals.set(deliveriesToCome);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
  }

  List<Delivery> deliveries() {
    return List.copyOf(deliveries);
  }

  List<Delivery> of(String type) {
    return deliveries.stream().filter(each -> each.type().equals(type)).toList();
  }

  List<String> types() {
    return deliveries.stream().map(Delivery::type).toList();
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String signature = String.valueOf(exchange.getRequestHeaders().getFirst("Stripe-Signature"));
    deliveries.add(new Delivery(body, signature, System.nanoTime()));
    int status = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? 500 : 200;
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  record Delivery(String body, String signature, long arrivedNanos) {
    JsonObject event() {
      return new JsonObject(body);
    }

    String id() {
      return event().getString("id");
    }

    String type() {
      return event().getString("type");
    }

    JsonObject object() {
      return event().getJsonObject("data").getJsonObject("object");
    }
  }
}
