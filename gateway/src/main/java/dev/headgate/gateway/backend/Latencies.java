package dev.headgate.gateway.backend;

import java.util.Arrays;

/** Latencies by buckets, each a quarter wider than the one before, from 1 ms to a minute. */
final class Latencies {
  private static final int LONGEST_MILLIS = 60_000;
  private static final int[] UPPER_MILLIS = uppers();

  /** How many buckets there are. */
  static final int BUCKETS = UPPER_MILLIS.length;

  private Latencies() {}

  /** The bucket of a latency; what is longer than the last one's end is in the last one. */
  static int bucketOf(long millis) {
    int key = (int) Math.max(0, Math.min(millis, LONGEST_MILLIS));
    int found = Arrays.binarySearch(UPPER_MILLIS, key);
    return found >= 0 ? found : -found - 1;
  }

  /** The longest latency of a bucket, in milliseconds. */
  static int upperMillis(int bucket) {
    return UPPER_MILLIS[bucket];
  }

  private static int[] uppers() {
    int[] uppers = new int[128];
    int count = 0;
    for (int upper = 1; upper < LONGEST_MILLIS; upper = Math.max(upper + 1, upper * 5 / 4)) {
      uppers[count++] = upper;
    }
    uppers[count++] = LONGEST_MILLIS;
    return Arrays.copyOf(uppers, count);
  }
}
