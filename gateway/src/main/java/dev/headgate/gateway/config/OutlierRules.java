package dev.headgate.gateway.config;

import java.time.Duration;
import java.util.Set;

/**
 * When a server that fails the requests of fans is left out, and for how long.
 *
 * @param consecutive so many failures in a row; 0 switches this rule off
 * @param statuses the answers that count as failures, beside none at all
 * @param percent … or failures above this share of the requests in {@code window}; 100 switches
 *     this rule off
 * @param requests below so many requests in {@code window} the share says nothing
 * @param window how long a request counts towards the share
 * @param ejectFor how long it is left out the first time; doubled each time it fails again
 * @param ejectAtMost how long at most; as long in without a break, and it starts from the first
 * @param allOut what is done while no server may be asked
 * @param openAtMost how long no server is asked, where all are out, before one request is let
 *     through to see
 */
public record OutlierRules(
    int consecutive,
    Set<Integer> statuses,
    int percent,
    int requests,
    Duration window,
    Duration ejectFor,
    Duration ejectAtMost,
    AllOut allOut,
    Duration openAtMost) {

  /** What is done with requests while no server of their upstream may be asked. */
  public enum AllOut {
    /** They are refused at once, but for those that are let through to see. */
    REFUSE,
    /** They are sent nevertheless: nothing is worse than nothing. */
    TRY
  }

  public OutlierRules {
    statuses = Set.copyOf(statuses);
    if (consecutive < 0 || requests < 1) {
      throw new IllegalArgumentException(
          "consecutive, requests: "
              + consecutive
              + ", "
              + requests
              + " (expected: at least 0, at least 1)");
    }
    if (percent < 1 || percent > 100) {
      throw new IllegalArgumentException("percent: " + percent + " (expected: 1 to 100)");
    }
    if (!statuses.stream().allMatch(status -> status > 500 && status < 600)) {
      // A 500 is the application's word about one request, not about the server.
      throw new IllegalArgumentException("statuses: " + statuses + " (expected: 501 to 599)");
    }
    if (!isAbove0(window) || !isAbove0(ejectFor) || !isAbove0(openAtMost)) {
      throw new IllegalArgumentException(
          "window, ejectFor, openAtMost: one is not above 0 (expected: above 0)");
    }
    if (ejectAtMost.compareTo(ejectFor) < 0) {
      throw new IllegalArgumentException(
          "ejectAtMost: " + ejectAtMost + " (expected: at least ejectFor, " + ejectFor + ")");
    }
  }

  /** What holds where nothing is said. */
  public static OutlierRules usual() {
    return new OutlierRules(
        5,
        Set.of(502, 503, 504),
        50,
        20,
        Duration.ofSeconds(10),
        Duration.ofSeconds(5),
        Duration.ofMinutes(1),
        AllOut.REFUSE,
        Duration.ofSeconds(2));
  }

  private static boolean isAbove0(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }
}
