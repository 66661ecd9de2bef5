package dev.headgate.booking.order;

import org.jspecify.annotations.Nullable;

/**
 * How an order stands, read under its locks.
 *
 * @param payment our id of the payment that something is known of; null for one that is new to us
 * @param isOwn whether it is the order's own payment, or a second one that turned up
 * @param isSettled whether it is known to have succeeded, or to be cancelled
 * @param wasDeclined whether a card would not do
 * @param refundedCents what is known to have been given back of it
 * @param honoursLate whether the event sells free seats for late money, and the customer may still
 *     have so many
 * @param paying seats of the order that wait for its money
 * @param held seats of the order that its live hold still has
 * @param free seats of the order that nobody has
 */
record Standing(
    String order,
    Status status,
    long amountCents,
    int seatCount,
    @Nullable String payment,
    boolean isOwn,
    boolean isSettled,
    boolean wasDeclined,
    long refundedCents,
    boolean honoursLate,
    boolean voidsRefunded,
    int paying,
    int held,
    int free) {

  /** What an order can be. */
  enum Status {
    PENDING_PAYMENT,
    CONFIRMED,
    FAILED,
    REFUND_DUE,
    REFUNDED
  }

  /** Whether every seat is still the order's. */
  boolean hasItsSeats() {
    return paying + held == seatCount;
  }

  /** Whether every seat is the order's or nobody's. */
  boolean couldHaveItsSeats() {
    return paying + held + free == seatCount;
  }
}
