package dev.headgate.booking.payment;

import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.List;

/**
 * Takes money. Every call may fail with a {@link ProcessorException}; where its kind is UNKNOWN the
 * failure says nothing about whether the thing was done.
 */
public interface PaymentProcessor {

  /**
   * Stripe, or whatever speaks its API at the address in the settings. Calls block, so they run on
   * as many threads as the settings say; where too many wait already, a call fails as BUSY at once,
   * as does one that waited for longer than a call may take.
   */
  static PaymentProcessor stripe(Vertx vertx, ShopConfig.Payment settings) {
    return new StripePayments(vertx, settings);
  }

  /** Makes a charge that takes nothing yet. The same key makes the same one. */
  Future<Charge> create(NewCharge charge);

  /** Takes the money, or reserves it. A declined card is an answer, not a failure. */
  Future<Charge> confirm(String ref, Confirmation confirmation);

  /** Takes money that was reserved. */
  Future<Charge> capture(String ref, String idempotencyKey);

  /** Ends a charge for good; one that can no longer be ended is answered as it is. */
  Future<Charge> cancel(String ref, String idempotencyKey);

  /** The charge as it is. */
  Future<Charge> find(String ref);

  /** Gives back so much of it. */
  Future<Refunded> refund(String ref, long cents, String idempotencyKey);

  /**
   * Reads a webhook.
   *
   * @throws BadSignatureException when it is not the processor's, or too old
   */
  Notice verify(byte[] body, List<String> signatures, Instant now);

  /** Ends its threads. */
  Future<Void> close();
}
