package dev.headgate.gateway.upstream;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many requests there were lately, and how many of them failed. Counts from any thread, without
 * a lock and without an allocation.
 *
 * <p>A ring of ten slices of time; each is one word, so that both counts move together: the number
 * of the slice (28 bits), requests (18) and failures (18). A slice that is full counts no more,
 * which leaves the share what it was.
 */
final class SlidingCounts {
  private static final int SLICES = 10;
  private static final int COUNT_BITS = 18;
  private static final long MOST = (1L << COUNT_BITS) - 1;
  private static final long NUMBERS = (1L << (64 - 2 * COUNT_BITS)) - 1;

  private final long sliceNanos;
  private final AtomicLongArray slices = new AtomicLongArray(SLICES);

  SlidingCounts(long windowNanos) {
    sliceNanos = Math.max(1, windowNanos / SLICES);
  }

  void count(boolean failed, long nowNanos) {
    long slice = Math.floorDiv(nowNanos, sliceNanos);
    int place = (int) Math.floorMod(slice, (long) SLICES);
    long one = (1L << COUNT_BITS) | (failed ? 1 : 0);
    for (; ; ) {
      long word = slices.get(place);
      // An empty word is of no slice: clocks of this kind may begin below zero.
      long age = requests(word) == 0 ? SLICES : (slice - number(word)) & NUMBERS;
      if (age > NUMBERS / 2 || (age == 0 && requests(word) == MOST)) {
        return; // Its slice is over already, or full.
      }
      long counted = age == 0 ? word + one : (slice & NUMBERS) << (2 * COUNT_BITS) | one;
      if (slices.compareAndSet(place, word, counted)) {
        return;
      }
    }
  }

  /** Whether failures are more than {@code percent} of at least {@code fewest} requests. */
  boolean isAbove(int percent, int fewest, long nowNanos) {
    long slice = Math.floorDiv(nowNanos, sliceNanos);
    long requests = 0;
    long failures = 0;
    for (int i = 0; i < SLICES; i++) {
      long word = slices.get(i);
      if (((slice - number(word)) & NUMBERS) < SLICES) {
        requests += requests(word);
        failures += word & MOST;
      }
    }
    return requests >= fewest && failures * 100 > requests * percent;
  }

  private static long number(long word) {
    return word >>> (2 * COUNT_BITS);
  }

  private static long requests(long word) {
    return (word >>> COUNT_BITS) & MOST;
  }
}
