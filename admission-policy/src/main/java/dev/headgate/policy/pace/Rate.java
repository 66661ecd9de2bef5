package dev.headgate.policy.pace;

/**
 * The two dials that decide how many are called.
 *
 * @param newUsersPerMinute admissions in any 60 seconds, at most
 * @param totalActiveUsers sessions at one time, at most
 */
public record Rate(int newUsersPerMinute, int totalActiveUsers) {
  public Rate {
    if (newUsersPerMinute < 0) {
      throw new IllegalArgumentException(
          "newUsersPerMinute: " + newUsersPerMinute + " (expected: >= 0)");
    }
    if (totalActiveUsers < 0) {
      throw new IllegalArgumentException(
          "totalActiveUsers: " + totalActiveUsers + " (expected: >= 0)");
    }
  }
}
