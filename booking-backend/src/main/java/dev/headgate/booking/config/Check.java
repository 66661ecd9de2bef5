package dev.headgate.booking.config;

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

  static void atLeast(Duration value, Duration least, String setting) {
    that(value.compareTo(least) >= 0, setting, value, ">= " + least);
  }
}
