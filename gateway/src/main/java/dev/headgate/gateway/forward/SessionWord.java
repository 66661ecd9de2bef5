package dev.headgate.gateway.forward;

import io.vertx.core.MultiMap;
import java.time.Duration;
import java.time.format.DateTimeParseException;

/**
 * What an upstream's answer says of the fan's session, in {@code Headgate-Session}: {@code end}
 * when the fan is done, {@code extend=PT5M} when a payment is under way.
 *
 * @param ends whether the session is done; then nothing else counts
 * @param extendSeconds how long from now it must last, the longest that was asked for; 0 for none
 * @param ignored how many words were not understood
 */
record SessionWord(boolean ends, int extendSeconds, int ignored) {
  static final String HEADER = "Headgate-Session";
  static final SessionWord NOTHING = new SessionWord(false, 0, 0);

  private static final String END = "end";
  private static final String EXTEND = "extend=";
  private static final Duration LONGEST = Duration.ofMinutes(15);
  private static final int MOST_CHARACTERS = 40;

  /** Reads all lines of the header, each of which may have several words between commas. */
  static SessionWord of(MultiMap headers) {
    if (!headers.contains(HEADER)) {
      return NOTHING;
    }
    boolean ends = false;
    int extendSeconds = 0;
    int ignored = 0;
    for (String piece : String.join(",", headers.getAll(HEADER)).split(",", -1)) {
      String word = piece.trim();
      int seconds = seconds(word);
      extendSeconds = Math.max(extendSeconds, seconds);
      ends |= word.equals(END);
      ignored += seconds > 0 || word.equals(END) || word.isEmpty() ? 0 : 1;
    }
    return new SessionWord(ends, ends ? 0 : extendSeconds, ignored);
  }

  /** How long a word asks to extend, or 0 when it does not, or not in a way that is allowed. */
  private static int seconds(String word) {
    if (!word.startsWith(EXTEND) || word.length() > MOST_CHARACTERS) {
      return 0;
    }
    try {
      Duration asked = Duration.parse(word.substring(EXTEND.length()));
      boolean fits =
          asked.toNanosPart() == 0 && asked.compareTo(LONGEST) <= 0 && !asked.isNegative();
      return fits ? (int) asked.toSeconds() : 0;
    } catch (DateTimeParseException | ArithmeticException malformed) {
      return 0;
    }
  }
}
