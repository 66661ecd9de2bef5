package dev.headgate.policy.throttle;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Latencies as counts in buckets, so that gateways can add up what each of them has seen: from 1 ms
 * to a minute, a bucket at most a quarter wider than the one before.
 */
public final class Latencies {
  private static final int[] UPPER = uppers();

  /** How many buckets there are. */
  public static final int BUCKETS = UPPER.length;

  private Latencies() {}

  private static int[] uppers() {
    int[] uppers = new int[100];
    int count = 0;
    int upper = 1;
    while (upper < 60_000) {
      uppers[count++] = upper;
      upper = Math.max(upper + 1, upper * 5 / 4);
    }
    uppers[count++] = 60_000;
    return Arrays.copyOf(uppers, count);
  }

  /** The bucket of a latency in milliseconds; what is above a minute goes into the last one. */
  public static int bucketOf(long millis) {
    int limited = (int) Math.max(0, Math.min(60_000, millis));
    int found = Arrays.binarySearch(UPPER, limited);
    return found >= 0 ? found : -found - 1;
  }

  /**
   * The greatest latency that a bucket holds, milliseconds.
   *
   * @throws IndexOutOfBoundsException if there is no such bucket
   */
  public static int upperMillis(int bucket) {
    return UPPER[bucket];
  }

  /**
   * The latency that so many of a hundred did not exceed, milliseconds, taken as evenly spread
   * within its bucket.
   *
   * @param counts by bucket; missing ones at the end are 0
   * @param percent from 1 to 100
   * @return empty when nothing was counted
   * @throws IllegalArgumentException if there are too many buckets, a negative count, or no such
   *     percentage
   */
  public static OptionalInt percentile(List<Integer> counts, int percent) {
    return percentile(counts.stream().mapToLong(Integer::longValue).toArray(), percent);
  }

  /** As {@link #percentile(List, int)}. */
  public static OptionalInt percentile(long[] counts, int percent) {
    if (percent < 1 || percent > 100) {
      throw new IllegalArgumentException("percent: " + percent + " (expected: from 1 to 100)");
    }
    long rank = (total(counts) * percent + 99) / 100;
    if (rank == 0) {
      return OptionalInt.empty();
    }
    int bucket = 0;
    while (rank > counts[bucket]) {
      rank -= counts[bucket++];
    }
    long lower = bucket == 0 ? 0 : UPPER[bucket - 1];
    return OptionalInt.of((int) (lower + (UPPER[bucket] - lower) * rank / counts[bucket]));
  }

  private static long total(long[] counts) {
    if (counts.length > BUCKETS) {
      throw new IllegalArgumentException(
          "counts: " + counts.length + " (expected: at most " + BUCKETS + ")");
    }
    long total = 0;
    for (long count : counts) {
      if (count < 0) {
        throw new IllegalArgumentException("count: " + count + " (expected: >= 0)");
      }
      total += count;
    }
    return total;
  }
}
