package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.token.ChallengeFlaw;

/** What fans are refused with, by joins and by claims alike. */
final class Refusals {

  static final String CHALLENGE_REQUIRED = "challenge-required";
  static final String PROOF_REQUIRED = "proof-required";
  static final String STREAMS_FULL = "streams-full";
  static final String PROOF_INVALID = "proof-invalid";

  private Refusals() {}

  static Problem keyRequired() {
    return Problem.of(
        400,
        "key-required",
        "A key is required",
        "This event gives places to holders of a key only: name its thumbprint under jkt.");
  }

  static Problem malformedThumbprint() {
    return Problem.badRequest("jkt: (expected: a SHA-256 thumbprint of 43 digits of base64url)");
  }

  static Problem proofRequired() {
    return Problem.of(
        401,
        PROOF_REQUIRED,
        "A proof is required",
        "This place is taken up with a proof of its key, in the header DPoP.");
  }

  static Problem proofInvalid() {
    return Problem.of(
        401,
        PROOF_INVALID,
        "The proof is not valid",
        "It is not a fresh one for this request, made with the key of this place.");
  }

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

  static Problem slowDown() {
    return Problem.of(
        429,
        "slow-down",
        "Polling too fast",
        "Your place is kept. Look again after pollAfterMillis.");
  }

  static Problem boundPlace() {
    return Problem.of(
        409,
        "bound-place",
        "The place cannot move",
        "It is bound to the key of the browser that joined, and another one does not have it.");
  }

  static Problem streamsFull() {
    return Problem.of(
        503,
        STREAMS_FULL,
        "No room for another stream",
        "Your place is kept. Look by GET …/places/me, which tells the same.");
  }

  static Problem followedElsewhere() {
    return Problem.of(
        409,
        "followed-elsewhere",
        "Followed elsewhere",
        "Newer streams tell of this place. Look by GET …/places/me, which tells the same.");
  }

  static Problem ended() {
    return Problem.of(410, "ended", "The event is over", "Nobody is let in any more.");
  }

  static Problem soldOut() {
    return Problem.of(409, "sold-out", "Sold out", "Nothing is left that could still be sold.");
  }

  static Problem challengeRequired(String event, ChallengeFlaw flaw) {
    return Problem.of(
            403,
            CHALLENGE_REQUIRED,
            "A challenge has to be solved",
            "Solve one of GET /queue/" + event + "/challenge, and send what solves it.")
        .with("reason", flaw.json());
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
