package dev.headgate.policy.pace;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A shop that gets slow when more come than it bears, and a throttle that follows its latency:
 * additive increase, multiplicative decrease, once a second.
 */
final class VirtualBackend {
  private static final long WINDOW = 10_000;
  private static final double TARGET_MILLIS = 150;

  private final Plan plan;
  private final int floor;
  private final Deque<Long> admissions = new ArrayDeque<>();
  private int throttle = Integer.MAX_VALUE;

  VirtualBackend(Plan plan) {
    this.plan = plan;
    this.floor = Math.max(1, plan.dials().newUsersPerMinute() / 20);
  }

  void admitted(long now) {
    admissions.addLast(now);
  }

  void second(long now, int dial) {
    if (plan.slows().isEmpty()) {
      return;
    }
    throttle =
        latencyMillis(now) > TARGET_MILLIS
            ? Math.max(floor, Math.min(throttle, dial) * 7 / 10)
            : Math.min(Math.max(floor, dial), Math.min(throttle, dial) + 1 + dial / 60);
  }

  private double latencyMillis(long now) {
    while (!admissions.isEmpty() && admissions.getFirst() <= now - WINDOW) {
      admissions.removeFirst();
    }
    double perMinute = admissions.size() * 60_000.0 / WINDOW;
    double share =
        plan.slows().stream()
            .filter(slow -> slow.from() <= now && now < slow.to())
            .mapToDouble(Plan.Slow::share)
            .min()
            .orElse(100);
    return 100 * Math.max(1, perMinute / (1 + share * plan.dials().newUsersPerMinute()));
  }

  /** What the throttle leaves a minute. */
  int throttle() {
    return throttle;
  }
}
