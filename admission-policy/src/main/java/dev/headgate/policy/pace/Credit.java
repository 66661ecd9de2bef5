package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Decision.Show;

/**
 * The arithmetic of credit. One admission costs {@link #ADMISSION} units: 60,000 milliseconds a
 * minute times the 100 of "99 in a hundred", so that every sum is a whole number.
 *
 * <p>Nothing overflows: counts and dials are at most 2^31 - 1, credit and times at most {@link
 * #MOST} either way ({@link Snapshot} sees to it), and products are taken apart into quotient and
 * rest first.
 */
final class Credit {
  static final long ADMISSION = 6_000_000;
  static final long MOST = 1L << 60;

  /** A hundredth stays unspent: it is what keeps admissions off the hard limit, which is exact. */
  private static final long PERCENT = 99;

  private static final long SECOND_PER_DIAL = ADMISSION / 60;

  private Credit() {}

  /** What the time since the last tick is worth, at the mean of the rates at its two ends. */
  static long earned(long elapsedMillis, long perMinute, long perMinuteBefore) {
    long perTwoMillis = (perMinute + perMinuteBefore) * PERCENT;
    if (perTwoMillis == 0) {
      return 0;
    }
    // A gap of years is worth no more than the cap leaves of it; here it must only not overflow.
    return Math.min(Math.max(0, elapsedMillis), MOST / perTwoMillis) * perTwoMillis / 2;
  }

  /** What a second is worth at this rate, the unspent hundredth included. */
  static long second(int perMinute) {
    return perMinute * SECOND_PER_DIAL;
  }

  /** How much may lie ready for fans who are not called yet: two seconds' worth, at least one. */
  static long ready(long earned, long second) {
    // Below a dial of 60 the one comes on top of this tick: cut off at the one itself, the tick
    // that completes it would lose its rest, up to a third of the rate.
    return Math.max(2 * second, ADMISSION + Math.min(earned, second));
  }

  /**
   * How far credit may be below zero: a minute's worth. Late-comers who came under a higher rate
   * must not keep everybody else waiting under a lower one: whoever was let in more than a minute
   * ago counts against no limit any more.
   */
  static long mostDebt(long second) {
    return 60 * second;
  }

  /** What so many fans will cost, if the share of them comes; rounded down. */
  static long expected(long fans, Show show) {
    long comers = fans * show.came();
    return comers / show.of() * ADMISSION + comers % show.of() * ADMISSION / show.of();
  }

  /** The same rounded up: so much room they need. */
  static long needed(long fans, Show show) {
    long comers = fans * show.came();
    long part = comers % show.of() * ADMISSION;
    return comers / show.of() * ADMISSION + (part + show.of() - 1) / show.of();
  }

  /** How many fans to have out, so that those who come cost no more than this; rounded down. */
  static long fansFor(long credit, Show show) {
    if (credit <= 0) {
      return 0;
    }
    long whole = credit / ADMISSION * show.of();
    long rest = credit % ADMISSION * show.of() / ADMISSION;
    return (whole + rest) / show.came();
  }
}
