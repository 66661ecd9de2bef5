package dev.headgate.policy.pace;

import java.util.List;
import java.util.function.IntPredicate;

/** How lanes share what belongs to all of them: by weight, among those that have a use for it. */
final class Shares {
  private final long[] weights;
  private final long sum;
  private final int first;

  private Shares(long[] weights, long sum, int first) {
    this.weights = weights;
    this.sum = sum;
    this.first = first;
  }

  /** Among the lanes in which somebody waits; where nobody waits anywhere, among all. */
  static Shares of(List<Snapshot.Lane> lanes) {
    boolean idle = lanes.stream().allMatch(lane -> lane.waiting() == 0);
    return among(lanes, i -> idle || lanes.get(i).waiting() > 0);
  }

  /** Among some of the lanes, at least one. */
  static Shares among(List<Snapshot.Lane> lanes, IntPredicate which) {
    long[] weights = new long[lanes.size()];
    long sum = 0;
    int first = -1;
    for (int i = 0; i < weights.length; i++) {
      if (which.test(i)) {
        weights[i] = lanes.get(i).weight();
        sum += weights[i];
        first = first < 0 ? i : first;
      }
    }
    return new Shares(weights, sum, first);
  }

  /** What a lane gets of this, rounded down; 0 for a lane that shares in nothing. */
  long part(int lane, long whole) {
    // The weights together are below 2^36, and one is below 2^20: no product overflows.
    return Math.floorDiv(whole, sum) * weights[lane]
        + Math.floorMod(whole, sum) * weights[lane] / sum;
  }

  /** All of it by lane; what the rounding leaves over goes to the first that shares. */
  long[] split(long whole) {
    long[] parts = new long[weights.length];
    long left = whole;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = part(i, whole);
      left -= parts[i];
    }
    parts[first] += left;
    return parts;
  }

  boolean has(int lane) {
    return weights[lane] > 0;
  }
}
