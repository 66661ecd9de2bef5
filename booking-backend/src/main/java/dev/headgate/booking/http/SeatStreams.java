package dev.headgate.booking.http;

import dev.headgate.booking.http.Routes.Variables;
import dev.headgate.booking.http.Visitors.Entrant;
import dev.headgate.booking.map.SeatMaps;
import io.vertx.core.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/** The changes of an event's seats as server-sent events. */
final class SeatStreams {
  // A stream costs its connection and little more; the bound keeps that from adding up unseen.
  private static final int MOST = 10_000;
  private static final int MOST_OF_ONE = 4;

  private final SeatMaps maps;
  private final Visitors visitors;
  private final StreamPlaces places = new StreamPlaces(MOST, MOST_OF_ONE);

  SeatStreams(SeatMaps maps, Visitors visitors) {
    this.maps = maps;
    this.visitors = visitors;
  }

  void open(Exchange exchange, Variables path) {
    String event = path.first();
    if (!maps.knows(event)) {
      exchange.problem(Problem.unknownEvent());
      return;
    }
    visitors
        .admitted(event, exchange)
        .map(Exchange.by(entrant -> open(exchange, event, entrant)))
        .onFailure(exchange::failure);
  }

  private void open(Exchange exchange, String event, Entrant entrant) {
    if (exchange.method().equals(HttpMethod.HEAD)) {
      exchange.set("Content-Type", "text/event-stream").empty(200);
      return;
    }
    switch (places.enter(entrant.counted())) {
      case YOURS -> listen(exchange, event, entrant);
      case TOO_MANY_OF_ONE ->
          exchange
              .set("Retry-After", "10")
              .problem(
                  Problem.of(
                      429,
                      "too-many-streams",
                      "Too many streams",
                      "At most " + MOST_OF_ONE + " are open for one customer."));
      case FULL ->
          exchange
              .set("Retry-After", "5")
              .problem(
                  Problem.of(
                      503, "busy", "The shop is full", "Ask for the map itself now and then."));
    }
  }

  private void listen(Exchange exchange, String event, Entrant entrant) {
    EventStream stream = exchange.stream();
    var subscription = maps.changes(event).listen(stream, since(exchange));
    stream.onClosed(
        () -> {
          subscription.cancel();
          places.leave(entrant.counted());
        });
  }

  /** A browser that comes back says what it saw last; the first time the page may say it. */
  private static @Nullable String since(Exchange exchange) {
    String last = exchange.header("Last-Event-ID");
    return last == null || last.isBlank() ? exchange.parameter("since") : last.trim();
  }
}
