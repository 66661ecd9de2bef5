package dev.headgate.booking.order;

import java.time.Instant;

/** How a request to pay for a hold ended. */
public sealed interface CheckoutAnswer {

  /**
   * There is an order.
   *
   * @param isNew whether this request made it
   */
  record Ordered(Order order, boolean isNew) implements CheckoutAnswer {}

  /** Another request with this key, or for this hold, is still at it. */
  record InProgress(String orderId) implements CheckoutAnswer {}

  /** The key was used for something else. */
  record KeyReused() implements CheckoutAnswer {}

  /** The hold's time ran out. */
  record HoldExpired(Instant expiredAt) implements CheckoutAnswer {}

  /** The hold was given back. */
  record HoldReleased(Instant releasedAt) implements CheckoutAnswer {}

  /** No hold of this customer has this id. */
  record UnknownHold() implements CheckoutAnswer {}
}
