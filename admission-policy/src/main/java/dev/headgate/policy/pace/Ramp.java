package dev.headgate.policy.pace;

/**
 * A slow start: the rate rises in a line from a base to the dial, and is never above the dial.
 *
 * <p>All three numbers are refused with an {@link IllegalArgumentException} where they cannot be.
 *
 * @param fromMillis when it begins, in milliseconds of the store's clock
 * @param basePerMinute the rate up to then
 * @param lengthMillis how long it rises, up to 2^31 - 1; 0 means that there is no slow start
 */
public record Ramp(long fromMillis, int basePerMinute, long lengthMillis) {

  /** The whole dial at once. */
  public static final Ramp NONE = new Ramp(0, 0, 0);

  public Ramp {
    Checks.time("fromMillis", fromMillis);
    Checks.count("basePerMinute", basePerMinute);
    Checks.count("lengthMillis", lengthMillis);
  }

  /**
   * What it leaves of a dial.
   *
   * @param nowMillis milliseconds of the store's clock
   * @param dial admissions a minute, at least 0
   * @return admissions a minute: from 1 to the dial, and 0 only at dial 0
   */
  public int at(long nowMillis, int dial) {
    // The ends first: in between no difference of times can overflow.
    if (lengthMillis == 0 || basePerMinute >= dial || nowMillis >= fromMillis + lengthMillis) {
      return dial;
    }
    long risen = nowMillis <= fromMillis ? 0 : nowMillis - fromMillis;
    long rate = basePerMinute + ((long) dial - basePerMinute) * risen / lengthMillis;
    // A base of 0 must not mean that the first minute has passed before anybody is called.
    return (int) Math.max(1, rate);
  }
}
