package dev.headgate.gateway.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the store still knows of one position. What it does not is null.
 *
 * @param bounds how far its lane has come
 * @param claimed whether its fan was let in, at whatever time
 * @param triedAt when its fan last tried, while at the door
 * @param inside the session, while it lasts
 * @param calledAt when it was called; too late by as much as the event has been paused since
 * @param turnEndsAt until when its fan may come; null also while paused
 */
public record Trace(
    Bounds bounds,
    boolean claimed,
    @Nullable Instant triedAt,
    InsideNow.@Nullable Session inside,
    @Nullable Instant calledAt,
    @Nullable Instant turnEndsAt) {

  /**
   * How far a lane has come.
   *
   * @param cutoff positions below it have been called
   * @param settled below it, whoever had not come counted as a no-show
   * @param lapsed below it, whoever had not come has lost the turn
   */
  public record Bounds(int cutoff, int settled, int lapsed) {}
}
