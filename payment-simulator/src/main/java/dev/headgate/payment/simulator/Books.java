package dev.headgate.payment.simulator;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.payment.simulator.Intent.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Every payment and refund, and which change is allowed from where. In memory only: a processor
 * that is restarted has forgotten, as a test wants it. Any thread may ask.
 */
final class Books {
  private static final Set<Status> CONFIRMABLE =
      EnumSet.of(
          Status.REQUIRES_PAYMENT_METHOD, Status.REQUIRES_CONFIRMATION, Status.REQUIRES_ACTION);
  private static final Set<Status> UNCANCELLABLE = EnumSet.of(Status.SUCCEEDED, Status.CANCELED);

  private final Map<String, Intent> intents = new LinkedHashMap<>();
  private final Map<String, Refund> refunds = new HashMap<>();
  private final Set<String> locked = new HashSet<>();

  synchronized Intent create(Intent.Terms terms) {
    return keep(Intent.of(newId("pi_"), terms));
  }

  synchronized Intent find(String id) {
    Intent intent = intents.get(id);
    if (intent == null) {
      throw ApiError.missing("intent", "payment_intent");
    }
    return intent;
  }

  /**
   * What comes of trying a card, but for a slow one, which stays locked and in processing until
   * {@link #settle}. A bank's no is the payment's new state, too.
   */
  synchronized Intent confirm(String id, @Nullable TestCard named, @Nullable String returnUrl) {
    Intent intent = unlocked(id);
    if (!CONFIRMABLE.contains(intent.status())) {
      throw ApiError.unexpectedState(intent, "confirmed");
    }
    TestCard card = named == null ? intent.terms().method() : named;
    if (card == null) {
      throw ApiError.invalid(
          "parameter_missing", "payment_method", "A payment method is required to confirm.");
    }
    Intent trying = intent.trying(new Intent.Attempt(card, returnUrl, null));
    if (card == TestCard.SLOW) {
      locked.add(id);
    }
    return keep(tried(trying, card));
  }

  private static Intent tried(Intent intent, TestCard card) {
    if (card.declined().isPresent()) {
      return intent.declined(card.declined().get());
    }
    if (card == TestCard.AUTHENTICATION) {
      return intent.as(Status.REQUIRES_ACTION);
    }
    return card == TestCard.SLOW || card.staysInProcessing()
        ? intent.as(Status.PROCESSING)
        : intent.approved();
  }

  /** The slow bank agrees at last. */
  synchronized Intent settle(String id) {
    locked.remove(id);
    return keep(find(id).approved());
  }

  /** The cardholder's word; null where nobody asks any more. */
  synchronized @Nullable Intent answer(String id, boolean approve) {
    Intent intent = find(id);
    if (intent.status() != Status.REQUIRES_ACTION) {
      return null;
    }
    String failed = "payment_intent_authentication_failure";
    return keep(
        approve
            ? intent.approved()
            : intent.declined(new TestCard.Declined(failed, "authentication_failed")));
  }

  synchronized Intent capture(String id, @Nullable Long cents) {
    Intent intent = unlocked(id);
    if (intent.status() != Status.REQUIRES_CAPTURE) {
      throw ApiError.unexpectedState(intent, "captured");
    }
    long wanted = cents == null ? intent.terms().amountCents() : cents;
    if (wanted < 1 || wanted > intent.terms().amountCents()) {
      throw ApiError.invalid("amount_too_large", "amount_to_capture", "More than was authorised.");
    }
    return keep(intent.taken(wanted));
  }

  synchronized Intent cancel(String id) {
    Intent intent = unlocked(id);
    if (UNCANCELLABLE.contains(intent.status())) {
      throw ApiError.unexpectedState(intent, "canceled");
    }
    return keep(intent.as(Status.CANCELED));
  }

  /** Cancelled by the processor itself, if it is still undecided. */
  synchronized void cancelUndecided(String id) {
    Intent intent = find(id);
    if (intent.status() == Status.PROCESSING) {
      keep(intent.as(Status.CANCELED));
    }
  }

  /** The money that arrives although the payment was said to be cancelled. */
  synchronized Intent takeLate(String id) {
    Intent intent = find(id);
    return keep(intent.taken(intent.terms().amountCents()));
  }

  synchronized Refund refund(String id, @Nullable Long cents, Instant now) {
    Intent intent = unlocked(id);
    long left = intent.money().captured() - intent.money().refunded();
    if (intent.money().captured() == 0) {
      throw ApiError.invalid(
          "charge_not_captured", "payment_intent", "There is nothing to refund.");
    }
    if (left == 0) {
      throw ApiError.invalid(
          "charge_already_refunded", "payment_intent", "The charge has already been refunded.");
    }
    long wanted = cents == null ? left : cents;
    if (wanted < 1 || wanted > left) {
      throw ApiError.invalid("amount_too_large", "amount", "More than is left of the charge.");
    }
    keep(intent.refunded(wanted));
    boolean pending = intent.card() == TestCard.PENDING_REFUND;
    return keep(new Refund(newId("re_"), id, wanted, now, pending));
  }

  synchronized Refund settleRefund(String id) {
    return keep(findRefund(id).settled());
  }

  synchronized Refund findRefund(String id) {
    Refund refund = refunds.get(id);
    if (refund == null) {
      throw ApiError.missing("refund", "refund");
    }
    return refund;
  }

  /** The newest first. */
  synchronized List<Intent> newest() {
    List<Intent> all = new ArrayList<>(intents.values());
    Collections.reverse(all);
    return all;
  }

  synchronized Ledger ledger() {
    return new Ledger(intents.values().stream().map(Ledger.Entry::of).toList());
  }

  private Intent unlocked(String id) {
    if (locked.contains(id)) {
      throw ApiError.locked();
    }
    return find(id);
  }

  @CanIgnoreReturnValue
  private Intent keep(Intent intent) {
    intents.put(intent.id(), intent);
    return intent;
  }

  private Refund keep(Refund refund) {
    refunds.put(refund.id(), refund);
    return refund;
  }

  static String newId(String prefix) {
    return prefix + UUID.randomUUID().toString().replace("-", "");
  }
}
