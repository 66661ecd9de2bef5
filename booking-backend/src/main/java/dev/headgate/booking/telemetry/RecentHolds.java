package dev.headgate.booking.telemetry;

import java.util.Arrays;

/** The newest answers to requests for seats: at most so many, none older than ten seconds. */
public final class RecentHolds {
  private static final int KEPT = 8_192;
  private static final long WINDOW_NANOS = 10_000_000_000L;

  private final long[] atNanos = new long[KEPT];
  private final long[] micros = new long[KEPT];
  private final boolean[] failed = new boolean[KEPT];
  private long added;

  RecentHolds() {}

  /**
   * What the last ten seconds were like.
   *
   * @param p95Millis of the time to answer; 0 without requests
   * @param errorShare of answers that were our fault, 0 to 1
   * @param count how many requests these are of
   */
  public record Figures(double p95Millis, double errorShare, int count) {}

  synchronized void add(long nowNanos, long tookMicros, boolean isFailure) {
    int slot = (int) (added++ % KEPT);
    atNanos[slot] = nowNanos;
    micros[slot] = tookMicros;
    failed[slot] = isFailure;
  }

  Figures figures(long nowNanos) {
    long[] times = new long[KEPT];
    int count = 0;
    int failures = 0;
    synchronized (this) {
      for (int i = 0; i < Math.min(added, KEPT); i++) {
        if (nowNanos - atNanos[i] < WINDOW_NANOS) {
          times[count++] = micros[i];
          failures += failed[i] ? 1 : 0;
        }
      }
    }
    if (count == 0) {
      return new Figures(0, 0, 0);
    }
    Arrays.sort(times, 0, count);
    int at = Math.min(count - 1, count * 95 / 100);
    return new Figures(times[at] / 1_000.0, (double) failures / count, count);
  }
}
