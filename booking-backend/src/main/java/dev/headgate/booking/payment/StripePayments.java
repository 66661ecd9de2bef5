package dev.headgate.booking.payment;

import com.stripe.StripeClient;
import com.stripe.exception.CardException;
import com.stripe.exception.StripeException;
import com.stripe.net.RequestOptions;
import com.stripe.param.PaymentIntentCancelParams;
import com.stripe.param.PaymentIntentCaptureParams;
import com.stripe.param.PaymentIntentConfirmParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.PaymentIntentCreateParams.CaptureMethod;
import com.stripe.param.PaymentIntentRetrieveParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.service.PaymentIntentService;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.payment.ProcessorException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stripe by its own library, without any of the library's settings that hold for the whole process.
 * It never tries anything twice by itself: that is the reconciler's to decide.
 *
 * @see <a href="https://docs.stripe.com/api/payment_intents">PaymentIntents</a>
 */
final class StripePayments implements PaymentProcessor {
  private static final int WAITING_PER_WORKER = 8;
  private static final String CARD = "card";
  private static final String UNEXPECTED_STATE = "payment_intent_unexpected_state";

  private final StripeClient client;
  private final StripeNotices notices;
  private final WorkerExecutor workers;
  private final AtomicInteger outstanding = new AtomicInteger();
  private final int most;
  private final Duration callTimeout;

  StripePayments(Vertx vertx, ShopConfig.Payment settings) {
    this.callTimeout = settings.callTimeout();
    this.most = settings.workers() * (1 + WAITING_PER_WORKER);
    this.workers = vertx.createSharedWorkerExecutor("payments", settings.workers());
    this.notices = new StripeNotices(settings.webhookSecrets());
    this.client =
        StripeClient.builder()
            .setApiKey(settings.secretKey())
            .setApiBase(settings.apiBase().toString())
            .setMaxNetworkRetries(0)
            .setHttpClient(new StripeHttp(callTimeout))
            .build();
  }

  @Override
  public Future<Charge> create(NewCharge charge) {
    PaymentIntentCreateParams wanted =
        PaymentIntentCreateParams.builder()
            .setAmount(charge.amountCents())
            .setCurrency(charge.currency().toLowerCase(Locale.ROOT))
            .setCaptureMethod(
                charge.captureLater() ? CaptureMethod.MANUAL : CaptureMethod.AUTOMATIC)
            .setDescription(charge.description())
            .putMetadata(StripeCharges.ORDER_ID, charge.orderId())
            .addPaymentMethodType(CARD)
            .build();
    return call(() -> StripeCharges.of(intents().create(wanted, under(charge.idempotencyKey()))));
  }

  @Override
  public Future<Charge> confirm(String ref, Confirmation confirmation) {
    PaymentIntentConfirmParams wanted =
        PaymentIntentConfirmParams.builder()
            .setPaymentMethod(confirmation.paymentMethod())
            .setReturnUrl(confirmation.returnUrl())
            .build();
    RequestOptions key = under(confirmation.idempotencyKey());
    return call(() -> orDeclined(() -> StripeCharges.of(intents().confirm(ref, wanted, key))));
  }

  @Override
  public Future<Charge> capture(String ref, String idempotencyKey) {
    PaymentIntentCaptureParams all = PaymentIntentCaptureParams.builder().build();
    RequestOptions key = under(idempotencyKey);
    return call(() -> orDeclined(() -> StripeCharges.of(intents().capture(ref, all, key))));
  }

  @Override
  public Future<Charge> cancel(String ref, String idempotencyKey) {
    PaymentIntentCancelParams plain = PaymentIntentCancelParams.builder().build();
    return call(
        () -> {
          try {
            return StripeCharges.of(intents().cancel(ref, plain, under(idempotencyKey)));
          } catch (StripeException refused) {
            if (UNEXPECTED_STATE.equals(refused.getCode())) {
              return findNow(ref);
            }
            throw refused;
          }
        });
  }

  @Override
  public Future<Charge> find(String ref) {
    return call(() -> findNow(ref));
  }

  /** With its charge, which alone knows what was refunded. */
  private Charge findNow(String ref) throws StripeException {
    PaymentIntentRetrieveParams withCharge =
        PaymentIntentRetrieveParams.builder().addExpand("latest_charge").build();
    return StripeCharges.of(intents().retrieve(ref, withCharge));
  }

  @Override
  public Future<Refunded> refund(String ref, long cents, String idempotencyKey) {
    RefundCreateParams wanted =
        RefundCreateParams.builder().setPaymentIntent(ref).setAmount(cents).build();
    return call(
        () -> StripeCharges.of(client.v1().refunds().create(wanted, under(idempotencyKey))));
  }

  @Override
  public Notice verify(byte[] body, List<String> signatures, Instant now) {
    return notices.verify(body, signatures, now);
  }

  @Override
  public Future<Void> close() {
    return workers.close();
  }

  private PaymentIntentService intents() {
    return client.v1().paymentIntents();
  }

  private static RequestOptions under(String idempotencyKey) {
    return RequestOptions.builder().setIdempotencyKey(idempotencyKey).build();
  }

  private static Charge orDeclined(Callable<Charge> attempt) throws Exception {
    try {
      return attempt.call();
    } catch (CardException no) {
      if (no.getStripeError() == null || no.getStripeError().getPaymentIntent() == null) {
        throw no;
      }
      return StripeCharges.declined(no.getStripeError().getPaymentIntent(), no.getStripeError());
    }
  }

  private <T> Future<T> call(Callable<T> work) {
    if (outstanding.incrementAndGet() > most) {
      outstanding.decrementAndGet();
      return Future.failedFuture(new ProcessorException(Kind.BUSY, "too_many_waiting"));
    }
    long asked = System.nanoTime();
    Future<T> done;
    try {
      done = workers.executeBlocking(() -> unlessTooLate(asked, work), false);
    } catch (RejectedExecutionException | IllegalStateException closed) {
      done = Future.failedFuture(new ProcessorException(Kind.BUSY, "closed"));
    }
    return done.onComplete(over -> outstanding.decrementAndGet())
        .recover(failure -> Future.failedFuture(StripeErrors.of(failure)));
  }

  /** Nobody waits any more for what stood in line for so long, and nothing was sent yet. */
  private <T> T unlessTooLate(long askedNanos, Callable<T> work) throws Exception {
    if (System.nanoTime() - askedNanos > callTimeout.toNanos()) {
      throw new ProcessorException(Kind.BUSY, "waited_too_long");
    }
    return work.call();
  }
}
