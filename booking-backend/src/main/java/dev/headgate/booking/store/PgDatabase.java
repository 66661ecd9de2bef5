package dev.headgate.booking.store;

import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two pools of the Vert.x client: one for holds, a small one for browsing. */
final class PgDatabase implements Database {
  static final int LOCK_TIMEOUT_MILLIS = 3_000;

  private static final Logger LOG = LoggerFactory.getLogger(PgDatabase.class);
  private static final int PIPELINED = 64;
  private static final int UNHEARD_MILLIS = 20_000;
  // The client's default, 2,048 characters, would leave the longest statements unprepared.
  private static final int CACHED_SQL_LENGTH = 16_384;

  // Local to the transaction: a pooler between us and the server hands out no settings of ours.
  // Generic plans, because the server would plan a statement about partitions anew each time, which
  // takes longer than running it.
  private static final String BEGIN =
      "BEGIN; SET LOCAL lock_timeout = "
          + LOCK_TIMEOUT_MILLIS
          + "; SET LOCAL synchronous_commit = on; SET LOCAL plan_cache_mode = force_generic_plan";

  private static final Set<String> CONTENTION = Set.of("40P01", "40001", "55P03");
  private static final String READ_ONLY = "25006";

  private final Pool holds;
  private final Pool browsing;
  private final int max;
  private final AtomicInteger inUse = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();

  PgDatabase(Vertx vertx, ShopConfig.Store settings) {
    this.max = settings.connections();
    this.holds = pool(vertx, settings, settings.connections());
    this.browsing = pool(vertx, settings, settings.readConnections());
  }

  private static Pool pool(Vertx vertx, ShopConfig.Store settings, int size) {
    PgConnectOptions connect =
        PgConnectOptions.fromUri(settings.uri())
            .setPipeliningLimit(PIPELINED)
            .setCachePreparedStatements(settings.preparedStatements())
            .setPreparedStatementCacheSqlLimit(CACHED_SQL_LENGTH)
            .setUseLayer7Proxy(!settings.preparedStatements());
    PoolOptions options =
        new PoolOptions()
            .setMaxSize(size)
            .setMaxWaitQueueSize(settings.maxWaiting())
            // Its timer may fire for whoever was served, and throw at nobody: decision 0275.
            .setConnectionTimeout((int) settings.acquireTimeout().toMillis())
            .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
    // A server whose machine or network is gone answers nothing, not even that: without this the
    // system would go on asking it for a quarter of an hour.
    NetClientOptions net =
        new NetClientOptions().setTcpKeepAlive(true).setTcpUserTimeout(UNHEARD_MILLIS);
    return PgBuilder.pool().with(options).with(net).connectingTo(connect).using(vertx).build();
  }

  @Override
  public Future<RowSet<Row>> transaction(List<Statement> statements) {
    return acquire().compose(connection -> pipeline(connection, statements));
  }

  @Override
  public <T> Future<T> inTransaction(Function<Transaction, Future<T>> work) {
    return acquire().compose(connection -> transaction(connection, work));
  }

  private <T> Future<T> transaction(
      SqlConnection connection, Function<Transaction, Future<T>> work) {
    Transaction open =
        statement ->
            connection
                .preparedQuery(statement.sql())
                .execute(statement.parameters())
                .recover(failure -> discarded(connection, failure));
    return connection
        .query(BEGIN)
        .execute()
        .recover(failure -> discarded(connection, failure))
        .compose(begun -> work.apply(open))
        .compose(
            result ->
                connection
                    .query("COMMIT")
                    .execute()
                    .recover(failure -> discarded(connection, failure))
                    .map(result),
            failure ->
                connection
                    .query("ROLLBACK")
                    .execute()
                    .transform(rolledBack -> Future.<T>failedFuture(failure)))
        .eventually(() -> released(connection));
  }

  @Override
  public Future<RowSet<Row>> query(Statement statement) {
    return acquire().compose(connection -> single(connection, statement));
  }

  @Override
  public Future<RowSet<Row>> browse(Statement statement) {
    return browsing
        .getConnection()
        .recover(PgDatabase::failed)
        .compose(
            connection ->
                connection
                    .preparedQuery(statement.sql())
                    .execute(statement.parameters())
                    .recover(PgDatabase::failed)
                    .eventually(connection::close));
  }

  private Future<SqlConnection> acquire() {
    waiting.incrementAndGet();
    return holds
        .getConnection()
        .onComplete(ready -> waiting.decrementAndGet())
        .onSuccess(connection -> inUse.incrementAndGet())
        .recover(PgDatabase::failed);
  }

  private Future<RowSet<Row>> single(SqlConnection connection, Statement statement) {
    return connection
        .preparedQuery(statement.sql())
        .execute(statement.parameters())
        .recover(PgDatabase::failed)
        .eventually(() -> released(connection));
  }

  /** Sends everything without waiting: whatever fails in between turns COMMIT into a rollback. */
  private Future<RowSet<Row>> pipeline(SqlConnection connection, List<Statement> statements) {
    List<Future<?>> steps = new ArrayList<>(statements.size() + 2);
    steps.add(connection.query(BEGIN).execute());
    Future<RowSet<Row>> last = Future.failedFuture("no statement");
    for (Statement statement : statements) {
      last = connection.preparedQuery(statement.sql()).execute(statement.parameters());
      steps.add(last);
    }
    Future<RowSet<Row>> answer = last;
    steps.add(connection.query("COMMIT").execute());
    return Future.join(steps)
        .<RowSet<Row>>transform(
            done -> {
              Throwable first = firstFailure(steps);
              return first == null ? answer : discarded(connection, first);
            })
        .eventually(() -> released(connection));
  }

  private Future<Void> released(SqlConnection connection) {
    inUse.decrementAndGet();
    return connection.close();
  }

  private static @Nullable Throwable firstFailure(List<Future<?>> steps) {
    for (Future<?> step : steps) {
      if (step.failed()) {
        return step.cause();
      }
    }
    return null;
  }

  /**
   * A pool keeps connections to a server that may no longer write, for instance a demoted primary;
   * such a connection is ended here, so that the next one is made to whoever may.
   */
  private static <T> Future<T> discarded(SqlConnection connection, Throwable cause) {
    if (cause instanceof PgException pg && READ_ONLY.equals(pg.getSqlState())) {
      return connection
          .query("SELECT pg_terminate_backend(pg_backend_pid())")
          .execute()
          .transform(ended -> failed(cause));
    }
    return failed(cause);
  }

  private static <T> Future<T> failed(Throwable cause) {
    StoreException.Kind kind = kindOf(cause);
    if (kind == StoreException.Kind.FAULT) {
      LOG.error("a statement failed", cause);
    } else if (kind == StoreException.Kind.AWAY) {
      LOG.warn("the database is away: {}", cause.getMessage());
    }
    return Future.failedFuture(new StoreException(kind, cause));
  }

  private static StoreException.Kind kindOf(Throwable cause) {
    // The client says that nobody gave back a connection in time with this word alone.
    if (cause instanceof ConnectionPoolTooBusyException || "Timeout".equals(cause.getMessage())) {
      return StoreException.Kind.BUSY;
    }
    if (!(cause instanceof PgException pg)) {
      return StoreException.Kind.AWAY;
    }
    String state = String.valueOf(pg.getSqlState());
    if (CONTENTION.contains(state)) {
      return StoreException.Kind.CONTENTION;
    }
    // 08 connection, 57P shutting down or starting, 53 out of connections, disk or memory.
    boolean away =
        state.equals(READ_ONLY)
            || state.startsWith("08")
            || state.startsWith("57P")
            || state.startsWith("53");
    return away ? StoreException.Kind.AWAY : StoreException.Kind.FAULT;
  }

  @Override
  public Load load() {
    return new Load(inUse.get(), max, Math.max(0, waiting.get()));
  }

  @Override
  public Future<Void> close() {
    return holds.close().eventually(browsing::close);
  }
}
