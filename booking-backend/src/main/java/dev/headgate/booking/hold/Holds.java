package dev.headgate.booking.hold;

import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holding seats, all or nothing. The rows decide and the database's clock tells the time; failures
 * are {@link dev.headgate.booking.store.StoreException}s.
 */
public interface Holds {

  /** Holds kept in PostgreSQL. */
  static Holds inPostgres(Vertx vertx, Database database, Settings settings) {
    return new PgHolds(vertx, database, settings);
  }

  /**
   * How to hold.
   *
   * @param retryBudget how long a request that met a deadlock is tried again
   * @param process how audit rows name this one
   * @param seating by event; an event that is not there has the default
   */
  record Settings(Duration retryBudget, String process, Map<String, Seating> seating) {
    public Settings {
      seating = Map.copyOf(seating);
    }
  }

  /** Holds what is wished for, or nothing. */
  Future<HoldAnswer> hold(Request request);

  /**
   * Somebody asks for seats.
   *
   * @param key that the customer gave this request, so that repeating it holds nothing more; null
   *     is none
   */
  record Request(String event, String customer, Wish wish, @Nullable String key) {

    /** For exactly these seats, without a key. */
    public static Request exact(String event, String customer, List<String> seats) {
      return new Request(event, customer, new Wish.Exact(seats), null);
    }
  }

  /** The customer's live holds for an event, oldest first, and the database's clock. */
  Future<Live> live(String event, String customer);

  /** A customer's live holds. */
  record Live(List<Hold> holds, Instant serverTime) {}

  /** The hold, if it is this customer's, live or not. */
  Future<Optional<Hold>> find(String holdId, String customer);

  /**
   * Releases the hold if it is this customer's and live.
   *
   * @return the hold as it stood before, or nothing where it is not this customer's
   */
  Future<Optional<Hold>> release(String holdId, String customer);

  /**
   * Gives the hold more time, once, if it is this customer's and live and its event grants that.
   *
   * @return nothing where it is not this customer's
   */
  Future<Optional<Extension>> extend(String holdId, String customer);

  /**
   * What came of asking for more time.
   *
   * @param hold as it stands after
   * @param given whether it was given more time now
   * @param grantedSeconds how much the event grants; 0 is none
   */
  record Extension(Hold hold, boolean given, int grantedSeconds) {}

  /** Ends at most so many holds that are past their deadline, and frees what they still have. */
  Future<Swept> sweep(int atMost);

  /** What a sweep did. */
  record Swept(int holds, int seats) {}
}
