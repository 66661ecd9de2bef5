package dev.headgate.gateway.queue;

import dev.headgate.gateway.token.SolvedChallenge;
import io.vertx.core.Future;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The contested changes of the queue, each one script call in the store. One instance belongs to
 * one event loop and is used from it alone: calls of one turn of the loop share round trips, on one
 * pipelined connection.
 *
 * <p>Every future fails with {@link UnknownEventException} for an event nobody knows, and with
 * {@link QueueUnavailableException} when the store does not answer.
 */
public interface Queue {

  /**
   * Asks for a place at the end of the general lane.
   *
   * @param solved the challenge that was solved for it, which is used up by the place; null for
   *     none
   */
  Future<JoinAnswer> join(String event, @Nullable SolvedChallenge solved);

  /** The same without a challenge. */
  default Future<JoinAnswer> join(String event) {
    return join(event, null);
  }

  /**
   * Asks for the place of an entry ticket, which is the same whenever it is asked for.
   *
   * @param solved as for any other place
   */
  Future<JoinAnswer> enter(String event, Entry entry, @Nullable SolvedChallenge solved);

  /** The same without a challenge. */
  default Future<JoinAnswer> enter(String event, Entry entry) {
    return enter(event, entry, null);
  }

  /**
   * Goes straight in, where the room is always on, has room and nobody waits; otherwise nothing is
   * spent. The session is on probation: it ends after 30 seconds unless it is renewed. Nobody goes
   * in like this where a challenge is asked for.
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
