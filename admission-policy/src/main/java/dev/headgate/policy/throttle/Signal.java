package dev.headgate.policy.throttle;

import dev.headgate.policy.throttle.Reason.Kind;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One measured figure against its limit.
 *
 * @param kind what it is a reason for
 * @param value as measured
 * @param limit in the same unit
 * @param slowness the latency, whichever figure this is, in thousandths of its limit; 0 where it is
 *     not known
 */
record Signal(Kind kind, int value, int limit, long slowness) {

  /** Nothing is measured. */
  static final Signal NONE = new Signal(Kind.UNKNOWN, 0, 1, 0);

  /**
   * A figure up to this share of its limit, in thousandths, is well, whatever chance adds to it.
   */
  private static final long CLEAR = 800;

  /** Up to this one there is room to try a step more. */
  private static final long TRY = 700;

  /** Up to this one there is plenty of room. */
  private static final long EASY = 500;

  /** From this one on the backend is in earnest trouble. */
  private static final long SEVERE = 2_000;

  /** Where the latency may be after the next step. */
  private static final long ROOM = 900;

  /** The figure that is nearest to its limit, or farthest beyond; null when none is known. */
  static @Nullable Signal worst(Health health, Rules rules) {
    long slowness = health.p95Millis().orElse(0) * 1_000L / rules.p95Millis();
    return Stream.of(
            of(Kind.SLOW_HOLDS, health.p95Millis(), rules.p95Millis(), slowness),
            of(Kind.ERRORS, health.errorPermille(), rules.errorPercent() * 10, slowness),
            of(Kind.POOL, health.poolPercent(), rules.poolPercent(), slowness))
        .flatMap(Optional::stream)
        .max(Comparator.comparingLong(Signal::severity))
        .orElse(null);
  }

  private static Optional<Signal> of(Kind kind, OptionalInt value, int limit, long slowness) {
    return value.isPresent()
        ? Optional.of(new Signal(kind, value.getAsInt(), limit, slowness))
        : Optional.empty();
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

  boolean roomToTry() {
    return severity() <= TRY;
  }

  boolean easy() {
    return severity() <= EASY;
  }

  boolean severe() {
    return severity() >= SEVERE;
  }

  /**
   * Whether there is room for a step more when the last one made the latency grow from there:
   * latency grows faster the nearer the capacity is, so the next step may cost three times as much.
   */
  boolean roomAfterGrowingFrom(long before) {
    return slowness + 3 * Math.max(0, slowness - before) <= ROOM;
  }

  Reason reason() {
    return new Reason(kind, value, limit);
  }
}
