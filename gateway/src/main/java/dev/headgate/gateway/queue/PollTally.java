package dev.headgate.gateway.queue;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Estimates how many wait and look, from their polls alone. A fan who is told to come back after
 * {@code d} milliseconds makes one poll in each {@code d}, so that over a window the advised
 * intervals of all polls add up to the window's length a fan. That needs no list of fans, and the
 * sums of several gateways add up, whichever of them a fan's next poll meets.
 */
final class PollTally {
  private static final int BUCKETS = 40;
  private static final int WINDOW_SECONDS = 30;

  private final AtomicLongArray intervals = new AtomicLongArray(BUCKETS);
  private final AtomicLongArray seconds = new AtomicLongArray(BUCKETS);

  /** Counts one poll in this second. */
  void seen(long second, int pollAfterMillis) {
    int bucket = (int) (second % BUCKETS);
    long held = seconds.get(bucket);
    if (held != second && seconds.compareAndSet(bucket, held, second)) {
      intervals.set(bucket, 0);
    }
    intervals.addAndGet(bucket, pollAfterMillis);
  }

  /** Fans who wait and look, as estimated from the 30 whole seconds before this one. */
  int present(long second) {
    long sum = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      long age = second - seconds.get(bucket);
      if (age >= 1 && age <= WINDOW_SECONDS) {
        sum += intervals.get(bucket);
      }
    }
    return (int) Math.min(Integer.MAX_VALUE, (sum + 500) / (WINDOW_SECONDS * 1_000L));
  }
}
