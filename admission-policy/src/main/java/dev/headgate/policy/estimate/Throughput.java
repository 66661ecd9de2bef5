package dev.headgate.policy.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of those who were let in lately.
 *
 * @param stayMinutes how long a fan stays in the mean: those inside by those who leave a minute
 *     (Little's law); null when too few have left
 * @param seatsPerFan free seats that went for each fan let in; null when too little is known
 */
public record Throughput(@Nullable Double stayMinutes, @Nullable Double seatsPerFan) {

  /** Nothing was measured. */
  public static final Throughput UNKNOWN = new Throughput(null, null);

  /** What is older says nothing of now. */
  private static final long WINDOW_MILLIS = 15 * 60_000;

  private static final long LEAST_MILLIS = 60_000;

  /** Fewer fans than this say nothing. */
  private static final long ENOUGH = 20;

  /**
   * Where a sale stood.
   *
   * @param atMillis when, milliseconds
   * @param admitted fans let in since its beginning
   * @param active sessions
   * @param free seats nobody had; null when not known
   */
  public record Mark(long atMillis, long admitted, long active, @Nullable Integer free) {}

  /** Measures the last quarter of an hour; marks are in the order of time. */
  public static Throughput of(List<Mark> marks) {
    if (marks.isEmpty()) {
      return UNKNOWN;
    }
    Mark last = marks.get(marks.size() - 1);
    List<Mark> window =
        marks.stream().filter(mark -> last.atMillis - mark.atMillis <= WINDOW_MILLIS).toList();
    Mark first = window.get(0);
    long came = last.admitted - first.admitted;
    if (last.atMillis - first.atMillis < LEAST_MILLIS) {
      return UNKNOWN;
    }
    return new Throughput(stay(window, came - (last.active - first.active)), seats(window));
  }

  private static @Nullable Double stay(List<Mark> window, long went) {
    double inside = 0;
    for (int i = 1; i < window.size(); i++) {
      Mark from = window.get(i - 1);
      Mark to = window.get(i);
      inside += (from.active + to.active) / 2.0 * (to.atMillis - from.atMillis) / 60_000;
    }
    return went < ENOUGH || inside <= 0 ? null : (Double) (inside / went);
  }

  /** From the first mark on that says what was free. */
  private static @Nullable Double seats(List<Mark> window) {
    List<Mark> known = window.stream().filter(mark -> mark.free != null).toList();
    if (known.isEmpty()) {
      return null;
    }
    Mark first = known.get(0);
    Mark last = known.get(known.size() - 1);
    if (first.free == null || last.free == null) {
      return null;
    }
    long came = last.admitted - first.admitted;
    int taken = first.free - last.free;
    return came < ENOUGH || taken <= 0 ? null : (Double) ((double) taken / came);
  }
}
