package dev.headgate.policy.estimate;

/**
 * How long until a fan is called, in seconds, as a range: rounded to what is really known.
 *
 * @param seconds the likely time
 * @param low the shortest that is plausible
 * @param high the longest that is plausible
 */
public record Estimate(int seconds, int low, int high) {
  public Estimate {
    if (low < 0 || low > seconds || seconds > high) {
      throw new IllegalArgumentException(
          "estimate: "
              + seconds
              + ", "
              + low
              + ", "
              + high
              + " (expected: 0 <= low <= it <= high)");
    }
  }
}
