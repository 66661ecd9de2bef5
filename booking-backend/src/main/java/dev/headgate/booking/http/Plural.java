package dev.headgate.booking.http;

/**
 * Which of a language's plural forms a whole number takes, by the names of Unicode's CLDR, which
 * are also those of {@code Intl.PluralRules} in browsers. Forms of numbers in millions only are
 * {@code other} here.
 */
final class Plural {
  static final String OTHER = "other";

  private Plural() {}

  static String form(String language, long n) {
    return switch (language) {
      case "ar" -> arabic(n);
      case "fr", "hi", "pt" -> n == 0 || n == 1 ? "one" : OTHER;
      case "ja", "ko" -> OTHER;
      default -> n == 1 ? "one" : OTHER;
    };
  }

  private static String arabic(long n) {
    long hundredth = n % 100;
    if (n >= 0 && n <= 2) {
      return n == 0 ? "zero" : n == 1 ? "one" : "two";
    }
    if (hundredth >= 3 && hundredth <= 10) {
      return "few";
    }
    return hundredth >= 11 ? "many" : OTHER;
  }
}
