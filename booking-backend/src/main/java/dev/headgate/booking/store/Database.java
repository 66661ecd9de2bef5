package dev.headgate.booking.store;

import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;

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
