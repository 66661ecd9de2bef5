package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.Problem;

/** What fans are refused with, by joins and by claims alike. */
final class Refusals {

  private Refusals() {}

  static Problem queueReset() {
    return Problem.of(
            410,
            "queue-reset",
            "The queue has begun anew",
            "The organiser has reset this queue. Join again.")
        .with("rejoin", true);
  }

  static Problem turnOver() {
    return Problem.of(
            410, "turn-over", "Your turn is over", "You can join again at the end of the queue.")
        .with("rejoin", true);
  }

  static Problem notYourTurn() {
    return Problem.of(409, "not-your-turn", "Not your turn yet", "You have not been called yet.");
  }

  static Problem momentPlease() {
    return Problem.of(
        429, "moment-please", "One moment, please", "Your place at the door is kept. Try again.");
  }

  static Problem ended() {
    return Problem.of(410, "ended", "The event is over", "Nobody is let in any more.");
  }

  static Problem soldOut() {
    return Problem.of(409, "sold-out", "Sold out", "Nothing is left that could still be sold.");
  }

  static Problem rejected() {
    return Problem.of(
        403, "rejected", "Nobody is let in", "The organiser lets nobody into this event.");
  }

  static Problem entryInvalid() {
    return Problem.of(
        403,
        "entry-invalid",
        "The entry ticket is not valid",
        "It is not one for this event, or has expired. You can join without it.");
  }
}
