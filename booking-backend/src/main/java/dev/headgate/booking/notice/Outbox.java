package dev.headgate.booking.notice;

import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The table of messages. Each statement is a transaction of its own. */
final class Outbox {
  private static final String TAKE = Sql.beside(Outbox.class, "take");
  private static final String SENT = Sql.beside(Outbox.class, "sent");
  private static final String FAILED = Sql.beside(Outbox.class, "failed");
  private static final String BACKLOG = Sql.beside(Outbox.class, "backlog");
  private static final int MARKS = 6;
  private static final long PAUSE_MILLIS = 500;
  private static final int REASON_LENGTH = 200;

  private final Vertx vertx;
  private final Database database;

  Outbox(Vertx vertx, Database database) {
    this.vertx = vertx;
    this.database = database;
  }

  Future<List<Due>> take(String channel, boolean codes, int most, Duration lease) {
    return database
        .query(new Statement(TAKE, Tuple.of(channel, codes, most, lease.toMillis())))
        .map(
            rows -> {
              List<Due> taken = new ArrayList<>(rows.size());
              for (Row row : rows) {
                taken.add(Due.of(row));
              }
              return taken;
            });
  }

  /** Tries for a few seconds: a message that is not marked goes out again. */
  Future<Void> sent(Due due) {
    Statement mark = new Statement(SENT, Tuple.of(due.messageId()));
    return marked(() -> database.query(mark), MARKS).mapEmpty();
  }

  private Future<RowSet<Row>> marked(Supplier<Future<RowSet<Row>>> mark, int left) {
    return mark.get()
        .recover(
            failure ->
                left <= 1
                    ? Future.failedFuture(failure)
                    : pause().compose(waited -> marked(mark, left - 1)));
  }

  private Future<Void> pause() {
    Promise<Void> over = Promise.promise();
    vertx.setTimer(PAUSE_MILLIS, due -> over.complete());
    return over.future();
  }

  /**
   * Writes down a failed try.
   *
   * @return whether it was the last
   */
  Future<Boolean> failed(Due due, Failure failure) {
    String reason = failure.reason();
    String kept = reason.substring(0, Math.min(REASON_LENGTH, reason.length()));
    Tuple parameters =
        Tuple.of(due.messageId(), due.tries(), failure.pauseMillis(), kept)
            .addLong(failure.usefulFor().toMillis())
            .addInteger(failure.mostTries());
    return database
        .query(new Statement(FAILED, parameters))
        .map(rows -> rows.iterator().hasNext() && rows.iterator().next().getBoolean("given_up"));
  }

  /** How a try failed, and when there is no other one. */
  record Failure(String reason, long pauseMillis, Duration usefulFor, int mostTries) {}

  Future<RowSet<Row>> backlog() {
    return database.query(new Statement(BACKLOG, Tuple.tuple()));
  }
}
