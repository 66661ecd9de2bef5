package dev.headgate.gateway.queue;

import dev.headgate.gateway.token.ChallengeFlaw;
import java.time.Instant;

/** What came of asking for a place. */
public sealed interface JoinAnswer {

  /**
   * A place: this arrival number of this life of the event.
   *
   * @param lane the lane it is in
   * @param called whether it has been called already, so that the turn can be taken at once
   */
  record Joined(long epoch, int lane, int arrival, boolean called) implements JoinAnswer {}

  /**
   * A place, called and admitted by the same call: the room is always on and nobody waits.
   *
   * @param startSeconds the session's start, in seconds since 1970
   * @param expiresSeconds when the token of it ends
   */
  record Inside(long epoch, int lane, int arrival, long startSeconds, long expiresSeconds)
      implements JoinAnswer {}

  /** The event opens later. */
  record NotOpen(Instant opensAt) implements JoinAnswer {}

  /** The event is over. */
  record Ended() implements JoinAnswer {}

  /** The event has no lane such as the entry is for. */
  record NoLane() implements JoinAnswer {}

  /** Every place has been handed out. */
  record QueueFull() implements JoinAnswer {}

  /** Nothing is left that could still be sold. */
  record SoldOut() implements JoinAnswer {}

  /** The event lets nobody in. */
  record Rejected() implements JoinAnswer {}

  /** A challenge must be solved first, and what was sent does not do. */
  record ChallengeRequired(ChallengeFlaw flaw) implements JoinAnswer {}

  /** The store is coming back; ask again in two seconds. */
  record Restoring() implements JoinAnswer {}
}
