package dev.headgate.payment.simulator;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The payment methods it knows: Stripe's test names, and our own for what Stripe cannot show. */
enum TestCard {
  VISA("pm_card_visa", "Pays at once."),
  MASTERCARD("pm_card_mastercard", "Pays at once, with another brand."),
  VISA_DECLINED(
      "pm_card_visa_chargeDeclined", "Is declined by the bank.", "card_declined:generic_decline"),
  DECLINED("pm_card_chargeDeclined", "Is declined by the bank.", "card_declined:generic_decline"),
  WITHOUT_FUNDS(
      "pm_card_chargeDeclinedInsufficientFunds",
      "Is declined: not enough money.",
      "card_declined:insufficient_funds"),
  EXPIRED(
      "pm_card_chargeDeclinedExpiredCard",
      "Is declined: the card has expired.",
      "expired_card:expired_card"),
  AUTHENTICATION(
      "pm_card_authenticationRequired", "Asks the cardholder on a page: approve or decline."),
  SLOW("pm_sim_slow", "Pays, and takes seconds to answer."),
  LOST_RESPONSE(
      "pm_sim_lostResponse", "Pays, closes the connection unanswered; the webhook is late."),
  DUPLICATE_WEBHOOK("pm_sim_duplicateWebhook", "Pays, and sends each webhook three times at once."),
  NEVER_SETTLES("pm_sim_neverSettles", "Stays in processing until it is cancelled."),
  CANCEL_SILENTLY(
      "pm_sim_cancelSilently", "Is processing, then cancelled without a webhook saying so."),
  LATE_SUCCESS(
      "pm_sim_lateSuccess", "Is processing; says cancelled when asked to, and is paid later."),
  WEBHOOK_FIRST("pm_sim_webhookFirst", "Pays; the webhook arrives before the answer."),
  NO_WEBHOOK("pm_sim_noWebhook", "Pays, and sends no webhook any more."),
  REORDERED_WEBHOOKS("pm_sim_reorderedWebhooks", "Pays; its webhooks arrive in the wrong order."),
  PENDING_REFUND("pm_sim_pendingRefund", "Pays; a refund of it is pending for a while.");

  private final String id;
  private final String sentence;
  private final @Nullable String declined;

  TestCard(String id, String sentence) {
    this.id = id;
    this.sentence = sentence;
    this.declined = null;
  }

  TestCard(String id, String sentence, String declined) {
    this.id = id;
    this.sentence = sentence;
    this.declined = declined;
  }

  String id() {
    return id;
  }

  String sentence() {
    return sentence;
  }

  String brand() {
    return this == MASTERCARD ? "mastercard" : "visa";
  }

  /** Why the bank says no, if it does. */
  Optional<Declined> declined() {
    if (declined == null) {
      return Optional.empty();
    }
    int colon = declined.indexOf(':');
    return Optional.of(new Declined(declined.substring(0, colon), declined.substring(colon + 1)));
  }

  /** Whether confirming leaves it in processing. */
  boolean staysInProcessing() {
    return this == NEVER_SETTLES || this == CANCEL_SILENTLY || this == LATE_SUCCESS;
  }

  static Optional<TestCard> named(String id) {
    return Arrays.stream(values()).filter(card -> card.id.equals(id)).findFirst();
  }

  /** Stripe's words for a bank's no. */
  record Declined(String code, String declineCode) {}
}
