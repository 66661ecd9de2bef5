package dev.headgate.policy.pace;

/** Refuses what cannot be, in words. */
final class Checks {
  private Checks() {}

  static void count(String name, long value) {
    within(name, value, 0, Integer.MAX_VALUE);
  }

  /** Milliseconds of a clock: any that leaves differences within a long. */
  static void time(String name, long millis) {
    within(name, millis, -Credit.MOST, Credit.MOST);
  }

  static void within(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: from " + least + " to " + most + ")");
    }
  }
}
