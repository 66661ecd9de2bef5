package dev.headgate.booking.http;

import java.util.Currency;
import java.util.Locale;

/** Amounts as people read them. */
final class Money {
  private static final int USUAL_DIGITS = 2;

  private Money() {}

  /** An amount of no currency in particular: {@code 95.00}. */
  static String written(long cents) {
    return written(cents, USUAL_DIGITS);
  }

  /** An amount in minor units of a currency: {@code 95.00 EUR}, {@code 950 JPY}. */
  static String written(long cents, String currency) {
    return written(cents, digits(currency)) + " " + currency.toUpperCase(Locale.ROOT);
  }

  private static String written(long cents, int digits) {
    if (digits == 0) {
      return Long.toString(cents);
    }
    long unit = 1;
    for (int i = 0; i < digits; i++) {
      unit *= 10;
    }
    return String.format(Locale.ROOT, "%d.%0" + digits + "d", cents / unit, cents % unit);
  }

  private static int digits(String currency) {
    try {
      int digits =
          Currency.getInstance(currency.toUpperCase(Locale.ROOT)).getDefaultFractionDigits();
      return digits < 0 ? USUAL_DIGITS : digits;
    } catch (IllegalArgumentException unknown) {
      return USUAL_DIGITS;
    }
  }
}
