package dev.headgate.booking.http;

import dev.headgate.booking.http.Routes.Variables;
import dev.headgate.booking.http.Visitors.Entrant;
import dev.headgate.booking.map.EventCard;
import dev.headgate.booking.map.EventNow;
import dev.headgate.booking.map.RenderedMap;
import dev.headgate.booking.map.SeatMaps;
import dev.headgate.booking.seat.Times;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is on sale, and the map of it. */
final class EventHandlers {
  private static final String BRIEFLY = "public, max-age=5";
  // The counts are a second or two old already.
  private static final String HARDLY = "public, max-age=1";

  private final SeatMaps maps;
  private final Visitors visitors;
  private final ShopHttp.Till till;

  EventHandlers(SeatMaps maps, Visitors visitors, ShopHttp.Till till) {
    this.maps = maps;
    this.visitors = visitors;
    this.till = till;
  }

  void list(Exchange exchange) {
    List<Future<EventCard>> cards = maps.events().stream().map(maps::card).toList();
    Future.all(cards)
        .map(
            Exchange.by(
                all -> {
                  List<EventCard> events = all.list();
                  exchange.set("Vary", "Accept").set("Cache-Control", BRIEFLY);
                  if (exchange.prefersHtml()) {
                    exchange.html(200, Pages.events(events, Reader.ofAnyone(exchange)));
                  } else {
                    JsonArray list = new JsonArray();
                    events.forEach(event -> list.add(json(event)));
                    exchange.json(200, new JsonObject().put("events", list));
                  }
                }))
        .onFailure(exchange::failure);
  }

  void one(Exchange exchange, Variables path) {
    if (!maps.knows(path.first())) {
      exchange.problem(Problem.unknownEvent());
      return;
    }
    maps.now(path.first())
        .map(
            Exchange.by(
                event -> {
                  exchange.set("Vary", "Accept").set("Cache-Control", HARDLY);
                  if (exchange.prefersHtml()) {
                    exchange.html(200, Pages.event(event, till, Reader.ofAnyone(exchange)));
                  } else {
                    exchange.json(200, counted(event));
                  }
                }))
        .onFailure(exchange::failure);
  }

  /** The page carries no seat: it fetches the map from this same address, as JSON. */
  void seats(Exchange exchange, Variables path) {
    String event = path.first();
    if (!maps.knows(event)) {
      exchange.problem(Problem.unknownEvent());
      return;
    }
    visitors
        .admitted(event, exchange)
        .compose(
            entrant ->
                exchange.prefersHtml()
                    ? page(exchange, event, entrant)
                    : maps.map(event).map(Exchange.by(map -> send(exchange, map))))
        .onFailure(exchange::failure);
  }

  /** It says what the holds of whoever looks are asked for with, which is no secret. */
  private Future<Void> page(Exchange exchange, String event, Entrant entrant) {
    return maps.card(event)
        .map(
            Exchange.by(
                card ->
                    exchange.html(
                        200,
                        Pages.seats(card, till.currency(event), entrant, Reader.of(exchange)))));
  }

  private static void send(Exchange exchange, RenderedMap map) {
    exchange
        .set("Vary", "Accept, Accept-Encoding")
        .set("Cache-Control", "private, no-cache")
        .set("ETag", map.etag());
    if (Accepts.matches(exchange.header("If-None-Match"), map.etag())) {
      exchange.empty(304);
    } else if (Accepts.gzip(exchange.header("Accept-Encoding"))) {
      exchange.set("Content-Encoding", "gzip").end(200, "application/json", map.gzip());
    } else {
      exchange.end(200, "application/json", map.json());
    }
  }

  private JsonObject counted(EventNow event) {
    JsonObject json = json(event.card());
    JsonArray sections = json.getJsonArray("sections");
    for (int i = 0; i < sections.size(); i++) {
      sections.getJsonObject(i).put("free", event.sections().get(i).free());
    }
    return json.put("free", event.all().free()).put("asOf", written(event.asOf()));
  }

  private JsonObject json(EventCard event) {
    JsonArray sections = new JsonArray();
    for (EventCard.Section section : event.sections()) {
      sections.add(
          new JsonObject()
              .put("id", section.id())
              .put("name", section.name())
              .put("seats", section.seats())
              .put("priceFromCents", section.priceFromCents())
              .put("priceToCents", section.priceToCents()));
    }
    return new JsonObject()
        .put("id", event.id())
        .put("title", event.title())
        .put("venue", event.venue())
        .put("onSaleAt", written(event.onSaleAt()))
        .put("closesAt", written(event.closesAt()))
        .put("priceFromCents", event.priceFromCents())
        .put("priceToCents", event.priceToCents())
        .put("currency", till.currency(event.id()))
        .put("maxSeatsPerHold", event.maxSeatsPerHold())
        .put("sections", sections);
  }

  private static @Nullable String written(@Nullable Instant instant) {
    return instant == null ? null : Times.written(instant);
  }
}
