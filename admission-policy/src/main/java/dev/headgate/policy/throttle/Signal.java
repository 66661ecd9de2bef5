package dev.headgate.policy.throttle;

import dev.headgate.policy.throttle.Reason.Kind;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One measured figure against its limit.
 *
 * @param kind what it is a reason for
 * @param value as measured
 * @param limit in the same unit
 */
record Signal(Kind kind, int value, int limit) {

  /** Below this share of its limit, in thousandths, a figure is clearly well. */
  private static final long CLEAR = 800;

  /** Below this one there is plenty of room. */
  private static final long EASY = 500;

  /** The figure that is nearest to its limit, or farthest beyond; null when none is known. */
  static @Nullable Signal worst(Health health, Rules rules) {
    Signal worst = null;
    worst = worse(worst, Kind.SLOW_HOLDS, health.p95Millis(), rules.p95Millis());
    worst = worse(worst, Kind.ERRORS, health.errorPermille(), rules.errorPercent() * 10);
    return worse(worst, Kind.POOL, health.poolPercent(), rules.poolPercent());
  }

  private static @Nullable Signal worse(
      @Nullable Signal other, Kind kind, OptionalInt value, int limit) {
    if (value.isEmpty()) {
      return other;
    }
    Signal signal = new Signal(kind, value.getAsInt(), limit);
    return other == null || signal.severity() > other.severity() ? signal : other;
  }

  /** Its share of the limit, in thousandths. */
  long severity() {
    return value * 1_000L / limit;
  }

  boolean over() {
    return value > limit;
  }

  boolean clear() {
    return severity() <= CLEAR;
  }

  boolean easy() {
    return severity() <= EASY;
  }

  Reason reason() {
    return new Reason(kind, value, limit);
  }
}
