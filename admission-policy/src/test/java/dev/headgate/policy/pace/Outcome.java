package dev.headgate.policy.pace;

import java.util.Arrays;

/**
 * What became of a sale.
 *
 * @param admissions when fans were let in, in order
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares outcomes, and a list is slow to search
record Outcome(Plan plan, long[] admissions, DialHistory dials) {

  /** How many were let in from this moment until before that one. */
  long admitted(long fromMillis, long toMillis) {
    return (long) before(toMillis) - before(fromMillis);
  }

  /** The mean over these minutes, as a share of what the dial allowed. */
  double meanOfDial(int fromMinute, int toMinute) {
    long from = fromMinute * VirtualStore.MINUTE;
    long to = toMinute * VirtualStore.MINUTE;
    return admitted(from, to) / (dials.allowed(to) - dials.allowed(from));
  }

  /** By how many admissions the worst 60 seconds went beyond the hard limit; at most 0 is right. */
  long worstExcess() {
    return Arrays.stream(admissions)
        .distinct()
        .map(now -> inTheMinuteTo(now) - dials.limit(now))
        .max()
        .orElse(0);
  }

  /** The most admissions in any 60 seconds. */
  long worstMinute() {
    return Arrays.stream(admissions).distinct().map(this::inTheMinuteTo).max().orElse(0);
  }

  /** The most admissions beyond what the dial allowed, between any two moments. */
  double worstBurst() {
    double worst = 0;
    double least = 0;
    for (int i = 0; i < admissions.length; i++) {
      double allowed = dials.allowed(admissions[i]);
      least = Math.min(least, i - allowed);
      worst = Math.max(worst, i + 1 - allowed - least);
    }
    return worst;
  }

  /** The longest time between two admissions, from this moment to that one. */
  long longestGap(long fromMillis, long toMillis) {
    long longest = 0;
    long last = fromMillis;
    for (int i = before(fromMillis); i < before(toMillis); i++) {
      longest = Math.max(longest, admissions[i] - last);
      last = admissions[i];
    }
    return Math.max(longest, toMillis - last);
  }

  private long inTheMinuteTo(long now) {
    return admitted(now - VirtualStore.MINUTE + 1, now + 1);
  }

  private int before(long millis) {
    int low = 0;
    int high = admissions.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (admissions[middle] < millis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
