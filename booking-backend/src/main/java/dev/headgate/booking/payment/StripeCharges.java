package dev.headgate.booking.payment;

import com.stripe.model.PaymentIntent;
import com.stripe.model.Refund;
import com.stripe.model.StripeError;
import dev.headgate.booking.payment.Charge.State;
import dev.headgate.booking.payment.ProcessorException.Kind;
import org.jspecify.annotations.Nullable;

/** Stripe's PaymentIntents as charges. What cannot be read leaves the outcome unknown. */
final class StripeCharges {
  static final String ORDER_ID = "order_id";

  private StripeCharges() {}

  static Charge of(PaymentIntent intent) {
    StripeError failure = intent.getLastPaymentError();
    State state = state(intent.getStatus(), failure != null);
    if (state == null || intent.getId() == null || intent.getAmount() == null) {
      throw new ProcessorException(Kind.UNKNOWN, "unreadable");
    }
    return new Charge(
        intent.getId(),
        state,
        intent.getAmount(),
        intent.getAmountReceived() == null ? 0 : intent.getAmountReceived(),
        refundedCents(intent),
        intent.getMetadata() == null ? null : intent.getMetadata().get(ORDER_ID),
        redirectUrl(intent),
        state == State.DECLINED ? declineCode(failure) : null);
  }

  /** The charge after a bank's no, which Stripe answers as an error. */
  static Charge declined(PaymentIntent intent, StripeError error) {
    Charge charge = of(intent);
    if (charge.state() != State.NEW && charge.state() != State.DECLINED) {
      return charge;
    }
    return new Charge(
        charge.ref(),
        State.DECLINED,
        charge.amountCents(),
        charge.receivedCents(),
        charge.refundedCents(),
        charge.orderId(),
        null,
        declineCode(error));
  }

  static Refunded of(Refund refund) {
    if (refund.getId() == null || refund.getAmount() == null || refund.getStatus() == null) {
      throw new ProcessorException(Kind.UNKNOWN, "unreadable");
    }
    return switch (refund.getStatus()) {
      case "succeeded" -> new Refunded(refund.getId(), false, refund.getAmount());
      case "pending", "requires_action" -> new Refunded(refund.getId(), true, refund.getAmount());
      case "failed", "canceled" ->
          throw new ProcessorException(Kind.REFUSED, "refund_" + refund.getStatus());
      default -> throw new ProcessorException(Kind.UNKNOWN, "unreadable");
    };
  }

  /** Null for a status that nobody here knows. */
  static @Nullable State state(@Nullable String status, boolean hasFailed) {
    return switch (status == null ? "" : status) {
      case "requires_payment_method" -> hasFailed ? State.DECLINED : State.NEW;
      case "requires_confirmation" -> State.NEW;
      case "requires_action" -> State.ACTION_REQUIRED;
      case "processing" -> State.PROCESSING;
      case "requires_capture" -> State.AUTHORISED;
      case "succeeded" -> State.SUCCEEDED;
      case "canceled" -> State.CANCELLED;
      default -> null;
    };
  }

  private static long refundedCents(PaymentIntent intent) {
    return intent.getLatestChargeObject() == null
            || intent.getLatestChargeObject().getAmountRefunded() == null
        ? 0
        : intent.getLatestChargeObject().getAmountRefunded();
  }

  private static @Nullable String redirectUrl(PaymentIntent intent) {
    PaymentIntent.NextAction next = intent.getNextAction();
    return next == null || next.getRedirectToUrl() == null
        ? null
        : next.getRedirectToUrl().getUrl();
  }

  private static @Nullable String declineCode(@Nullable StripeError error) {
    if (error == null) {
      return null;
    }
    return error.getDeclineCode() == null ? error.getCode() : error.getDeclineCode();
  }
}
