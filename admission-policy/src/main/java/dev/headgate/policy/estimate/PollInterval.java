package dev.headgate.policy.estimate;

/**
 * How soon a waiting page should look again: from 2 to 30 seconds, sooner the nearer the turn is.
 *
 * <p>The jitter is a random number from 0 to 1, new for each answer. It only shortens, by up to a
 * third, so that pages that were told something at the same moment do not come back together.
 */
public final class PollInterval {
  private static final int LEAST = 2_000;
  private static final int NEAR = 3_000;
  private static final int MOST = 30_000;
  private static final int NOBODY_KNOWS = 15_000;

  /** Half of the time a call takes at twice the dial is a quarter of a minute by the dial. */
  private static final long QUARTER_MINUTE = 15_000;

  /**
   * Taken where the dial says nothing, because it is 0 or unknown. High, so that fans who could be
   * called first after a resume look often; those looks are few (see {@code docs/decisions}).
   */
  private static final int DIAL_WHEN_HALTED = 6_000;

  private PollInterval() {}

  /**
   * For a fan who waits after the draw: at most half the time until the call would come at twice
   * the dial, but 2 to 3 seconds near the front.
   *
   * @param ahead fans ahead; below zero counts as none
   * @param perMinute {@code newUsersPerMinute}; 0 while paused, or when it is not known
   * @param jitter01 from 0 to 1
   * @return milliseconds
   * @throws IllegalArgumentException if the dial is negative or the jitter is not from 0 to 1
   */
  public static int millis(long ahead, int perMinute, double jitter01) {
    if (perMinute < 0) {
      throw new IllegalArgumentException("perMinute: " + perMinute + " (expected: >= 0)");
    }
    int dial = perMinute == 0 ? DIAL_WHEN_HALTED : perMinute;
    // From here on the 30 seconds bind; checked first, so that the product cannot overflow.
    boolean far = ahead >= MOST / QUARTER_MINUTE * dial;
    long half = far ? MOST : Math.max(0, ahead) * QUARTER_MINUTE / dial;
    return shortened((int) Math.max(NEAR, half), jitter01);
  }

  /**
   * For a fan who waits for the draw: at most half of the time that is left, 2 to 3 seconds in the
   * last few.
   *
   * @param untilSaleMillis milliseconds until the sale starts; zero or less when it is due
   * @param jitter01 from 0 to 1
   * @return milliseconds
   * @throws IllegalArgumentException if the jitter is not from 0 to 1
   */
  public static int beforeSaleMillis(long untilSaleMillis, double jitter01) {
    long half = Math.min(MOST, untilSaleMillis / 2);
    // With less than 4 seconds left no half is long enough. Then the looks are spread beyond the
    // start: everybody looks for the draw at once otherwise.
    return shortened(half < LEAST ? NEAR : (int) half, jitter01);
  }

  /**
   * For a fan who waits for a start that nobody knows: the operator may say so at any time. From 10
   * to 15 seconds, which spreads the looks after the start over as long.
   *
   * @param jitter01 from 0 to 1
   * @return milliseconds
   * @throws IllegalArgumentException if the jitter is not from 0 to 1
   */
  public static int beforeUnknownStartMillis(double jitter01) {
    return shortened(NOBODY_KNOWS, jitter01);
  }

  private static int shortened(int millis, double jitter01) {
    if (!(jitter01 >= 0 && jitter01 <= 1)) {
      throw new IllegalArgumentException("jitter01: " + jitter01 + " (expected: from 0 to 1)");
    }
    return Math.max(LEAST, (int) (millis - millis * jitter01 / 3));
  }
}
