package dev.headgate.policy.estimate;

/** How long a page waits before it looks again. */
public final class PollInterval {

  private static final long SHORTEST_MILLIS = 2_000;
  private static final long LONGEST_MILLIS = 30_000;
  private static final long NEAR_MILLIS = 10_000;

  private PollInterval() {}

  /**
   * For a place in the queue, in milliseconds.
   *
   * @param ahead positions before it that have not been called
   * @param perMinute the dial
   * @param jitter01 a random number in [0, 1)
   */
  public static long millis(long ahead, int perMinute, double jitter01) {
    long callMillis = ahead * 60_000 / Math.max(1, perMinute);
    return callMillis <= NEAR_MILLIS
        ? SHORTEST_MILLIS + (long) (1_000 * jitter01)
        : bounded(callMillis / 4, jitter01);
  }

  /** Before the sale, in milliseconds. */
  public static long beforeSaleMillis(long untilSaleMillis, double jitter01) {
    return bounded(untilSaleMillis / 2, jitter01);
  }

  private static long bounded(long millis, double jitter01) {
    long jittered = (long) (Math.min(millis, LONGEST_MILLIS) * (1 - 0.2 * jitter01));
    return Math.max(SHORTEST_MILLIS, jittered);
  }
}
