package dev.headgate.booking.http;

import dev.headgate.booking.map.Counts;
import dev.headgate.booking.map.EventNow;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.telemetry.RecentHolds;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;

/** What the gateway's throttle and operators ask. Not for fans: it listens on a port of its own. */
final class InternalRoutes implements Handler<HttpServerRequest> {
  private final Routes routes = new Routes();
  private final ShopHttp.Services services;

  InternalRoutes(ShopHttp.Services services) {
    this.services = services;
    routes.add("/internal/load", Map.of(HttpMethod.GET, (exchange, path) -> load(exchange)));
    routes.add("/healthz", Map.of(HttpMethod.GET, (exchange, path) -> healthy(exchange)));
    routes.add("/readyz", Map.of(HttpMethod.GET, (exchange, path) -> ready(exchange)));
    routes.add("/metrics", Map.of(HttpMethod.GET, (exchange, path) -> metrics(exchange)));
  }

  @Override
  public void handle(HttpServerRequest request) {
    Exchange exchange = new Exchange(request, status -> {});
    try {
      routes.answer(exchange);
    } catch (RuntimeException failure) {
      exchange.failure(failure);
    }
  }

  private void load(Exchange exchange) {
    List<String> events = services.maps().events();
    List<Future<EventNow>> remaining = events.stream().map(services.maps()::now).toList();
    Future.join(remaining).onComplete(done -> exchange.json(200, load(events, remaining)));
  }

  /** An event whose rows cannot be read is left out: the rest is news all the more then. */
  private JsonObject load(List<String> events, List<Future<EventNow>> remaining) {
    JsonObject left = new JsonObject();
    for (int i = 0; i < events.size(); i++) {
      if (remaining.get(i).succeeded()) {
        Counts seats = remaining.get(i).result().all();
        left.put(
            events.get(i),
            new JsonObject().put("free", seats.free()).put("pending", seats.pending()));
      }
    }
    RecentHolds.Figures recent = services.metrics().recent(System.nanoTime());
    Database.Load pool = services.database().load();
    return new JsonObject()
        .put("holdP95Millis", recent.p95Millis())
        .put("errorShare", recent.errorShare())
        .put("holds", recent.count())
        .put("poolInUse", pool.inUse())
        .put("poolMax", pool.max())
        .put("poolWaiting", pool.waiting())
        .put("ordersPending", services.metrics().ordersPending())
        .put("remaining", left);
  }

  private static void healthy(Exchange exchange) {
    exchange.json(200, new JsonObject().put("status", "up"));
  }

  private void ready(Exchange exchange) {
    boolean keys = services.admissions().isReady();
    services
        .database()
        .browse(new Database.Statement("SELECT 1", Tuple.tuple()))
        .onComplete(
            asked -> {
              boolean ready = keys && asked.succeeded();
              exchange.json(
                  ready ? 200 : 503,
                  new JsonObject()
                      .put("status", ready ? "up" : "down")
                      .put("admissionKeys", keys)
                      .put("database", asked.succeeded()));
            });
  }

  private void metrics(Exchange exchange) {
    exchange.end(
        200,
        "text/plain; version=0.0.4; charset=utf-8",
        Buffer.buffer(services.metrics().scrape()));
  }
}
