package dev.headgate.booking.payment;

import org.jspecify.annotations.Nullable;

/**
 * A charge as the processor says it is.
 *
 * @param ref the processor's id of it
 * @param receivedCents taken in all
 * @param refundedCents given back in all
 * @param orderId that it was made for; null where the processor does not say
 * @param redirectUrl where the customer has to go first; null where nowhere
 * @param declineCode why it was declined, in the processor's word; null otherwise
 */
public record Charge(
    String ref,
    State state,
    long amountCents,
    long receivedCents,
    long refundedCents,
    @Nullable String orderId,
    @Nullable String redirectUrl,
    @Nullable String declineCode) {

  /** How far it is. */
  public enum State {
    /** Nothing was asked for yet. */
    NEW,
    /** The customer has to do something. */
    ACTION_REQUIRED,
    /** Nobody knows yet. */
    PROCESSING,
    /** The money is reserved. */
    AUTHORISED,
    /** The money was taken. Final, but for refunds. */
    SUCCEEDED,
    /** This card would not do; another might, so it is not final until it is cancelled. */
    DECLINED,
    /** It will never take money. Final. */
    CANCELLED
  }
}
