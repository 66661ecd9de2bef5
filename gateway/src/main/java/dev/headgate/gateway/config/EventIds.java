package dev.headgate.gateway.config;

/** Which texts name an event: {@code [a-z0-9](-?[a-z0-9]){0,62}}. */
public final class EventIds {

  /** The form as a regular expression. */
  public static final String FORM = "[a-z0-9](-?[a-z0-9]){0,62}";

  private static final int MOST_LETTERS = 63;

  private EventIds() {}

  /** Whether a text is one. */
  public static boolean isOne(String text) {
    return isOne(text, 0, text.length());
  }

  /** Whether a part of a text is one; by hand, since it runs on every request. */
  public static boolean isOne(String text, int from, int to) {
    int letters = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
        letters++;
      } else if (c != '-' || i == from || i == to - 1 || text.charAt(i - 1) == '-') {
        return false;
      }
    }
    return letters > 0 && letters <= MOST_LETTERS;
  }
}
