package dev.headgate.booking.payment;

/**
 * A charge to be made.
 *
 * @param orderId that it is for; the processor gives it back with every notice
 * @param captureLater whether money is only reserved at first
 */
public record NewCharge(
    String orderId,
    String idempotencyKey,
    long amountCents,
    String currency,
    boolean captureLater,
    String description) {}
