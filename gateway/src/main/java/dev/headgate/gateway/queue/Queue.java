package dev.headgate.gateway.queue;

import io.vertx.core.Future;

/**
 * The contested changes of the queue, each one script call in the store. One instance belongs to
 * one event loop and is used from it alone: calls of one turn of the loop share round trips, on one
 * pipelined connection.
 *
 * <p>Every future fails with {@link UnknownEventException} for an event nobody knows, and with
 * {@link QueueUnavailableException} when the store does not answer.
 */
public interface Queue {

  /** Asks for a place at the end. */
  Future<JoinAnswer> join(String event);

  /**
   * Where a place stands. A waiting one is answered from memory, without the store; all others of
   * one loop turn share one read.
   */
  Future<Standing> look(EventView view, QueuePosition position);

  /** Takes the turn. */
  Future<ClaimAnswer> claim(QueuePosition position);

  /** Moves the end of a session, never past its longest length. */
  Future<RenewAnswer> renew(QueuePosition position);

  /** Ends a session: the slot is free at once. Nothing happens when there is none. */
  Future<Void> release(QueuePosition position);
}
