package dev.headgate.booking.map;

import java.time.Instant;
import java.util.Arrays;

/**
 * The state of every seat on sale, in the order of the plan.
 *
 * @param states one letter a seat: available, held, paying, sold
 * @param asOf the database's clock when they were read
 * @param readAtNanos this process's monotonic clock before they were asked for
 */
record Projection(String states, Instant asOf, long readAtNanos) {

  /** Where it differs from an earlier one of the same plan. */
  int[] differences(Projection earlier) {
    int count = 0;
    int[] indexes = new int[16];
    for (int i = 0; i < states.length(); i++) {
      if (states.charAt(i) != earlier.states.charAt(i)) {
        if (count == indexes.length) {
          indexes = Arrays.copyOf(indexes, count * 2);
        }
        indexes[count++] = i;
      }
    }
    return Arrays.copyOf(indexes, count);
  }
}
