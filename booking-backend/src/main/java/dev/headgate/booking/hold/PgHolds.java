package dev.headgate.booking.hold;

import dev.headgate.booking.hold.Claims.Claim;
import dev.headgate.booking.hold.Claims.Known;
import dev.headgate.booking.hold.Claims.Locked;
import dev.headgate.booking.hold.Claims.Outcome;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Ids;
import dev.headgate.booking.store.Retry;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The statements of this package's resources, and when each is run. */
final class PgHolds implements Holds {
  private static final String AVAILABLE = Sql.beside(PgHolds.class, "available");
  private static final String TAKEN = Sql.beside(PgHolds.class, "taken");
  private static final String RELEASE = Sql.beside(PgHolds.class, "release");
  private static final String OWNER = Sql.beside(PgHolds.class, "owner");
  private static final String EXTEND = Sql.beside(PgHolds.class, "extend");
  private static final String SWEEP = Sql.beside(PgHolds.class, "sweep");
  private static final String LIVE = Sql.beside(PgHolds.class, "live");
  private static final String FIND =
      "SELECT h.*, clock_timestamp() AS now, (SELECT e.extension_seconds FROM event e"
          + " WHERE e.event_id = h.event_id) AS extension_seconds"
          + " FROM hold h WHERE hold_id = $1 AND customer_id = $2";

  private static final int AVAILABLE_SHOWN = 50;

  private final Database database;
  private final Retry retry;
  private final Settings settings;
  private final Claims claims;
  private final BestHolds best;
  private final Ids ids = new Ids();

  PgHolds(Vertx vertx, Database database, Settings settings) {
    this.database = database;
    this.retry = new Retry(vertx, settings.retryBudget());
    this.settings = settings;
    this.claims = new Claims(database, settings.process());
    this.best = new BestHolds(vertx, database, claims, retry, ids);
  }

  @Override
  public Future<HoldAnswer> hold(Request request) {
    if (request.key() == null) {
      return fresh(request);
    }
    // A look before anything else: what was granted is said again though nothing is left to hold.
    return claims
        .lookUp(request)
        .compose(known -> known.isEmpty() ? fresh(request) : again(request, known.get(0)));
  }

  private Future<HoldAnswer> fresh(Request request) {
    Seating seating = settings.seating().getOrDefault(request.event(), Seating.DEFAULT);
    if (request.wish() instanceof Wish.Best wish) {
      return best.hold(request, wish, seating.sparesSingles())
          .compose(
              found -> found.isAnswered() ? found.answered() : answer(found.claim(), found.ended()),
              failure ->
                  Retry.isContention(failure)
                      ? Future.succeededFuture(new HoldAnswer.Contention(List.of()))
                      : Future.failedFuture(failure));
    }
    return exact(request, ((Wish.Exact) request.wish()).seats(), seating);
  }

  private Future<HoldAnswer> exact(Request request, List<String> seats, Seating seating) {
    Locked locked = seating.waits() ? Locked.WAIT : Locked.REFUSE;
    Claim claim = new Claim(request, seats, ids.next(), locked, seating.sparesSingles());
    Future<Outcome> done = seating.waits() ? retry.run(() -> claims.run(claim)) : claims.run(claim);
    return done.compose(
        outcome -> answer(claim, outcome),
        failure ->
            Retry.isContention(failure)
                ? contended(request.event(), seats)
                : Future.failedFuture(failure));
  }

  /** Somebody is at these seats: whose they are is said where that is known by now. */
  private Future<HoldAnswer> contended(String event, List<String> seats) {
    Tuple asked = Tuple.of(event, (Object) seats.toArray(String[]::new));
    return database
        .query(new Statement(TAKEN, asked))
        .map(HoldRows::seatIds)
        .compose(
            taken ->
                available(event, seats)
                    .map(
                        available ->
                            taken.isEmpty()
                                ? new HoldAnswer.Contention(available)
                                : new HoldAnswer.Taken(taken, List.of(), available)));
  }

  private Future<HoldAnswer> answer(Claim claim, Outcome outcome) {
    Request request = claim.request();
    if (outcome instanceof Known known) {
      return again(request, known);
    }
    if (outcome instanceof Claims.Single single) {
      return available(request.event(), claim.seats())
          .map(available -> new HoldAnswer.SingleSeatLeft(single.seats(), available));
    }
    if (outcome instanceof Claims.Judged judged) {
      return judged(claim, judged.row());
    }
    return contended(request.event(), claim.seats());
  }

  private Future<HoldAnswer> again(Request request, Known known) {
    if (!known.fingerprint().equals(Fingerprint.of(request))) {
      return Future.succeededFuture(new HoldAnswer.KeyReused());
    }
    return find(known.holdId(), request.customer())
        .map(hold -> new HoldAnswer.Again(hold.orElseThrow()));
  }

  private Future<HoldAnswer> judged(Claim claim, Row row) {
    String event = claim.request().event();
    if (row.getBoolean("granted")) {
      return Future.succeededFuture(
          new HoldAnswer.Held(HoldRows.granted(event, claim.holdId(), row)));
    }
    Optional<HoldAnswer> closed = Verdicts.closed(row);
    if (closed.isPresent()) {
      return Future.succeededFuture(closed.get());
    }
    boolean chosenByUs = claim.request().wish() instanceof Wish.Best;
    if (chosenByUs && Verdicts.isLimit(row, claim.seats().size())) {
      return Future.succeededFuture(Verdicts.limit(row));
    }
    List<String> taken = HoldRows.texts(row, "taken");
    List<String> notOnSale = without(claim.seats(), HoldRows.texts(row, "found_ids"));
    if (!taken.isEmpty()) {
      return available(event, claim.seats())
          .map(available -> new HoldAnswer.Taken(taken, notOnSale, available));
    }
    return Future.succeededFuture(
        notOnSale.isEmpty() ? Verdicts.limit(row) : new HoldAnswer.NotOnSale(notOnSale));
  }

  private Future<List<String>> available(String event, List<String> seats) {
    Tuple parameters = Tuple.of(event, seats.toArray(String[]::new), AVAILABLE_SHOWN);
    return database.query(new Statement(AVAILABLE, parameters)).map(HoldRows::seatIds);
  }

  @Override
  public Future<Live> live(String event, String customer) {
    return database
        .query(new Statement(LIVE, Tuple.of(event, customer)))
        .map(
            rows -> {
              List<Hold> holds = new ArrayList<>();
              Instant now = HoldRows.instant(rows.iterator().next(), "now");
              for (Row row : rows) {
                if (row.getValue("hold_id") != null) {
                  holds.add(HoldRows.stored(row));
                }
              }
              return new Live(holds, now);
            });
  }

  @Override
  public Future<Optional<Hold>> find(String holdId, String customer) {
    return database.query(new Statement(FIND, Tuple.of(holdId, customer))).map(HoldRows::first);
  }

  @Override
  public Future<Optional<Hold>> release(String holdId, String customer) {
    List<Statement> statements =
        List.of(new Statement(RELEASE, Tuple.of(holdId, customer, settings.process())));
    return retry.run(() -> database.transaction(statements)).map(HoldRows::first);
  }

  @Override
  public Future<Optional<Extension>> extend(String holdId, String customer) {
    List<Statement> statements =
        List.of(
            new Statement(OWNER, Tuple.of(holdId, customer)),
            new Statement(EXTEND, Tuple.of(holdId, customer, settings.process())));
    return retry
        .run(() -> database.transaction(statements))
        .map(
            rows ->
                HoldRows.first(rows)
                    .map(
                        hold -> {
                          Row row = rows.iterator().next();
                          return new Extension(
                              hold, row.getBoolean("granted"), row.getInteger("extension_seconds"));
                        }));
  }

  @Override
  public Future<Swept> sweep(int atMost) {
    return database
        .transaction(List.of(new Statement(SWEEP, Tuple.of(atMost, settings.process()))))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new Swept(row.getInteger("holds"), row.getInteger("seats"));
            });
  }

  private static List<String> without(List<String> all, List<String> some) {
    Set<String> known = new HashSet<>(some);
    return all.stream().filter(seat -> !known.contains(seat)).toList();
  }
}
