package dev.headgate.payment.simulator;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One payment as it is now; each change is a new value.
 *
 * @param charges how often money was taken for it
 */
record Intent(String id, Terms terms, Status status, Attempt attempt, Money money, int charges) {

  static Intent of(String id, Terms terms) {
    Status first =
        terms.method() == null ? Status.REQUIRES_PAYMENT_METHOD : Status.REQUIRES_CONFIRMATION;
    return new Intent(id, terms, first, Attempt.NONE, Money.NONE, 0);
  }

  @Nullable String orderId() {
    return terms.metadata().get("order_id");
  }

  /** The card last tried. */
  @Nullable TestCard card() {
    return attempt.card();
  }

  String chargeId() {
    return "ch_" + id.substring(id.indexOf('_') + 1);
  }

  /** Whether money was taken or is set aside. */
  boolean hasCharge() {
    return charges > 0 || status == Status.REQUIRES_CAPTURE;
  }

  /** As it was created. */
  Intent untouched() {
    return of(id, terms);
  }

  Intent as(Status other) {
    return new Intent(id, terms, other, attempt, money, charges);
  }

  Intent trying(Attempt other) {
    return new Intent(id, terms, status, other, money, charges);
  }

  /** Declined: another card may be tried. */
  Intent declined(TestCard.Declined why) {
    return trying(attempt.failed(why)).as(Status.REQUIRES_PAYMENT_METHOD);
  }

  /** The bank agrees: the money is set aside or, unless it is to be captured later, taken. */
  Intent approved() {
    return terms.captureLater() ? as(Status.REQUIRES_CAPTURE) : taken(terms.amountCents());
  }

  /** Money taken. */
  Intent taken(long cents) {
    return new Intent(
        id, terms, Status.SUCCEEDED, attempt, new Money(cents, money.refunded()), charges + 1);
  }

  Intent refunded(long cents) {
    Money other = new Money(money.captured(), money.refunded() + cents);
    return new Intent(id, terms, status, attempt, other, charges);
  }

  /** Stripe's states. */
  enum Status {
    REQUIRES_PAYMENT_METHOD,
    REQUIRES_CONFIRMATION,
    REQUIRES_ACTION,
    PROCESSING,
    REQUIRES_CAPTURE,
    SUCCEEDED,
    CANCELED;

    String json() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What it was created with.
   *
   * @param method the payment method named then, if one was
   */
  record Terms(
      Instant created,
      long amountCents,
      String currency,
      boolean captureLater,
      @Nullable String description,
      Map<String, String> metadata,
      @Nullable TestCard method) {
    Terms {
      metadata = Map.copyOf(metadata);
    }
  }

  /** What it was last confirmed with, and why that failed. */
  record Attempt(
      @Nullable TestCard card, @Nullable String returnUrl, TestCard.@Nullable Declined failure) {
    static final Attempt NONE = new Attempt(null, null, null);

    Attempt failed(TestCard.Declined why) {
      return new Attempt(card, returnUrl, why);
    }
  }

  /** In cents. */
  record Money(long captured, long refunded) {
    static final Money NONE = new Money(0, 0);
  }
}
