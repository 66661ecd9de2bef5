package dev.headgate.policy.pace;

/** Refuses what cannot be, in words. */
final class Checks {
  private Checks() {}

  static void count(String name, long value) {
    within(name, value, 0, Integer.MAX_VALUE);
  }

  static void within(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: from " + least + " to " + most + ")");
    }
  }
}
