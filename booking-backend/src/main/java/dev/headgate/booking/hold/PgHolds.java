package dev.headgate.booking.hold;

import dev.headgate.booking.hold.Hold.HeldSeat;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statements of this package's resources, and what their rows mean. */
final class PgHolds implements Holds {
  private static final String CUSTOMER = Sql.named("customer");
  private static final String HOLD = Sql.named("hold");
  private static final String AVAILABLE = Sql.named("available");
  private static final String RELEASE = Sql.named("release");
  private static final String SWEEP = Sql.named("sweep");
  private static final String LIVE = Sql.named("live");
  private static final String FIND =
      "SELECT h.*, clock_timestamp() AS now FROM hold h WHERE hold_id = $1 AND customer_id = $2";

  private static final int AVAILABLE_SHOWN = 50;
  private static final int ID_BYTES = 16;

  private final Database database;
  private final Retry retry;
  private final String process;
  private final SecureRandom random = new SecureRandom();

  PgHolds(Database database, Retry retry, String process) {
    this.database = database;
    this.retry = retry;
    this.process = process;
  }

  @Override
  public Future<HoldAnswer> hold(String event, String customer, List<String> seats) {
    String[] wanted = seats.toArray(String[]::new);
    String holdId = newId();
    List<Statement> statements =
        List.of(
            new Statement(CUSTOMER, Tuple.of(event, customer)),
            new Statement(HOLD, Tuple.of(event, wanted, customer, holdId, process)));
    return retry
        .run(() -> database.transaction(statements))
        .compose(rows -> answer(event, holdId, seats, rows.iterator().next()));
  }

  private Future<HoldAnswer> answer(String event, String holdId, List<String> seats, Row row) {
    if (row.getBoolean("granted")) {
      return Future.succeededFuture(new HoldAnswer.Held(granted(event, holdId, row)));
    }
    Instant now = instant(row, "now");
    Instant opensAt = optionalInstant(row, "on_sale_at");
    Instant closesAt = optionalInstant(row, "closes_at");
    if (opensAt != null && now.isBefore(opensAt)) {
      return Future.succeededFuture(new HoldAnswer.NotOpen(opensAt));
    }
    if (closesAt != null && !now.isBefore(closesAt)) {
      return Future.succeededFuture(new HoldAnswer.Ended(closesAt));
    }
    List<String> taken = texts(row, "taken");
    List<String> notOnSale = without(seats, texts(row, "found_ids"));
    if (!taken.isEmpty()) {
      return available(event, seats)
          .map(available -> new HoldAnswer.Taken(taken, notOnSale, available));
    }
    return Future.succeededFuture(
        notOnSale.isEmpty()
            ? new HoldAnswer.LimitReached(row.getInteger("cap"), row.getInteger("owned"))
            : new HoldAnswer.NotOnSale(notOnSale));
  }

  private Future<List<String>> available(String event, List<String> seats) {
    Tuple parameters = Tuple.of(event, seats.toArray(String[]::new), AVAILABLE_SHOWN);
    return database
        .query(new Statement(AVAILABLE, parameters))
        .map(
            rows -> {
              List<String> available = new ArrayList<>(rows.size());
              rows.forEach(row -> available.add(row.getString("seat_id")));
              return available;
            });
  }

  @Override
  public Future<Live> live(String event, String customer) {
    return database
        .query(new Statement(LIVE, Tuple.of(event, customer)))
        .map(
            rows -> {
              List<Hold> holds = new ArrayList<>();
              Instant now = instant(rows.iterator().next(), "now");
              for (Row row : rows) {
                if (row.getValue("hold_id") != null) {
                  holds.add(stored(row));
                }
              }
              return new Live(holds, now);
            });
  }

  @Override
  public Future<Optional<Hold>> find(String holdId, String customer) {
    return database.query(new Statement(FIND, Tuple.of(holdId, customer))).map(PgHolds::first);
  }

  @Override
  public Future<Optional<Hold>> release(String holdId, String customer) {
    List<Statement> statements =
        List.of(new Statement(RELEASE, Tuple.of(holdId, customer, process)));
    return retry.run(() -> database.transaction(statements)).map(PgHolds::first);
  }

  @Override
  public Future<Swept> sweep(int atMost) {
    return database
        .transaction(List.of(new Statement(SWEEP, Tuple.of(atMost, process))))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new Swept(row.getInteger("holds"), row.getInteger("seats"));
            });
  }

  private static Optional<Hold> first(RowSet<Row> rows) {
    return rows.size() == 0 ? Optional.empty() : Optional.of(stored(rows.iterator().next()));
  }

  private static Hold granted(String event, String holdId, Row row) {
    Instant now = instant(row, "now");
    return new Hold(
        holdId,
        event,
        "active",
        seats(row),
        row.getLong("total_cents"),
        now,
        instant(row, "deadline"),
        null,
        now);
  }

  private static Hold stored(Row row) {
    return new Hold(
        row.getString("hold_id"),
        row.getString("event_id"),
        row.getString("status"),
        seats(row),
        row.getLong("total_cents"),
        instant(row, "created_at"),
        instant(row, "deadline"),
        optionalInstant(row, "ended_at"),
        instant(row, "now"));
  }

  private static List<HeldSeat> seats(Row row) {
    List<String> ids = texts(row, "seat_ids");
    List<String> types = texts(row, "ticket_types");
    Long[] prices = row.getArrayOfLongs("prices_cents");
    List<HeldSeat> seats = new ArrayList<>(ids.size());
    for (int i = 0; i < ids.size(); i++) {
      seats.add(new HeldSeat(ids.get(i), prices[i], types.get(i)));
    }
    return seats;
  }

  private static List<String> without(List<String> all, List<String> some) {
    Set<String> known = new HashSet<>(some);
    return all.stream().filter(seat -> !known.contains(seat)).toList();
  }

  private static List<String> texts(Row row, String column) {
    String[] texts = row.getArrayOfStrings(column);
    return texts == null ? List.of() : List.of(texts);
  }

  private static Instant instant(Row row, String column) {
    return row.getOffsetDateTime(column).toInstant();
  }

  private static @Nullable Instant optionalInstant(Row row, String column) {
    OffsetDateTime time = row.getOffsetDateTime(column);
    return time == null ? null : time.toInstant();
  }

  /** 128 random bits: whoever does not own a hold cannot name it. */
  private String newId() {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
