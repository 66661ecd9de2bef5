package dev.headgate.booking.order;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * From a hold to tickets. The rows decide; the payment processor is told only what is committed
 * already. Failures are {@link dev.headgate.booking.store.StoreException}s.
 */
public interface Orders {

  /**
   * Turns a hold into an order and begins to pay for it. Answers when the outcome is known, or with
   * an order that is still pending when the processor takes its time.
   */
  Future<CheckoutAnswer> checkout(Checkout checkout);

  /** The order, whoever asks: the caller has checked that. */
  Future<Optional<Order>> find(String orderId);

  /** The customer's orders, newest first. */
  Future<List<Order>> of(String customer);

  /** Stores what the processor told us, and then applies it. Succeeds once it is stored. */
  Future<Void> notice(String body, dev.headgate.booking.payment.Notice notice);

  /**
   * A request to pay for a hold.
   *
   * @param customer whose hold it must be
   * @param email to send tickets to; null does not
   * @param phone to text to; null does not
   */
  record Checkout(
      String holdId,
      String customer,
      String idempotencyKey,
      String paymentMethod,
      @Nullable String email,
      @Nullable String phone) {}
}
