package dev.headgate.policy.throttle;

import java.util.Locale;

/**
 * Why the throttle leaves what it leaves.
 *
 * @param kind what it is doing
 * @param value the number it goes by: what was measured, or a rate a minute
 * @param limit what was measured is over it; 0 where there is no such limit
 */
public record Reason(Kind kind, int value, int limit) {

  static final Reason NOT_THROTTLED = new Reason(Kind.NOT_THROTTLED, 0, 0);

  /** What the throttle is doing. The names are part of the encoded state. */
  public enum Kind {
    /** Nothing: the backend keeps up with the whole dial. */
    NOT_THROTTLED,
    /** It lowers the rate, since holds are slow: milliseconds. */
    SLOW_HOLDS,
    /** It lowers the rate, since requests fail: in a thousand. */
    ERRORS,
    /** It lowers the rate, since the database pool is used up: per cent. */
    POOL,
    /** It goes back up to what the backend has carried before. */
    RISING,
    /** It stays one step under what proved too much. */
    HOLDING,
    /** It tries one step more. */
    PROBING,
    /** It stays where it is, since too little is known of the backend. */
    UNKNOWN
  }

  /** The reason as a part of a sentence, such as "hold p95 1,840 ms, over 1,000 ms". */
  public String words() {
    return switch (kind) {
      case NOT_THROTTLED -> "not throttled";
      case SLOW_HOLDS -> say("hold p95 %,d ms, over %,d ms", value, limit);
      case ERRORS -> say("errors %s %%, over %s %%", tenths(value), tenths(limit));
      case POOL -> say("database pool %,d %% in use, over %,d %%", value, limit);
      case RISING -> say("rising again towards %,d a minute", value);
      case HOLDING -> say("holding below %,d a minute, which was too much", value);
      case PROBING -> say("trying whether %,d a minute are carried", value);
      case UNKNOWN -> "too little is known of the backend";
    };
  }

  private static String tenths(int permille) {
    return permille % 10 == 0 ? "" + permille / 10 : permille / 10 + "." + permille % 10;
  }

  private static String say(String sentence, Object... numbers) {
    return String.format(Locale.ROOT, sentence, numbers);
  }
}
