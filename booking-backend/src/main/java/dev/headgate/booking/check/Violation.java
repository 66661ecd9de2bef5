package dev.headgate.booking.check;

/**
 * Something that must never be.
 *
 * @param rule which one is broken
 * @param event where
 * @param id of the seat, hold, order or payment
 * @param detail what the rows say
 */
public record Violation(String rule, String event, String id, String detail) {
  @Override
  public String toString() {
    return rule + ": " + event + " " + id + ": " + detail;
  }
}
