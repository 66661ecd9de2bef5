package dev.headgate.policy.throttle;

import java.util.Locale;

/**
 * Why the throttle leaves what it leaves.
 *
 * @param kind what it is doing
 * @param value the number it goes by: what was measured, or a rate a minute
 * @param limit what was measured is over it, or the rate that was too much; 0 where there is none
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
    /** It stays at a rate that is carried; the limit is a rate that proved too much, or 0. */
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
      case HOLDING ->
          limit == 0
              ? say("holding at %,d a minute", value)
              : say("holding at %,d a minute, since %,d was too much", value, limit);
      case PROBING -> say("trying whether %,d a minute are carried", value);
      case UNKNOWN -> say("too little is known of the backend; at %,d a minute", value);
    };
  }

  private static String tenths(int permille) {
    return permille % 10 == 0 ? "" + permille / 10 : permille / 10 + "." + permille % 10;
  }

  private static String say(String sentence, Object... numbers) {
    return String.format(Locale.ROOT, sentence, numbers);
  }
}
