package dev.headgate.booking.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;

/** Every address fans can reach. */
final class FanRoutes implements Handler<HttpServerRequest> {
  private final Routes routes = new Routes();
  private final ShopHttp.Services services;

  FanRoutes(ShopHttp.Services services) {
    this.services = services;
    Visitors visitors = new Visitors(services);
    EventHandlers events = new EventHandlers(services.maps(), visitors, services.till());
    SeatStreams streams = new SeatStreams(services.maps(), visitors);
    HoldHandlers holds = new HoldHandlers(services, visitors);
    OrderHandlers orders = new OrderHandlers(services, visitors);
    SessionHandlers people = new SessionHandlers(services.accounts(), visitors);
    Assets assets = new Assets();
    routes.add("/events", Map.of(HttpMethod.GET, (exchange, path) -> events.list(exchange)));
    routes.add("/events/-/*", Map.of(HttpMethod.GET, assets::send));
    routes.add("/events/*", Map.of(HttpMethod.GET, events::one));
    routes.add("/events/*/seats", Map.of(HttpMethod.GET, events::seats));
    routes.add("/events/*/seats/events", Map.of(HttpMethod.GET, streams::open));
    routes.add("/events/*/holds", Map.of(HttpMethod.GET, holds::own, HttpMethod.POST, holds::hold));
    routes.add("/holds/*", Map.of(HttpMethod.GET, holds::one, HttpMethod.DELETE, holds::release));
    routes.add("/holds/*/checkout", Map.of(HttpMethod.POST, orders::checkout));
    routes.add("/orders", Map.of(HttpMethod.GET, (exchange, path) -> orders.own(exchange)));
    routes.add("/orders/*", Map.of(HttpMethod.GET, orders::one));
    routes.add(
        "/orders/*/return", Map.of(HttpMethod.GET, orders::back, HttpMethod.POST, orders::back));
    routes.add("/orders/*/tickets/*", Map.of(HttpMethod.GET, orders::ticket));
    routes.add(
        "/webhooks/payments",
        Map.of(HttpMethod.POST, (exchange, path) -> orders.webhook(exchange)));
    routes.add("/sessions", Map.of(HttpMethod.POST, (exchange, path) -> people.begin(exchange)));
    routes.add(
        "/sessions/verify", Map.of(HttpMethod.POST, (exchange, path) -> people.verify(exchange)));
    routes.add(
        "/sessions/me",
        Map.of(
            HttpMethod.GET,
            (exchange, path) -> people.me(exchange),
            HttpMethod.DELETE,
            (exchange, path) -> people.leave(exchange)));
    routes.add("/holds/*/extension", Map.of(HttpMethod.POST, holds::extend));
  }

  @Override
  public void handle(HttpServerRequest request) {
    request.pause();
    Exchange exchange = new Exchange(request, services.metrics()::answered);
    try {
      if (exchange.hasBrokenQuery()) {
        exchange.problem(Problem.badRequest("What stands behind the ? cannot be decoded."));
      } else {
        routes.answer(exchange);
      }
    } catch (RuntimeException failure) {
      exchange.failure(failure);
    }
  }
}
