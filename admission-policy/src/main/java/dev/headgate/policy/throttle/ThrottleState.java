package dev.headgate.policy.throttle;

import dev.headgate.policy.throttle.ThrottleState.Facts.Times;
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

  /** What the throttle is about. The names are part of the encoded state. */
  enum Mode {
    /** The whole of the dial. */
    FREE,
    /** Overloaded, and the rate goes down. */
    CUTTING,
    /** At a rate that is carried, until the pause is over. */
    HOLDING,
    /** One step more than that, to see whether it is carried. */
    PROBING
  }

  /**
   * The facts themselves.
   *
   * @param rate admissions a minute, whatever the dial says; of no meaning in mode FREE
   * @param tooMuch the rate that proved too much; 0 when none is known
   * @param load the rate as the backend feels it: a moving average, in thousandths a minute
   * @param severity the worst figure when the rate last moved, in thousandths of its limit
   * @param slowness the latency then, in thousandths of its limit
   * @param floorPercent of the dial, as the rules last said
   * @param ceilingPercent of the dial, as the rules last said
   */
  record Facts(
      Mode mode,
      int rate,
      int tooMuch,
      long load,
      long severity,
      long slowness,
      Times times,
      int floorPercent,
      int ceilingPercent,
      Reason reason) {

    static final Facts FREE =
        new Facts(Mode.FREE, 0, 0, 0, 0, 0, new Times(0, 0, 0, 0), 1, 100, Reason.NOT_THROTTLED);

    /**
     * By the store's clock, milliseconds.
     *
     * @param at when the throttle was last asked
     * @param moved when the rate or the mode last moved
     * @param known when something was last known of the backend
     * @param pause how long to hold before the next probe
     */
    record Times(long at, long moved, long known, long pause) {}

    Facts {
      if (rate < 0 || tooMuch < 0 || load < 0 || severity < 0 || slowness < 0) {
        throw new IllegalArgumentException("throttle: (expected: nothing below zero)");
      }
      if (floorPercent < 1 || ceilingPercent < floorPercent || ceilingPercent > 100) {
        throw new IllegalArgumentException("throttle: (expected: 1 <= floor <= ceiling <= 100)");
      }
    }

    LongStream numbers() {
      return LongStream.of(
          rate,
          tooMuch,
          load,
          severity,
          slowness,
          times.at,
          times.moved,
          times.known,
          times.pause,
          floorPercent,
          ceilingPercent,
          reason.value(),
          reason.limit());
    }

    static Facts of(Mode mode, Reason.Kind kind, long[] n) {
      return new Facts(
          mode,
          Math.toIntExact(n[0]),
          Math.toIntExact(n[1]),
          n[2],
          n[3],
          n[4],
          new Times(n[5], n[6], n[7], n[8]),
          Math.toIntExact(n[9]),
          Math.toIntExact(n[10]),
          new Reason(kind, Math.toIntExact(n[11]), Math.toIntExact(n[12])));
    }
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

  /** Whether it keeps the rate below what the dial and its ceiling allow, or tries not to. */
  public boolean lowers() {
    return facts.mode != Mode.FREE;
  }

  /** Why it leaves that. */
  public Reason reason() {
    return facts.reason;
  }

  /** The state as a short text without spaces. */
  public String encode() {
    String names = String.join(",", VERSION, facts.mode.name(), facts.reason.kind().name(), "");
    return facts.numbers().mapToObj(Long::toString).collect(Collectors.joining(",", names, ""));
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
      long[] numbers =
          Arrays.stream(parts, NAMES, parts.length).mapToLong(Long::parseLong).toArray();
      return new ThrottleState(
          Facts.of(Mode.valueOf(parts[1]), Reason.Kind.valueOf(parts[2]), numbers));
    } catch (IllegalArgumentException | ArithmeticException notOurs) {
      return FREE;
    }
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
