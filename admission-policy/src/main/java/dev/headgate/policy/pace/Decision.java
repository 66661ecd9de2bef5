package dev.headgate.policy.pace;

import java.util.List;

/**
 * What one tick does to an event.
 *
 * @param moves what it does to each lane, by number
 * @param limit what kept it from calling more
 */
public record Decision(List<Move> moves, Limit limit) {

  /** What kept a tick from calling more. */
  public enum Limit {
    /** The order is not known yet. */
    NOT_DRAWN,
    /** Paused, or dialled 0. */
    HALTED,
    /** Everyone who waits has been called. */
    NOBODY_WAITS,
    /** The dial of sessions at one time. */
    TOTAL_ACTIVE_USERS,
    /** The dial of admissions a minute. */
    NEW_USERS_PER_MINUTE,
    /** What the throttle leaves of that dial. */
    THROTTLE,
    /** What is left to be sold. */
    STOCK,
    /** The rate is still rising, after a start, a resume or a raised dial. */
    SLOW_START
  }

  /**
   * What one tick does to one lane.
   *
   * @param calls how many more fans to call
   * @param settledTo the new {@code settled}
   * @param lapsedTo the new {@code lapsed}
   * @param creditDelta what to add to the credit, in 1/6,000,000 of an admission; may be negative
   * @param pending called, not settled, not come, after this tick's settling and before its calls
   * @param show the share of recently settled fans that came in time
   */
  public record Move(
      long calls, long settledTo, long lapsedTo, long creditDelta, long pending, Show show) {}

  /** A share as two whole numbers, so that nothing drifts. */
  public record Show(long came, long of) {}

  public Decision {
    moves = List.copyOf(moves);
  }
}
