package dev.headgate.payment.simulator;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Payments as Stripe writes them: the members that are used, and what its library insists on. */
final class IntentJson {
  private static final int CHARS_OF_A_SECRET = 16;

  private final Supplier<URI> origin;

  IntentJson(Supplier<URI> origin) {
    this.origin = origin;
  }

  JsonObject intent(Intent intent, boolean withCharge) {
    Intent.Terms terms = intent.terms();
    boolean waits = intent.status() == Intent.Status.REQUIRES_CAPTURE;
    return new JsonObject()
        .put("id", intent.id())
        .put("object", "payment_intent")
        .put("amount", terms.amountCents())
        .put("amount_capturable", waits ? terms.amountCents() : 0)
        .put("amount_received", intent.money().captured())
        .put("canceled_at", null)
        .put("capture_method", terms.captureLater() ? "manual" : "automatic")
        .put("client_secret", clientSecret(intent))
        .put("confirmation_method", "automatic")
        .put("created", terms.created().getEpochSecond())
        .put("currency", terms.currency())
        .put("description", terms.description())
        .put("last_payment_error", lastError(intent))
        .put("latest_charge", latestCharge(intent, withCharge))
        .put("livemode", false)
        .put("metadata", metadata(terms))
        .put("next_action", nextAction(intent))
        .put("payment_method", method(intent))
        .put("payment_method_types", new JsonArray().add("card"))
        .put("status", intent.status().json());
  }

  JsonObject charge(Intent intent) {
    Intent.Money money = intent.money();
    return new JsonObject()
        .put("id", intent.chargeId())
        .put("object", "charge")
        .put("amount", intent.terms().amountCents())
        .put("amount_captured", money.captured())
        .put("amount_refunded", money.refunded())
        .put("captured", money.captured() > 0)
        .put("created", intent.terms().created().getEpochSecond())
        .put("currency", intent.terms().currency())
        .put("livemode", false)
        .put("metadata", metadata(intent.terms()))
        .put("paid", true)
        .put("payment_intent", intent.id())
        .put("payment_method", method(intent))
        .put("refunded", money.captured() > 0 && money.refunded() == money.captured())
        .put("status", "succeeded");
  }

  JsonObject refund(Refund refund, String currency) {
    return new JsonObject()
        .put("id", refund.id())
        .put("object", "refund")
        .put("amount", refund.cents())
        .put("created", refund.created().getEpochSecond())
        .put("currency", currency)
        .put("metadata", new JsonObject())
        .put("payment_intent", refund.intent())
        .put("status", refund.pending() ? "pending" : "succeeded");
  }

  private static @Nullable String method(Intent intent) {
    TestCard card = intent.card() == null ? intent.terms().method() : intent.card();
    return card == null ? null : card.id();
  }

  private @Nullable Object latestCharge(Intent intent, boolean whole) {
    if (!intent.hasCharge()) {
      return null;
    }
    return whole ? charge(intent) : intent.chargeId();
  }

  private static JsonObject metadata(Intent.Terms terms) {
    JsonObject object = new JsonObject();
    for (Map.Entry<String, String> each : terms.metadata().entrySet()) {
      object.put(each.getKey(), each.getValue());
    }
    return object;
  }

  private static @Nullable JsonObject lastError(Intent intent) {
    TestCard.Declined why = intent.attempt().failure();
    return why == null
        ? null
        : new JsonObject()
            .put("type", "card_error")
            .put("code", why.code())
            .put("decline_code", why.declineCode())
            .put("message", "Your card was declined.");
  }

  private @Nullable JsonObject nextAction(Intent intent) {
    if (intent.status() != Intent.Status.REQUIRES_ACTION) {
      return null;
    }
    return new JsonObject()
        .put("type", "redirect_to_url")
        .put(
            "redirect_to_url",
            new JsonObject()
                .put("url", origin.get() + ActionPage.PATH + intent.id())
                .put("return_url", intent.attempt().returnUrl()));
  }

  private static String clientSecret(Intent intent) {
    String id = intent.id();
    return id + "_secret_" + id.substring(id.length() - CHARS_OF_A_SECRET);
  }
}
