package dev.headgate.booking.payment;

/**
 * Money given back, or on its way.
 *
 * @param ref the processor's id of the refund
 */
public record Refunded(String ref, boolean pending, long cents) {}
