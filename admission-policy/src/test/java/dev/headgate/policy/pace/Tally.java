package dev.headgate.policy.pace;

import java.util.Arrays;

/** Counts by number, with the sum below any number: a Fenwick tree that grows. */
final class Tally {
  private long[] sums = new long[1 << 12];
  private long total;

  void add(int number, int count) {
    while (number + 1 >= sums.length) {
      grow();
    }
    for (int i = number + 1; i < sums.length; i += i & -i) {
      sums[i] += count;
    }
    total += count;
  }

  private void grow() {
    int half = sums.length;
    sums = Arrays.copyOf(sums, 2 * half);
    // The new root of the old half holds all of it; nothing beyond has been counted.
    sums[half] = total;
  }

  /** The sum of all with a smaller number. */
  long before(int number) {
    long sum = 0;
    for (int i = Math.min(number, sums.length - 1); i > 0; i -= i & -i) {
      sum += sums[i];
    }
    return sum;
  }

  long total() {
    return total;
  }
}
