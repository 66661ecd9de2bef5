package dev.headgate.gateway.upstream;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How a server stands with us, from one change to the next. Every change makes another one, so that
 * the end of a request can be told to have begun under this standing: what began under an earlier
 * one says nothing about this one.
 */
final class Standing {

  /** What may be sent to it. */
  enum Kind {
    /** Whatever comes. */
    IN,
    /** Nothing, until the period is over. */
    OUT,
    /** Nothing but the one request that was let through to see. */
    PROBED
  }

  private final Kind kind;
  private final long sinceNanos;
  private final long periodNanos;
  private final int strikes;
  private final SlidingCounts counts;
  private final AtomicInteger failuresInARow = new AtomicInteger();

  private Standing(Kind kind, long sinceNanos, long periodNanos, int strikes) {
    this.kind = kind;
    this.sinceNanos = sinceNanos;
    this.periodNanos = periodNanos;
    this.strikes = strikes;
    this.counts = new SlidingCounts(periodNanos);
  }

  /** Its requests count towards the next ejection for {@code windowNanos}. */
  static Standing in(long nowNanos, int strikes, long windowNanos) {
    return new Standing(Kind.IN, nowNanos, windowNanos, strikes);
  }

  static Standing out(long nowNanos, int strikes, long periodNanos) {
    return new Standing(Kind.OUT, nowNanos, periodNanos, strikes);
  }

  /** After {@code patienceNanos} another request may be let through. */
  static Standing probed(long nowNanos, int strikes, long patienceNanos) {
    return new Standing(Kind.PROBED, nowNanos, patienceNanos, strikes);
  }

  Kind kind() {
    return kind;
  }

  boolean isIn() {
    return kind == Kind.IN;
  }

  /** Since when it is so. */
  long sinceNanos() {
    return sinceNanos;
  }

  /** How often in a row it was put out. */
  int strikes() {
    return strikes;
  }

  /** Whether a server that is not in may be sent one request to see. */
  boolean isDue(long nowNanos) {
    return kind != Kind.IN && nowNanos - sinceNanos >= periodNanos;
  }

  /** The same, for one that is out and is wanted back sooner. */
  boolean isDueWithin(long nowNanos, long mostNanos) {
    return kind == Kind.OUT && nowNanos - sinceNanos >= mostNanos;
  }

  void succeeded(long nowNanos) {
    if (failuresInARow.get() != 0) {
      failuresInARow.set(0);
    }
    counts.count(false, nowNanos);
  }

  /** How many failures in a row there are with this one. */
  int failed(long nowNanos) {
    counts.count(true, nowNanos);
    return failuresInARow.incrementAndGet();
  }

  boolean isAbove(int percent, int fewest, long nowNanos) {
    return counts.isAbove(percent, fewest, nowNanos);
  }
}
