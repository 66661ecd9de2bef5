package dev.headgate.gateway.queue;

/** What came of taking a turn, in the order in which the reasons are checked. */
public sealed interface ClaimAnswer {

  /** The store is coming back; ask again in two seconds. */
  record Restoring() implements ClaimAnswer {}

  /** The event has begun a new life since the ticket was given. */
  record QueueReset() implements ClaimAnswer {}

  /**
   * Inside.
   *
   * @param startSeconds the session's start, in seconds since 1970
   * @param expiresSeconds when the present token of it ends
   * @param created whether this very call let the fan in; false says they were inside already
   */
  record Admitted(long startSeconds, long expiresSeconds, boolean created) implements ClaimAnswer {}

  /** The turn has passed, or the session is over: rejoin at the end. */
  record TurnOver() implements ClaimAnswer {}

  /** Not called yet. */
  record NotYourTurn() implements ClaimAnswer {}

  /** The event is over. */
  record Ended() implements ClaimAnswer {}

  /** Nothing is left that could still be sold. */
  record SoldOut() implements ClaimAnswer {}

  /** The event lets nobody in. */
  record Rejected() implements ClaimAnswer {}

  /** Called, but a limit or a pause binds this instant; the place at the door is kept. */
  record MomentPlease() implements ClaimAnswer {}
}
