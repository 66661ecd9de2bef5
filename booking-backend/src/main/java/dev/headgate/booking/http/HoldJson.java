package dev.headgate.booking.http;

import dev.headgate.booking.admission.Binding;
import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.hold.HoldAnswer;
import dev.headgate.booking.hold.Holds;
import dev.headgate.booking.seat.Times;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Holds and refusals as JSON. */
final class HoldJson {
  private HoldJson() {}

  static JsonObject fresh(Hold hold) {
    return new JsonObject()
        .put("holdId", hold.holdId())
        .put("seats", seats(hold))
        .put("totalCents", hold.totalCents())
        .put("expiresAt", Times.written(hold.expiresAt()))
        .put("extensionSeconds", hold.moreTime().seconds())
        .put("extended", hold.moreTime().given())
        .put("serverTime", Times.written(hold.serverTime()));
  }

  static JsonObject stored(Hold hold) {
    return fresh(hold)
        .put("event", hold.event())
        .put("status", hold.statusNow())
        .put("createdAt", Times.written(hold.createdAt()));
  }

  static JsonObject live(String event, Holds.Live live) {
    JsonArray list = new JsonArray();
    live.holds().forEach(hold -> list.add(stored(hold)));
    return new JsonObject()
        .put("event", event)
        .put("holds", list)
        .put("serverTime", Times.written(live.serverTime()));
  }

  /**
   * What a page needs to know to make proofs: what they name with the admission, and what they name
   * where the session alone says who somebody is.
   */
  static JsonObject binding(Binding admission, @Nullable Binding session) {
    JsonObject binding =
        new JsonObject().put("jkt", admission.keyThumbprint()).put("ath", admission.tokenHash());
    return session == null ? binding : binding.put("sessionAth", session.tokenHash());
  }

  private static JsonArray seats(Hold hold) {
    JsonArray seats = new JsonArray();
    hold.seats()
        .forEach(
            seat ->
                seats.add(
                    new JsonObject()
                        .put("id", seat.id())
                        .put("priceCents", seat.priceCents())
                        .put("ticketType", seat.ticketType())));
    return seats;
  }

  /** Why no seat was held. */
  static Problem refusal(HoldAnswer answer) {
    if (answer instanceof HoldAnswer.Taken taken) {
      Problem problem =
          Problem.of(
                  409, "seats-taken", "Somebody was faster", "None of the seats asked for is held.")
              .with("taken", new JsonArray(taken.taken()))
              .with("available", new JsonArray(taken.available()));
      return taken.notOnSale().isEmpty()
          ? problem
          : problem.with("notOnSale", new JsonArray(taken.notOnSale()));
    }
    if (answer instanceof HoldAnswer.NotOnSale notOnSale) {
      return Problem.of(409, "not-on-sale", "Not for sale", "This event does not sell these.")
          .with("notOnSale", new JsonArray(notOnSale.notOnSale()));
    }
    if (answer instanceof HoldAnswer.LimitReached reached) {
      return Problem.of(
              409, "limit-reached", "That would be too many", "Release a hold to choose others.")
          .with("limit", reached.limit())
          .with("owned", reached.owned())
          .with("of", "tickets");
    }
    if (answer instanceof HoldAnswer.TooManyHolds holds) {
      return Problem.of(
              409, "limit-reached", "Too many holds at a time", "Release one to choose others.")
          .with("limit", holds.limit())
          .with("owned", holds.owned())
          .with("of", "holds");
    }
    if (answer instanceof HoldAnswer.NotOpen notOpen) {
      return Problem.of(403, "sale-not-open", "Not on sale yet", "Seats can be held later.")
          .with("onSaleAt", Times.written(notOpen.opensAt()));
    }
    if (answer instanceof HoldAnswer.Ended ended) {
      return Problem.of(410, "ended", "The sale is over", "No more seats can be held.")
          .with("closedAt", Times.written(ended.closedAt()));
    }
    if (answer instanceof HoldAnswer.KeyReused) {
      return Problem.of(
          422, "key-reused", "The key was used for something else", "Use a new Idempotency-Key.");
    }
    return choice(answer);
  }

  /** Why none of the seats there are was held, with others to choose. */
  private static Problem choice(HoldAnswer answer) {
    if (answer instanceof HoldAnswer.NotEnough few) {
      return Problem.of(
              409, "not-enough-seats", "Too few are free", "None of what is left is held.")
          .with("wanted", few.wanted())
          .with("free", few.free())
          .with("available", new JsonArray(few.available()));
    }
    if (answer instanceof HoldAnswer.SingleSeatLeft left) {
      return Problem.of(
              409,
              "single-seat-left",
              "That would leave a single seat",
              "Choose seats next to others, or next to the end of the row.")
          .with("single", new JsonArray(left.single()))
          .with("available", new JsonArray(left.available()));
    }
    if (answer instanceof HoldAnswer.Contention contention) {
      return Problem.of(409, "contention", "Too many at once", "Others want these. Try again.")
          .with("available", new JsonArray(contention.available()));
    }
    throw new IllegalArgumentException("answer: " + answer + " (expected: a refusal)");
  }

  /** Why a live hold was not given more time. */
  static Problem notExtended(Holds.Extension extension) {
    Problem problem =
        extension.grantedSeconds() == 0
            ? Problem.of(409, "no-extension", "There is no more time", "This event grants none.")
            : Problem.of(409, "already-extended", "There is no more time", "It is granted once.");
    return problem
        .with("holdId", extension.hold().holdId())
        .with("expiresAt", Times.written(extension.hold().expiresAt()))
        .with("serverTime", Times.written(extension.hold().serverTime()));
  }

  /** What became of a hold that is no more. */
  static Problem gone(Hold hold) {
    if (hold.status().equals("released")) {
      return told(Problem.of(410, "hold-released", "Released", "You gave these seats back."), hold);
    }
    return told(
        Problem.of(410, "hold-expired", "The time ran out", "The seats are on sale again."), hold);
  }

  private static Problem told(Problem problem, Hold hold) {
    Instant ended = hold.endedAt();
    Problem story =
        problem
            .with("holdId", hold.holdId())
            .with("event", hold.event())
            .with("seats", seats(hold))
            .with("createdAt", Times.written(hold.createdAt()))
            .with("expiresAt", Times.written(hold.expiresAt()))
            .with("heldSeconds", Duration.between(hold.createdAt(), hold.expiresAt()).toSeconds())
            .with("serverTime", Times.written(hold.serverTime()));
    return ended == null ? story : story.with("endedAt", Times.written(ended));
  }

  static Problem beingBought(Hold hold) {
    return Problem.of(409, "hold-" + hold.status(), "Being bought", "It cannot be released now.")
        .with("holdId", hold.holdId());
  }
}
