package dev.headgate.gateway.queue;

import io.vertx.core.Future;
import java.util.Optional;

/**
 * The contested changes of the queue, each one script call in the store. One instance belongs to
 * one event loop and is used from it alone: calls of one turn of the loop share round trips, on one
 * pipelined connection.
 *
 * <p>Every future fails with {@link UnknownEventException} for an event nobody knows, and with
 * {@link QueueUnavailableException} when the store does not answer.
 */
public interface Queue {

  /** Asks for a place at the end of the general lane. */
  Future<JoinAnswer> join(String event);

  /** Asks for the place of an entry ticket, which is the same whenever it is asked for. */
  Future<JoinAnswer> enter(String event, Entry entry);

  /**
   * Goes straight in, where the room is always on, has room and nobody waits; otherwise nothing is
   * spent. The session is on probation: it ends after 30 seconds unless it is renewed.
   */
  Future<Optional<JoinAnswer.Inside>> pass(String event);

  /**
   * Where a place stands. A waiting one is answered from memory, without the store; all others of
   * one loop turn share one read.
   */
  Future<Standing> look(EventView view, QueuePosition position);

  /** Takes the turn. */
  Future<ClaimAnswer> claim(QueuePosition position);

  /** Moves the end of a session, never past its longest length. */
  Future<RenewAnswer> renew(QueuePosition position);

  /**
   * Moves the end of a session to so many seconds from now, because a payment is under way: also
   * past its longest length, by 15 minutes at most. Never makes it end sooner.
   */
  Future<RenewAnswer> extend(QueuePosition position, int seconds);

  /** Ends a session: the slot is free at once. Nothing happens when there is none. */
  Future<Void> release(QueuePosition position);
}
