package dev.headgate.gateway.queue;

import java.time.Instant;

/** What came of asking for a place. */
public sealed interface JoinAnswer {

  /** A place: this arrival number of this life of the event. */
  record Joined(long epoch, int arrival) implements JoinAnswer {}

  /** The event opens later. */
  record NotOpen(Instant opensAt) implements JoinAnswer {}

  /** The event is over. */
  record Ended() implements JoinAnswer {}

  /** Every place has been handed out. */
  record QueueFull() implements JoinAnswer {}

  /** The store is coming back; ask again in two seconds. */
  record Restoring() implements JoinAnswer {}
}
