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

  /** How many seats are left. */
  Future<Remaining> remaining(String event);

  /** Tells that this process changed seats, so that the next map shows it soon. */
  void changed(String event);

  /** Tells that this process may have changed seats of any event. */
  default void changed() {
    events().forEach(this::changed);
  }

  /**
   * How many seats are left.
   *
   * @param free seats that can be held
   * @param pending seats held or being paid
   */
  record Remaining(int free, int pending) {}
}
