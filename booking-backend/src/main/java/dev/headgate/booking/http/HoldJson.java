package dev.headgate.booking.http;

import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.hold.HoldAnswer;
import dev.headgate.booking.hold.Holds;
import dev.headgate.booking.seat.Times;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;

/** Holds and refusals as JSON. */
final class HoldJson {
  private HoldJson() {}

  static JsonObject fresh(Hold hold) {
    return new JsonObject()
        .put("holdId", hold.holdId())
        .put("seats", seats(hold))
        .put("totalCents", hold.totalCents())
        .put("expiresAt", Times.written(hold.expiresAt()))
        .put("serverTime", Times.written(hold.serverTime()));
  }

  static JsonObject stored(Hold hold) {
    return fresh(hold)
        .put("event", hold.event())
        .put("status", hold.status())
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
          .with("owned", reached.owned());
    }
    if (answer instanceof HoldAnswer.NotOpen notOpen) {
      return Problem.of(403, "sale-not-open", "Not on sale yet", "Seats can be held later.")
          .with("onSaleAt", Times.written(notOpen.opensAt()));
    }
    if (answer instanceof HoldAnswer.Ended ended) {
      return Problem.of(410, "ended", "The sale is over", "No more seats can be held.")
          .with("closedAt", Times.written(ended.closedAt()));
    }
    throw new IllegalArgumentException("answer: " + answer + " (expected: a refusal)");
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
