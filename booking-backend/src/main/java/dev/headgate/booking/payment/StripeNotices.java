package dev.headgate.booking.payment;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import dev.headgate.booking.json.StrictJson;
import dev.headgate.booking.payment.Charge.State;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stripe's webhooks. The signature is checked by Stripe's library, the rest is read by us: its own
 * reader wants the events to be of the API version that it was made for, and the account decides
 * that.
 *
 * @see <a href="https://docs.stripe.com/webhooks#verify-manually">Signatures</a>
 */
final class StripeNotices {
  private static final long TOLERANCE_SECONDS = 300;
  private static final int MAX_SIGNATURES = 4;

  /** Of the year 9999. */
  private static final long LAST_SECOND = 253_402_300_799L;

  private static final String OF_PAYMENTS = "payment_intent.";
  private static final String REFUNDED = "charge.refunded";

  private final List<String> secrets;

  /** More than one secret while they are being changed. */
  StripeNotices(List<String> secrets) {
    this.secrets = List.copyOf(secrets);
  }

  Notice verify(byte[] body, List<String> signatures, Instant now) {
    String payload = new String(body, StandardCharsets.UTF_8);
    if (signatures.size() > MAX_SIGNATURES
        || signatures.stream().noneMatch(each -> isGenuine(payload, each, now))) {
      throw new BadSignatureException("signature");
    }
    try {
      return read(new Fields(StrictJson.object(body)));
    } catch (StrictJson.MalformedException | Fields.UnreadableException wrong) {
      throw BadSignatureException.unreadable();
    }
  }

  private boolean isGenuine(String payload, String signature, Instant now) {
    Clock clock = Clock.fixed(now, ZoneOffset.UTC);
    return secrets.stream().anyMatch(secret -> isGenuine(payload, signature, secret, clock));
  }

  private static boolean isGenuine(String payload, String signature, String secret, Clock clock) {
    try {
      return Webhook.Signature.verifyHeader(payload, signature, secret, TOLERANCE_SECONDS, clock);
    } catch (SignatureVerificationException | RuntimeException refused) {
      return false;
    }
  }

  private static Notice read(Fields event) throws Fields.UnreadableException {
    String type = event.text("type");
    Fields object = event.object("data").object("object");
    return new Notice(event.text("id"), type, time(event.whole("created")), charge(type, object));
  }

  private static Instant time(long second) throws Fields.UnreadableException {
    if (second > LAST_SECOND) {
      throw new Fields.UnreadableException();
    }
    return Instant.ofEpochSecond(second);
  }

  private static @Nullable Charge charge(String type, Fields object)
      throws Fields.UnreadableException {
    if (type.startsWith(OF_PAYMENTS)) {
      return ofIntent(object);
    }
    return type.equals(REFUNDED) && object.has("payment_intent") ? ofRefunded(object) : null;
  }

  private static Charge ofIntent(Fields intent) throws Fields.UnreadableException {
    Fields failure = intent.has("last_payment_error") ? intent.object("last_payment_error") : null;
    State state = StripeCharges.state(intent.text("status"), failure != null);
    if (state == null) {
      throw new Fields.UnreadableException();
    }
    return new Charge(
        intent.text("id"),
        state,
        intent.whole("amount"),
        intent.has("amount_received") ? intent.whole("amount_received") : 0,
        0,
        orderId(intent),
        redirectUrl(intent),
        failure != null && state == State.DECLINED ? declineCode(failure) : null);
  }

  /** What was taken and given back; a charge of which something was refunded did succeed. */
  private static Charge ofRefunded(Fields charge) throws Fields.UnreadableException {
    return new Charge(
        charge.text("payment_intent"),
        State.SUCCEEDED,
        charge.whole("amount"),
        charge.whole("amount_captured"),
        charge.whole("amount_refunded"),
        orderId(charge),
        null,
        null);
  }

  private static @Nullable String orderId(Fields object) throws Fields.UnreadableException {
    return object.has("metadata")
        ? object.object("metadata").textOrNull(StripeCharges.ORDER_ID)
        : null;
  }

  private static @Nullable String redirectUrl(Fields intent) throws Fields.UnreadableException {
    if (!intent.has("next_action")) {
      return null;
    }
    Fields next = intent.object("next_action");
    return next.has("redirect_to_url") ? next.object("redirect_to_url").textOrNull("url") : null;
  }

  private static @Nullable String declineCode(Fields failure) throws Fields.UnreadableException {
    String declined = failure.textOrNull("decline_code");
    return declined == null ? failure.textOrNull("code") : declined;
  }
}
