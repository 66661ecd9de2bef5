package dev.headgate.booking.order;

import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.payment.Notice;
import dev.headgate.booking.payment.PaymentProcessor;
import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * From a hold to tickets. The rows decide; the payment processor is told only what is committed
 * already. Failures are {@link dev.headgate.booking.store.StoreException}s.
 */
public interface Orders {

  /** Orders kept in PostgreSQL, paid through this processor. */
  static Orders inPostgres(
      Vertx vertx, Database database, PaymentProcessor processor, Settings settings) {
    return PgOrders.open(vertx, database, processor, settings);
  }

  /**
   * How it behaves.
   *
   * @param process how audit rows name this one
   * @param returnUrl where a bank's page sends the customer of an order back to
   * @param onSeatsMoved is told of the event whose seats have changed
   */
  record Settings(
      ShopConfig.Payment payment,
      Duration retryBudget,
      String process,
      UnaryOperator<String> returnUrl,
      Consumer<String> onSeatsMoved) {}

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
  Future<Void> notice(Notice notice);

  /** Carries on what was left undone; call it every second or two. Any number may. */
  Future<Void> tick();

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
