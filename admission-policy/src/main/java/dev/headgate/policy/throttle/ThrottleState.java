package dev.headgate.policy.throttle;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What the throttle of one event knows; it moves between gateways as text. Immutable.
 *
 * <p>Rates are absolute and not shares of the dial: what a backend can carry does not change when
 * somebody turns the dial.
 */
public final class ThrottleState {

  /** Nothing has been throttled. */
  public static final ThrottleState FREE = new ThrottleState(Facts.FREE);

  private static final String VERSION = "1";
  private static final int NAMES = 3;
  private static final int NUMBERS = 13;

  private final Facts facts;

  ThrottleState(Facts facts) {
    this.facts = facts;
  }

  /** What the throttle is about. The order is that of the encoded numbers. */
  enum Mode {
    /** The whole of the dial. */
    FREE,
    /** Overloaded, and the rate goes down. */
    CUTTING,
    /** On the way up to one step under what proved too much. */
    RISING,
    /** One step under what proved too much, until the pause is over. */
    HOLDING,
    /** One step more than that, to see whether it is carried. */
    PROBING
  }

  /**
   * The facts themselves.
   *
   * @param rate admissions a minute; of no meaning in mode FREE
   * @param load the rate as the backend feels it: a moving average, in thousandths a minute
   * @param tooMuch the rate that proved too much; 0 when none is known
   * @param atMillis when the throttle was last asked
   * @param movedMillis when the rate last moved, or the mode
   * @param severity of the overload when the rate was last cut, in thousandths of the limit
   * @param pauseMillis how long to hold before the next probe
   * @param carried how many probes in a row were carried
   * @param knownMillis when something was last known of the backend
   */
  record Facts(
      Mode mode,
      int rate,
      long load,
      int tooMuch,
      long atMillis,
      long movedMillis,
      long severity,
      long pauseMillis,
      int carried,
      long knownMillis,
      int floorPercent,
      int ceilingPercent,
      Reason reason) {
    static final Facts FREE =
        new Facts(Mode.FREE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 100, Reason.NOT_THROTTLED);
  }

  Facts facts() {
    return facts;
  }

  /**
   * What the throttle leaves of a dial: admissions a minute, between its floor and its ceiling, and
   * at least 1 of any dial but 0.
   */
  public int perMinute(int dial) {
    int least = Math.min(1, dial);
    int floor = Math.max(least, Rules.percent(dial, facts.floorPercent));
    int ceiling = Math.max(least, Rules.percent(dial, facts.ceilingPercent));
    return facts.mode == Mode.FREE ? ceiling : Math.min(ceiling, Math.max(floor, facts.rate));
  }

  /** Why it leaves that. */
  public Reason reason() {
    return facts.reason;
  }

  /** The state as a short text without spaces. */
  public String encode() {
    LongStream numbers =
        LongStream.of(
            facts.rate,
            facts.load,
            facts.tooMuch,
            facts.atMillis,
            facts.movedMillis,
            facts.severity,
            facts.pauseMillis,
            facts.carried,
            facts.knownMillis,
            facts.floorPercent,
            facts.ceilingPercent,
            facts.reason.value(),
            facts.reason.limit());
    return numbers
        .mapToObj(Long::toString)
        .collect(Collectors.joining(",", names(facts) + ",", ""));
  }

  private static String names(Facts facts) {
    return VERSION + "," + facts.mode + "," + facts.reason.kind();
  }

  /**
   * The state that a text stands for. An empty one, and one that another version has written, is
   * {@link #FREE}: the throttle then finds its rate anew.
   */
  public static ThrottleState decode(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length != NAMES + NUMBERS || !parts[0].equals(VERSION)) {
      return FREE;
    }
    try {
      return new ThrottleState(
          facts(
              Mode.valueOf(parts[1]),
              Reason.Kind.valueOf(parts[2]),
              Arrays.stream(parts, NAMES, parts.length).mapToLong(Long::parseLong).toArray()));
    } catch (IllegalArgumentException | ArithmeticException notOurs) {
      return FREE;
    }
  }

  private static Facts facts(Mode mode, Reason.Kind kind, long[] n) {
    return new Facts(
        mode,
        Math.toIntExact(n[0]),
        n[1],
        Math.toIntExact(n[2]),
        n[3],
        n[4],
        n[5],
        n[6],
        Math.toIntExact(n[7]),
        n[8],
        Math.toIntExact(n[9]),
        Math.toIntExact(n[10]),
        new Reason(kind, Math.toIntExact(n[11]), Math.toIntExact(n[12])));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ThrottleState that && facts.equals(that.facts);
  }

  @Override
  public int hashCode() {
    return facts.hashCode();
  }

  @Override
  public String toString() {
    return encode();
  }
}
