package dev.headgate.gateway.config;

/**
 * One value that is not as it must be.
 *
 * @param field where it stands, such as {@code dials.newUsersPerMinute}
 * @param detail what it is and what was expected, such as {@code -1 (expected: 0 to 1000000)}; safe
 *     to show: short, of printable text, and without secrets
 */
public record FieldError(String field, String detail) {
  @Override
  public String toString() {
    return field + ": " + detail;
  }
}
