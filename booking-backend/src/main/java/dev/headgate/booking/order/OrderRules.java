package dev.headgate.booking.order;

import dev.headgate.booking.order.Decision.Act;
import dev.headgate.booking.order.Decision.Then;
import dev.headgate.booking.payment.Charge;
import dev.headgate.booking.payment.Charge.State;

/**
 * What follows from news of a charge, whoever brings it and however often. Pure. Three rules stand
 * above the rest: seats of somebody else are never taken, money is kept for tickets only, and seats
 * are given back only when the charge can no longer take money.
 */
final class OrderRules {
  private OrderRules() {}

  static Decision decide(Standing standing, Charge charge) {
    if (standing.payment() == null || !standing.isOwn()) {
      return ofAnother(standing, charge);
    }
    boolean isFinal = charge.state() == State.SUCCEEDED || charge.state() == State.CANCELLED;
    if (standing.isSettled() && !isFinal) {
      return Decision.of(Act.IGNORE, Then.NOTHING); // older news that was on its way for longer
    }
    return switch (charge.state()) {
      case SUCCEEDED -> paid(standing, charge);
      case CANCELLED ->
          standing.status() == Standing.Status.PENDING_PAYMENT
              ? Decision.of(Act.FAIL, standing.wasDeclined() ? "declined" : "cancelled")
              : Decision.of(Act.RECORD, Then.NOTHING);
      case AUTHORISED -> reserved(standing);
      // Another card could still be tried on it: ended first, the order fails when that is sure.
      case DECLINED -> Decision.of(Act.RECORD, Then.CANCEL);
      case NEW, ACTION_REQUIRED, PROCESSING -> Decision.of(Act.RECORD, Then.NOTHING);
    };
  }

  /** A charge that this order should not have. */
  private static Decision ofAnother(Standing standing, Charge charge) {
    boolean isKnown = standing.payment() != null;
    if (charge.state() == State.SUCCEEDED && !isKnown) {
      return Decision.of(Act.EXTRA, "extra charge");
    }
    if (charge.state() == State.AUTHORISED) {
      return Decision.of(Act.IGNORE, Then.CANCEL);
    }
    return isKnown && charge.refundedCents() > standing.refundedCents()
        ? Decision.of(Act.REFUNDED, "refunded")
        : Decision.of(Act.IGNORE, Then.NOTHING);
  }

  private static Decision reserved(Standing standing) {
    if (standing.status() != Standing.Status.PENDING_PAYMENT || !standing.hasItsSeats()) {
      return Decision.of(Act.RECORD, Then.CANCEL);
    }
    return standing.held() > 0
        ? Decision.of(Act.SECURE, Then.CAPTURE)
        : Decision.of(Act.RECORD, Then.CAPTURE);
  }

  private static Decision paid(Standing standing, Charge charge) {
    boolean whole = charge.refundedCents() > 0 && charge.refundedCents() >= charge.receivedCents();
    return switch (standing.status()) {
      case PENDING_PAYMENT -> paidInTime(standing, charge, whole);
      case FAILED -> paidLate(standing, charge, whole);
      case CONFIRMED -> paidBefore(standing, charge, whole && standing.voidsRefunded());
      case REFUND_DUE, REFUNDED -> paidBefore(standing, charge, false);
    };
  }

  private static Decision paidInTime(Standing standing, Charge charge, boolean whole) {
    if (whole) {
      return Decision.of(Act.GIVE_BACK, "refunded by the seller");
    }
    if (charge.receivedCents() < standing.amountCents()) {
      return Decision.of(Act.GIVE_BACK, "wrong amount");
    }
    boolean sells =
        standing.hasItsSeats() || (standing.honoursLate() && standing.couldHaveItsSeats());
    return sells ? Decision.of(Act.SELL, "paid") : Decision.of(Act.GIVE_BACK, "seats gone");
  }

  private static Decision paidLate(Standing standing, Charge charge, boolean whole) {
    boolean sells =
        !whole
            && standing.honoursLate()
            && standing.couldHaveItsSeats()
            && charge.receivedCents() >= standing.amountCents();
    return sells ? Decision.of(Act.SELL, "paid") : Decision.of(Act.GIVE_BACK, "paid too late");
  }

  /** The same news again, or news of a refund. */
  private static Decision paidBefore(Standing standing, Charge charge, boolean isVoid) {
    if (charge.refundedCents() <= standing.refundedCents()) {
      return Decision.of(Act.IGNORE, Then.NOTHING);
    }
    return isVoid ? Decision.of(Act.VOID, "refunded") : Decision.of(Act.REFUNDED, "refunded");
  }
}
