package dev.headgate.booking.payment;

/**
 * What a charge is paid with.
 *
 * @param paymentMethod the processor's name for card or wallet
 * @param returnUrl where a page of the bank sends the customer back to
 */
public record Confirmation(String idempotencyKey, String paymentMethod, String returnUrl) {}
