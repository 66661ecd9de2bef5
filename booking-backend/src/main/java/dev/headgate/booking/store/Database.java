package dev.headgate.booking.store;

import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Function;

/**
 * The service's connections to PostgreSQL. Failures are {@link StoreException}s, each saying which
 * kind it is.
 */
public interface Database {

  /** One statement and its parameters. */
  record Statement(String sql, Tuple parameters) {}

  /** Connects when first asked. */
  static Database open(Vertx vertx, ShopConfig.Store settings) {
    return new PgDatabase(vertx, settings);
  }

  /**
   * Runs statements as one transaction in one round trip, on one connection. Waiting for a lock
   * ends after {@value PgDatabase#LOCK_TIMEOUT_MILLIS} ms.
   *
   * @return the rows of the last one
   */
  Future<RowSet<Row>> transaction(List<Statement> statements);

  /**
   * Runs a transaction that has to read before it knows what to write. It commits when the work's
   * future succeeds and rolls back when it fails, with that same failure. The work must not wait
   * for anything but this transaction: others wait for its locks.
   */
  <T> Future<T> inTransaction(Function<Transaction, Future<T>> work);

  /** An open transaction. */
  interface Transaction {
    /** Runs one statement. */
    Future<RowSet<Row>> run(Statement statement);
  }

  /** Reads on the connections kept for holds and their owners. */
  Future<RowSet<Row>> query(Statement statement);

  /** Reads on the connections kept for browsing. */
  Future<RowSet<Row>> browse(Statement statement);

  /** What the connections for holds are doing. */
  Load load();

  /**
   * How busy the connections are.
   *
   * @param inUse connections at work
   * @param max connections there may be
   * @param waiting requests waiting for one
   */
  record Load(int inUse, int max, int waiting) {}

  /** Closes every connection. */
  Future<Void> close();
}
