package dev.headgate.booking.map;

import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One {@link EventMap} an event. */
final class ProjectedMaps implements SeatMaps {
  private final Map<String, EventMap> maps = new LinkedHashMap<>();

  ProjectedMaps(Vertx vertx, Database database, List<String> events, Duration maxAge) {
    for (String event : events) {
      maps.put(event, new EventMap(vertx, database, event, maxAge));
    }
  }

  @Override
  public List<String> events() {
    return List.copyOf(maps.keySet());
  }

  @Override
  public boolean knows(String event) {
    return maps.containsKey(event);
  }

  @Override
  public Future<EventCard> card(String event) {
    return of(event).card();
  }

  @Override
  public Future<RenderedMap> map(String event) {
    return of(event).map();
  }

  @Override
  public Future<Remaining> remaining(String event) {
    return of(event).remaining();
  }

  @Override
  public void changed(String event) {
    of(event).changed();
  }

  private EventMap of(String event) {
    EventMap map = maps.get(event);
    if (map == null) {
      throw new IllegalArgumentException("event: " + event + " (expected: a known one)");
    }
    return map;
  }
}
