package dev.headgate.booking.ticket;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;

/** How amounts are written: {@code 45.00 EUR}, in every language the same. */
public final class Money {
  private static final int USUAL_DIGITS = 2;

  private Money() {}

  /** An amount of no currency in particular: {@code 95.00}. */
  public static String written(long cents) {
    return BigDecimal.valueOf(cents, USUAL_DIGITS).toPlainString();
  }

  /**
   * The amount.
   *
   * @param cents in the currency's smallest unit: 4500 yen are {@code 4500 JPY}
   * @param currency its ISO 4217 code, in letters of any case
   */
  public static String written(long cents, String currency) {
    String code = currency.toUpperCase(Locale.ROOT);
    return BigDecimal.valueOf(cents, digits(code)).toPlainString() + " " + code;
  }

  private static int digits(String code) {
    try {
      return Math.max(0, Currency.getInstance(code).getDefaultFractionDigits());
    } catch (IllegalArgumentException unknown) {
      return USUAL_DIGITS;
    }
  }
}
