package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Decision.Limit;

/**
 * How fast fans may be called, and how many may be inside. Negative numbers are refused with an
 * {@link IllegalArgumentException}.
 *
 * @param newUsersPerMinute the dial: admissions in any 60 seconds, at most
 * @param totalActiveUsers the dial: sessions at one time, at most
 * @param throttlePerMinute what the throttle leaves; {@link Integer#MAX_VALUE} when it is off
 * @param stockPerMinute what the stock leaves; {@link Integer#MAX_VALUE} when it is not known, 0
 *     when nothing can be sold
 * @param ramp a slow start, or {@link Ramp#NONE}
 */
public record Rate(
    int newUsersPerMinute,
    int totalActiveUsers,
    int throttlePerMinute,
    int stockPerMinute,
    Ramp ramp) {
  public Rate {
    atLeastZero("newUsersPerMinute", newUsersPerMinute);
    atLeastZero("totalActiveUsers", totalActiveUsers);
    atLeastZero("throttlePerMinute", throttlePerMinute);
    atLeastZero("stockPerMinute", stockPerMinute);
  }

  /** The two dials alone: no throttle, no stock, no slow start. */
  public static Rate of(int newUsersPerMinute, int totalActiveUsers) {
    return new Rate(
        newUsersPerMinute, totalActiveUsers, Integer.MAX_VALUE, Integer.MAX_VALUE, Ramp.NONE);
  }

  /**
   * The rate in force: the least of dial, throttle, stock and slow start.
   *
   * @param nowMillis milliseconds of the store's clock
   * @return admissions a minute
   */
  public int perMinute(long nowMillis) {
    int least = Math.min(newUsersPerMinute, Math.min(throttlePerMinute, stockPerMinute));
    return Math.min(least, ramp.at(nowMillis, newUsersPerMinute));
  }

  /** Which of them it is; where two are equal, the one that will not go away by itself. */
  Limit binding(long nowMillis) {
    int least = perMinute(nowMillis);
    if (least == newUsersPerMinute) {
      return Limit.NEW_USERS_PER_MINUTE;
    }
    if (least == stockPerMinute) {
      return Limit.STOCK;
    }
    return least == throttlePerMinute ? Limit.THROTTLE : Limit.SLOW_START;
  }

  private static void atLeastZero(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: >= 0)");
    }
  }
}
