package dev.headgate.gateway.queue;

import io.vertx.core.Future;
import java.util.List;

/**
 * What operators ask the store about the past and about single fans. Nothing of it is kept in
 * memory, and nothing is asked for fans. Futures complete on the caller's context, and fail with
 * {@link QueueUnavailableException} while the store is away or coming back.
 */
public interface Lookups {

  /**
   * An event as it is now: a view from after this moment, for what cannot wait for the next look.
   * While the store is away the last known view is given. Fails with {@link UnknownEventException}.
   */
  Future<EventView> now(String event);

  /**
   * An event's figures of the last hour, the oldest first, one each {@link Sample#EVERY}. Where
   * nobody asked any gateway about the event, or no gateway ran, there are none.
   */
  Future<List<Sample>> history(String event);

  /**
   * How far the lanes had come, the oldest first: each {@link Sample#EVERY} of the last hour, each
   * minute of the last day.
   */
  Future<List<Stand>> stands(String event);

  /**
   * A page of those who are inside.
   *
   * @param epoch the life of the event that is meant
   * @param after what the page before gave as next; empty for the first
   * @param limit at most so many
   */
  Future<InsideNow> inside(String event, long epoch, String after, int limit);

  /** What is still known of one position. */
  Future<Trace> trace(QueuePosition position);
}
