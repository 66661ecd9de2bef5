package dev.headgate.policy.throttle;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** A sale in virtual time, a second a step: the throttle, and a shop that it has to spare. */
final class ThrottledSale {
  static final Rules RULES = new Rules(1_000, 5, 90, 10, 100, 5);
  static final int DIAL = 1_000;

  /** More than the dial can ever bring. */
  static final int PLENTY = 2_000;

  private final ModelBackend backend;
  private final List<Second> seconds = new ArrayList<>();
  private ThrottleState state = ThrottleState.FREE;

  /** One second of it. */
  record Second(int perMinute, int capacity, OptionalInt p95Millis, ThrottleState after) {}

  ThrottledSale(ModelBackend.Kind kind, long seed) {
    backend = new ModelBackend(kind, PLENTY, seed);
  }

  /** Goes on for so long against a shop of that capacity; every state goes through the store. */
  @CanIgnoreReturnValue
  List<Second> run(int capacity, int length) {
    backend.capacity(capacity);
    int from = seconds.size();
    for (int second = 0; second < length; second++) {
      int perMinute = state.perMinute(DIAL);
      Health health = backend.second(perMinute);
      long now = 1_764_500_000_000L + seconds.size() * 1_000L;
      ThrottleState next = Throttle.next(state, health, RULES, DIAL, now);
      state = ThrottleState.decode(next.encode());
      seconds.add(new Second(perMinute, capacity, health.p95Millis(), state));
    }
    return seconds.subList(from, seconds.size());
  }

  List<Second> seconds() {
    return seconds;
  }
}
