package dev.headgate.booking.hold;

import dev.headgate.booking.hold.Claims.Claim;
import dev.headgate.booking.hold.Claims.Locked;
import dev.headgate.booking.hold.Claims.Outcome;
import dev.headgate.booking.hold.Holds.Request;
import dev.headgate.booking.seat.BestSeats;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Ids;
import dev.headgate.booking.store.Retry;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds the best seats that are free: chosen without a lock, then claimed without waiting for
 * anybody. Where somebody was faster, chosen anew, and more at random the more often that happens:
 * a crowd that always wants the very best would go on meeting at the same seats.
 */
final class BestHolds {
  private static final String CANDIDATES = Sql.beside(BestHolds.class, "candidates");
  private static final int TRIES = 10;
  private static final int LOOKED_AT = 1_000;
  private static final int EVERY_SEAT = 500_000;
  private static final int AVAILABLE_SHOWN = 50;
  private static final int MOST_CHOICES = 64;

  private final Vertx vertx;
  private final Database database;
  private final Claims claims;
  private final Retry retry;
  private final Ids ids;

  BestHolds(Vertx vertx, Database database, Claims claims, Retry retry, Ids ids) {
    this.vertx = vertx;
    this.database = database;
    this.claims = claims;
    this.retry = retry;
    this.ids = ids;
  }

  /**
   * How it ended: with an answer, or with what became of the last claim.
   *
   * @param outcome null where there is an answer
   */
  record Found(@Nullable HoldAnswer answer, Claim claim, @Nullable Outcome outcome) {
    boolean isAnswered() {
      return answer != null;
    }

    Future<HoldAnswer> answered() {
      return Future.succeededFuture(Objects.requireNonNull(answer));
    }

    Outcome ended() {
      return Objects.requireNonNull(outcome);
    }
  }

  /** One search. */
  private record Search(Request request, Wish.Best wish, boolean sparesSingles) {}

  Future<Found> hold(Request request, Wish.Best wish, boolean sparesSingles) {
    return attempt(new Search(request, wish, sparesSingles), 0);
  }

  private Future<Found> attempt(Search search, int tried) {
    return look(search, LOOKED_AT)
        .compose(
            seen ->
                seen.isCut() && !seen.best().hasNeighbours()
                    ? look(search, EVERY_SEAT)
                    : Future.succeededFuture(seen))
        .compose(seen -> claim(search, seen, tried));
  }

  /** What looked free. */
  private record Seen(BestSeats best, List<String> free, boolean isCut) {}

  private Future<Seen> look(Search search, int atMost) {
    Wish.Best wish = search.wish();
    Tuple asked =
        Tuple.of(
            search.request().event(),
            wish.section(),
            wish.maxPriceCents(),
            wish.ticketType(),
            atMost);
    return database
        .query(new Statement(CANDIDATES, asked))
        .compose(rows -> aside(rows.size(), () -> seen(search, rows, rows.size() == atMost)));
  }

  /** Where the seats are those of a whole hall, not on an event loop. */
  private <T> Future<T> aside(int seats, Supplier<T> work) {
    return seats > LOOKED_AT
        ? vertx.executeBlocking(work::get, false)
        : Future.succeededFuture(work.get());
  }

  private static Seen seen(Search search, RowSet<Row> rows, boolean isCut) {
    List<BestSeats.Row> found = rows(rows);
    if (isCut && found.size() > 1) {
      // The rest of it was not looked at.
      found.remove(found.size() - 1);
    }
    return new Seen(
        new BestSeats(found, search.wish().count(), search.sparesSingles()),
        HoldRows.seatIds(rows),
        isCut);
  }

  private static List<BestSeats.Row> rows(RowSet<Row> seats) {
    List<BestSeats.Row> rows = new ArrayList<>();
    List<Integer> free = new ArrayList<>();
    Row first = null;
    for (Row seat : seats) {
      if (first != null && !label(first).equals(label(seat))) {
        rows.add(row(first, free));
        free.clear();
        first = null;
      }
      first = first == null ? seat : first;
      String name = seat.getString("seat_id");
      free.add(Integer.valueOf(name.substring(name.lastIndexOf('-') + 1)));
    }
    if (first != null) {
      rows.add(row(first, free));
    }
    return rows;
  }

  private static String label(Row seat) {
    return seat.getString("row_label");
  }

  private static BestSeats.Row row(Row seat, List<Integer> free) {
    return new BestSeats.Row(
        seat.getString("section_id"),
        label(seat),
        new BestSeats.Span(seat.getInteger("first_ordinal"), seat.getInteger("last_ordinal")),
        seat.getInteger("first_number"),
        seat.getInteger("last_number"),
        free);
  }

  private Future<Found> claim(Search search, Seen seen, int tried) {
    return aside(seen.free().size(), () -> chosen(search, seen, tried))
        .compose(
            claim ->
                claim.seats().isEmpty()
                    ? Future.succeededFuture(notEnough(search, seen))
                    : claim(search, seen, claim, tried));
  }

  /** One of the best choices; without seats where there is none. */
  private Claim chosen(Search search, Seen seen, int tried) {
    int spread = Math.min(MOST_CHOICES, 1 << (2 * Math.min(tried, 3)));
    List<List<String>> choices = seen.best().choices(spread);
    if (choices.isEmpty()) {
      return noClaim(search);
    }
    List<String> seats = choices.get(ThreadLocalRandom.current().nextInt(choices.size()));
    // Who has to take what is left here and there has no other choice.
    boolean sparesSingles = search.sparesSingles() && !seen.best().isScattered();
    return new Claim(search.request(), seats, ids.next(), Locked.SKIP, sparesSingles);
  }

  private Future<Found> claim(Search search, Seen seen, Claim claim, int tried) {
    return retry
        .run(() -> claims.run(claim))
        .compose(
            outcome ->
                wasBeaten(outcome, claim.seats().size())
                    ? again(search, claim, seen, tried)
                    : Future.succeededFuture(new Found(null, claim, outcome)));
  }

  private static Found notEnough(Search search, Seen seen) {
    List<String> free = seen.free();
    List<String> shown = free.subList(0, Math.min(AVAILABLE_SHOWN, free.size()));
    HoldAnswer answer = new HoldAnswer.NotEnough(search.wish().count(), free.size(), shown);
    return new Found(answer, noClaim(search), null);
  }

  private static Claim noClaim(Search search) {
    return new Claim(search.request(), List.of(), "", Locked.SKIP, false);
  }

  /** Whether others would get other seats: neither the sale nor the customer's limits say no. */
  private static boolean wasBeaten(Outcome outcome, int wanted) {
    if (outcome instanceof Claims.Judged judged) {
      Row row = judged.row();
      return !row.getBoolean("granted")
          && Verdicts.closed(row).isEmpty()
          && !Verdicts.isLimit(row, wanted);
    }
    return outcome instanceof Claims.Busy || outcome instanceof Claims.Single;
  }

  private Future<Found> again(Search search, Claim claim, Seen seen, int tried) {
    if (tried + 1 == TRIES) {
      List<String> free = seen.free();
      List<String> shown = free.subList(0, Math.min(AVAILABLE_SHOWN, free.size()));
      return Future.succeededFuture(new Found(new HoldAnswer.Contention(shown), claim, null));
    }
    int pause = 1 + ThreadLocalRandom.current().nextInt(2 << Math.min(tried, 5));
    return retry.pause(pause).compose(waited -> attempt(search, tried + 1));
  }
}
