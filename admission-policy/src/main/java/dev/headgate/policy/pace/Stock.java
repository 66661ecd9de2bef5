package dev.headgate.policy.pace;

/** Slower as the stock runs out: nobody is served by a thousand fans for forty seats. */
public final class Stock {

  /**
   * Two fans a minute for each free seat. Whoever buys takes a few minutes and more than one seat,
   * so this binds only near the end; held seats that return raise it again.
   */
  private static final int PER_FREE_SEAT = 2;

  private Stock() {}

  /**
   * How many admissions a minute make sense.
   *
   * @param free seats that could be held now
   * @return twice as many; 0 for none, and always below {@link Integer#MAX_VALUE}, which stands for
   *     a stock that is not known
   * @throws IllegalArgumentException if {@code free} is negative
   */
  public static int perMinute(int free) {
    Checks.count("free", free);
    return free > Integer.MAX_VALUE / PER_FREE_SEAT - 1
        ? Integer.MAX_VALUE - 1
        : free * PER_FREE_SEAT;
  }
}
