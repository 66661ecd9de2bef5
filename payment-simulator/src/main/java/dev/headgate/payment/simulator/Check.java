package dev.headgate.payment.simulator;

import java.time.Duration;

/** Refuses a setting, saying what it was and what would do. */
final class Check {
  private Check() {}

  static void that(boolean right, String setting, Object value, String expected) {
    if (!right) {
      throw new IllegalArgumentException(setting + ": " + value + " (expected: " + expected + ")");
    }
  }

  static void within(long value, long least, long most, String setting) {
    that(value >= least && value <= most, setting, value, least + " to " + most);
  }

  static void atLeastOneMilli(Duration value, String setting) {
    that(value.toMillis() >= 1, setting, value, ">= PT0.001S");
  }
}
