package dev.headgate.booking.map;

import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One {@link EventMap} an event. */
final class ProjectedMaps implements SeatMaps {
  private static final Duration LATELY = Duration.ofMinutes(2);

  private final Map<String, EventMap> maps = new LinkedHashMap<>();
  private final Map<String, Feed> feeds = new LinkedHashMap<>();

  ProjectedMaps(Vertx vertx, Database database, List<String> events, Duration maxAge) {
    for (String event : events) {
      EventMap map = new EventMap(vertx, database, event, maxAge);
      maps.put(event, map);
      feeds.put(event, new Feed(map));
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
  public Future<EventNow> now(String event) {
    return of(event).now();
  }

  @Override
  public SeatChanges changes(String event) {
    Feed feed = feeds.get(event);
    if (feed == null) {
      throw unknown(event);
    }
    return feed;
  }

  @Override
  public Future<Void> tick() {
    return Future.join(feeds.values().stream().map(Feed::tick).toList()).mapEmpty();
  }

  @Override
  public int listeners() {
    return feeds.values().stream().mapToInt(Feed::listeners).sum();
  }

  @Override
  public Future<Recounted> recount() {
    Future<Recounted> counted = Future.succeededFuture(new Recounted(0, 0));
    // One after another: this is no reason to keep browsing waiting.
    for (EventMap map : maps.values()) {
      counted =
          counted.compose(
              sum -> map.recount(LATELY).map(equal -> added(sum, equal)).otherwise(sum));
    }
    return counted;
  }

  private static Recounted added(Recounted sum, @Nullable Boolean equal) {
    if (equal == null) {
      return sum;
    }
    return equal
        ? new Recounted(sum.equal() + 1, sum.different())
        : new Recounted(sum.equal(), sum.different() + 1);
  }

  @Override
  public void changed(String event) {
    of(event).changed();
  }

  private EventMap of(String event) {
    EventMap map = maps.get(event);
    if (map == null) {
      throw unknown(event);
    }
    return map;
  }

  private static IllegalArgumentException unknown(String event) {
    return new IllegalArgumentException("event: " + event + " (expected: a known one)");
  }
}
