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
    EventHandlers events = new EventHandlers(services.maps(), visitors);
    SeatStreams streams = new SeatStreams(services.maps(), visitors);
    HoldHandlers holds = new HoldHandlers(services, visitors);
    Assets assets = new Assets();
    routes.add("/events", Map.of(HttpMethod.GET, (exchange, path) -> events.list(exchange)));
    routes.add("/events/-/*", Map.of(HttpMethod.GET, assets::send));
    routes.add("/events/*", Map.of(HttpMethod.GET, events::one));
    routes.add("/events/*/seats", Map.of(HttpMethod.GET, events::seats));
    routes.add("/events/*/seats/events", Map.of(HttpMethod.GET, streams::open));
    routes.add("/events/*/holds", Map.of(HttpMethod.GET, holds::own, HttpMethod.POST, holds::hold));
    routes.add("/holds/*", Map.of(HttpMethod.GET, holds::one, HttpMethod.DELETE, holds::release));
  }

  @Override
  public void handle(HttpServerRequest request) {
    request.pause();
    Exchange exchange = new Exchange(request, services.metrics()::answered);
    try {
      routes.answer(exchange);
    } catch (RuntimeException failure) {
      exchange.failure(failure);
    }
  }
}
