package dev.headgate.policy.pace;

/**
 * What one tick does to an event.
 *
 * @param calls how many more fans to call
 * @param settledTo the new {@code settled}
 * @param lapsedTo the new {@code lapsed}
 * @param creditDelta what to add to the credit, in 1/6,000,000 of an admission; may be negative
 * @param limit what kept it from calling more
 * @param pending called, not settled, not come, after this tick's settling and before its calls
 * @param show the share of recently settled fans that came in time
 */
public record Decision(
    long calls,
    long settledTo,
    long lapsedTo,
    long creditDelta,
    Limit limit,
    long pending,
    Show show) {

  /** What kept a tick from calling more. */
  public enum Limit {
    NOT_DRAWN,
    HALTED,
    NOBODY_WAITS,
    TOTAL_ACTIVE_USERS,
    NEW_USERS_PER_MINUTE
  }

  /** A share as two whole numbers, so that nothing drifts. */
  public record Show(long came, long of) {
    /** For display only. */
    public double share() {
      return (double) came / of;
    }
  }
}
