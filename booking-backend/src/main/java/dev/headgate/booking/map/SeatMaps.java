package dev.headgate.booking.map;

import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;

/**
 * What browsing sees: a projection of the rows, at most so old. Ownership is never read from here.
 * Failures are {@link dev.headgate.booking.store.StoreException}s.
 */
public interface SeatMaps {

  /** Projections of these events, none older than {@code maxAge} unless the database is away. */
  static SeatMaps projected(Vertx vertx, Database database, List<String> events, Duration maxAge) {
    return new ProjectedMaps(vertx, database, events, maxAge);
  }

  /** The events, in the order configured. */
  List<String> events();

  /** Whether there is such an event. */
  boolean knows(String event);

  /** What anybody may know of an event. */
  Future<EventCard> card(String event);

  /** The map, ready to be sent. */
  Future<RenderedMap> map(String event);

  /** The event with its seats counted, as fresh as the map. */
  Future<EventNow> now(String event);

  /** The changes of the event's seats, as they happen. */
  SeatChanges changes(String event);

  /** Sends listeners what is new. To be called once a second. */
  Future<Void> tick();

  /** How many listen to changes. */
  int listeners();

  /**
   * Holds the counts of events that somebody looked at lately against a count of their rows.
   *
   * @return how many were equal, and how many not
   */
  Future<Recounted> recount();

  /** What a recount found. */
  record Recounted(int equal, int different) {}

  /** Tells that this process changed seats, so that the next map shows it soon. */
  void changed(String event);

  /** Tells that this process may have changed seats of any event. */
  default void changed() {
    events().forEach(this::changed);
  }
}
