package dev.headgate.booking.hold;

import dev.headgate.booking.hold.Holds.Request;
import dev.headgate.booking.seat.SingleSeats;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Database.Transaction;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** One transaction that holds certain seats, or nothing. */
final class Claims {
  private static final String CUSTOMER = Sql.beside(Claims.class, "customer");
  private static final String HOLD = Sql.beside(Claims.class, "hold");
  private static final String NEIGHBOURS = Sql.beside(Claims.class, "neighbours");
  private static final String ROWS = Sql.beside(Claims.class, "rows");
  private static final String REMEMBER = Sql.beside(Claims.class, "remember");
  private static final String REMEMBERED = Sql.beside(Claims.class, "remembered");

  private static final Pattern LOCKS = Pattern.compile("FOR UPDATE$", Pattern.MULTILINE);

  private final Database database;
  private final String process;

  Claims(Database database, String process) {
    this.database = database;
    this.process = process;
  }

  /** What to do about seats that somebody else has locked. */
  enum Locked {
    WAIT {
      @Override
      String in(String statement) {
        return statement;
      }
    },
    REFUSE {
      @Override
      String in(String statement) {
        return locking(statement, "NOWAIT");
      }
    },
    SKIP {
      @Override
      String in(String statement) {
        return locking(statement, "SKIP LOCKED");
      }
    };

    private final String hold = in(HOLD);
    private final String neighbours = in(NEIGHBOURS);

    abstract String in(String statement);

    private static String locking(String statement, String word) {
      String changed = LOCKS.matcher(statement).replaceFirst("FOR UPDATE " + word);
      if (LOCKS.matcher(changed).find() || changed.equals(statement)) {
        throw new IllegalStateException("statement: " + statement + " (expected: one FOR UPDATE)");
      }
      return changed;
    }
  }

  /**
   * What to hold and how.
   *
   * @param seats of the request's event
   */
  record Claim(
      Request request, List<String> seats, String holdId, Locked locked, boolean sparesSingles) {
    String[] names() {
      return seats.toArray(String[]::new);
    }
  }

  /** How it ended. */
  sealed interface Outcome {}

  /** The verdict of {@code hold.sql}. */
  record Judged(Row row) implements Outcome {}

  /** Nothing was held: these would be single. */
  record Single(List<String> seats) implements Outcome {}

  /** Nothing was held: somebody has a neighbour locked. */
  record Busy() implements Outcome {}

  /** Nothing was held: the request's key was used before. */
  record Known(String fingerprint, String holdId) implements Outcome {}

  /** Takes back what the transaction did, and says why. */
  private static final class TakenBack extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Outcome outcome;

    TakenBack(Outcome outcome) {
      super(null, null, false, false);
      this.outcome = outcome;
    }
  }

  Future<Outcome> run(Claim claim) {
    if (claim.request().key() == null && !claim.sparesSingles()) {
      return database
          .transaction(List.of(customer(claim), hold(claim)))
          .map(rows -> new Judged(rows.iterator().next()));
    }
    return database
        .inTransaction(open -> careful(open, claim))
        .recover(
            failure ->
                failure instanceof TakenBack back
                    ? Future.succeededFuture(back.outcome)
                    : Future.failedFuture(failure));
  }

  private static Statement customer(Claim claim) {
    Request request = claim.request();
    return new Statement(CUSTOMER, Tuple.of(request.event(), request.customer()));
  }

  private Statement hold(Claim claim) {
    Request request = claim.request();
    return new Statement(
        claim.locked().hold,
        Tuple.of(request.event(), claim.names(), request.customer(), claim.holdId(), process));
  }

  private Future<Outcome> careful(Transaction open, Claim claim) {
    return open.run(customer(claim))
        .compose(locked -> remember(open, claim))
        .compose(remembered -> spare(open, claim))
        .compose(spared -> open.run(hold(claim)))
        .map(
            rows -> {
              Judged judged = new Judged(rows.iterator().next());
              if (!judged.row().getBoolean("granted")) {
                throw new TakenBack(judged);
              }
              return judged;
            });
  }

  private static Future<Void> remember(Transaction open, Claim claim) {
    Request request = claim.request();
    if (request.key() == null) {
      return Future.succeededFuture();
    }
    Tuple written =
        Tuple.of(request.customer(), request.key(), Fingerprint.of(request), claim.holdId());
    return open.run(new Statement(REMEMBER, written))
        .compose(
            rows ->
                rows.rowCount() == 1
                    ? Future.succeededFuture()
                    : open.run(known(request)).compose(Claims::alreadyKnown));
  }

  private static Statement known(Request request) {
    return new Statement(REMEMBERED, Tuple.of(request.customer(), request.key()));
  }

  private static Future<Void> alreadyKnown(RowSet<Row> rows) {
    return Future.failedFuture(new TakenBack(known(rows.iterator().next())));
  }

  private static Known known(Row row) {
    return new Known(row.getString("fingerprint"), row.getString("result_id"));
  }

  /** What the request's key was used for, if it was. */
  Future<List<Known>> lookUp(Request request) {
    return database
        .query(known(request))
        .map(
            rows -> {
              List<Known> found = new ArrayList<>(1);
              rows.forEach(row -> found.add(known(row)));
              return found;
            });
  }

  private static Future<Void> spare(Transaction open, Claim claim) {
    if (!claim.sparesSingles()) {
      return Future.succeededFuture();
    }
    Set<String> rowLabels = new TreeSet<>();
    Set<String> around = new TreeSet<>();
    for (String seat : claim.seats()) {
      around.add(seat);
      SeatPlace place = SeatPlace.of(seat);
      if (place != null) {
        rowLabels.add(place.row());
        around.add(place.row() + "-" + (place.number() - 1));
        around.add(place.row() + "-" + (place.number() + 1));
      }
    }
    String event = claim.request().event();
    Tuple toLock = Tuple.of(event, (Object) around.toArray(String[]::new));
    return open.run(new Statement(claim.locked().neighbours, toLock))
        .compose(
            locked ->
                // A statement of its own: it sees what those did whom the locks waited for.
                open.run(
                        new Statement(
                            ROWS, Tuple.of(event, (Object) rowLabels.toArray(String[]::new))))
                    .compose(
                        rows -> judged(claim, around, Set.copyOf(HoldRows.seatIds(locked)), rows)));
  }

  private static Future<Void> judged(
      Claim claim, Set<String> around, Set<String> locked, RowSet<Row> rows) {
    Map<String, Map<Integer, Boolean>> free = new LinkedHashMap<>();
    Set<String> wanted = new HashSet<>(claim.seats());
    Map<String, Set<Integer>> taking = new LinkedHashMap<>();
    for (Row row : rows) {
      String seat = row.getString("seat_id");
      SeatPlace place = SeatPlace.of(seat);
      if (place == null) {
        continue;
      }
      if (around.contains(seat) && !locked.contains(seat)) {
        return Future.failedFuture(new TakenBack(new Busy()));
      }
      boolean isFree = row.getBoolean("free");
      free.computeIfAbsent(place.row(), label -> new LinkedHashMap<>()).put(place.number(), isFree);
      if (wanted.contains(seat) && isFree) {
        taking.computeIfAbsent(place.row(), label -> new HashSet<>()).add(place.number());
        wanted.remove(seat);
      }
    }
    // What is not free is refused for that, by the statement that says so seat by seat.
    List<String> single = wanted.isEmpty() ? single(free, taking) : List.of();
    return single.isEmpty()
        ? Future.succeededFuture()
        : Future.failedFuture(new TakenBack(new Single(single)));
  }

  private static List<String> single(
      Map<String, Map<Integer, Boolean>> free, Map<String, Set<Integer>> taking) {
    List<String> single = new ArrayList<>();
    taking.forEach(
        (row, numbers) ->
            SingleSeats.left(free.getOrDefault(row, Map.of()), numbers)
                .forEach(number -> single.add(row + "-" + number)));
    return single;
  }
}
