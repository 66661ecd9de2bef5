package dev.headgate.policy.estimate;

import java.util.List;

/**
 * How fast a queue moves: what was measured of it, and what it is allowed.
 *
 * @param samples where the cutoff stood, oldest first, up to some 24 over some two minutes. They
 *     begin anew whenever nobody waits, since a queue that has run dry moves as fans come and not
 *     as fast as it could
 * @param perMinute admissions a minute that all dials and limits leave now; 0 when nobody is let in
 * @param came of the recently settled positions, those whose fan came in time
 * @param of the recently settled positions
 */
public record Pace(List<Sample> samples, int perMinute, long came, long of) {

  /**
   * Where the queue stood at one moment.
   *
   * @param runningMillis the running time of the event, which stands still in a pause, milliseconds
   * @param cutoff fans at a position below it had been called
   */
  public record Sample(long runningMillis, long cutoff) {}

  public Pace {
    samples = List.copyOf(samples);
    if (perMinute < 0) {
      throw new IllegalArgumentException("perMinute: " + perMinute + " (expected: >= 0)");
    }
    if (came < 0 || came > of) {
      throw new IllegalArgumentException(
          "came: " + came + " of " + of + " (expected: 0 <= came <= of)");
    }
    for (int i = 1; i < samples.size(); i++) {
      requireOrder(samples.get(i - 1), samples.get(i));
    }
  }

  private static void requireOrder(Sample earlier, Sample later) {
    if (later.runningMillis < earlier.runningMillis || later.cutoff < earlier.cutoff) {
      throw new IllegalArgumentException(
          "samples: " + later + " after " + earlier + " (expected: neither ever falls)");
    }
  }
}
