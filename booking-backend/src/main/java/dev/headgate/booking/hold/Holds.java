package dev.headgate.booking.hold;

import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holding seats, all or nothing. The rows decide and the database's clock tells the time; failures
 * are {@link dev.headgate.booking.store.StoreException}s.
 */
public interface Holds {

  /** Holds kept in PostgreSQL. {@code process} is how audit rows name this one. */
  static Holds inPostgres(Vertx vertx, Database database, Duration retryBudget, String process) {
    return new PgHolds(database, new Retry(vertx, retryBudget), process);
  }

  /** Holds exactly these seats, distinct and not too many, or none of them. */
  Future<HoldAnswer> hold(String event, String customer, List<String> seats);

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

  /** Ends at most so many holds that are past their deadline, and frees what they still have. */
  Future<Swept> sweep(int atMost);

  /** What a sweep did. */
  record Swept(int holds, int seats) {}
}
