package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.InMemoryProcessor.Fault;
import dev.headgate.booking.Till.Held;
import dev.headgate.booking.check.Violation;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.AfterRefund;
import dev.headgate.booking.config.EventSettings.Capture;
import dev.headgate.booking.config.EventSettings.LatePayment;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.EventSettings.Sales;
import dev.headgate.booking.order.CheckoutAnswer;
import dev.headgate.booking.order.Order;
import dev.headgate.booking.order.Orders;
import dev.headgate.booking.payment.Charge;
import dev.headgate.booking.payment.Charge.State;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One order at a time, with everything that can happen to its money. */
class OrderLifeTest {
  private static final AtomicInteger FANS = new AtomicInteger();
  private static Till till;

  @BeforeAll
  static void open() {
    Limits many = new Limits(Duration.ofMinutes(10), 8, 1_000);
    Sales sales = Sales.defaults();
    till =
        new Till(
            EventSettings.generated("derby", "Derby", 2_000).withLimits(many),
            EventSettings.generated("gentle", "Gentle", 500)
                .withSales(
                    sales.paying(Capture.CHARGE, LatePayment.HONOUR_IF_FREE, AfterRefund.KEEP)),
            EventSettings.generated("reserve", "Reserve", 500)
                .withSales(sales.paying(Capture.AUTHORISE, LatePayment.REFUND, AfterRefund.VOID)));
  }

  @AfterAll
  static void close() {
    till.close();
  }

  @AfterEach
  void nothingIsBroken() {
    till.processor.noFaults();
    assertEquals(0, till.violations());
  }

  /** What the checker of a shop's rows has to say of one order. */
  private static List<Violation> violations(Order order) {
    return till.shop.violations().stream()
        .filter(one -> one.id().equals(order.holdId()) || one.id().equals(order.orderId()))
        .toList();
  }

  private static Held hold(String event, String... seats) {
    return till.hold(event, "fan" + FANS.incrementAndGet(), seats);
  }

  private static long outbox(String order, String kind) {
    return till.shop.number(
        "SELECT count(*) FROM outbox WHERE subject_id = '%s' AND kind = '%s'"
            .formatted(order, kind));
  }

  @Test
  void whoPaysHasTicketsAndAMessageOfThem() {
    Order order = till.buy(hold("derby", "A-1", "A-2"), "pm_ok");
    assertEquals("confirmed", order.status());
    assertEquals(2, order.tickets().size());
    assertEquals("A-1", order.tickets().get(0).seat());
    assertEquals(19_000, order.amountCents());
    assertEquals("sold", till.state("derby", "A-1"));
    assertEquals(1, outbox(order.orderId(), "tickets"));
    assertEquals(
        "converted", till.text("SELECT status FROM hold WHERE hold_id = '" + order.holdId() + "'"));
    assertEquals(
        "held,paying,sold",
        till.text(
            "SELECT string_agg(action, ',' ORDER BY audit_id) FROM audit WHERE hold_id = '"
                + order.holdId()
                + "'"));
  }

  @Test
  void theHeldPriceIsPaidThoughItRoseMeanwhile() {
    Held held = hold("derby", "A-5");
    till.shop.execute("UPDATE event_seat SET price_cents = 99900 WHERE seat_id = 'A-5'");
    Order order = till.buy(held, "pm_ok");
    assertEquals(9_500, order.amountCents());
    assertEquals(9_500, till.processor.of(order.orderId()).amountCents());
    assertEquals(9_500, till.shop.number("SELECT price_cents FROM ticket WHERE seat_id = 'A-5'"));
  }

  @Test
  void aDeclinedCardTakesNothingAndGivesTheSeatsBack() {
    Order order = till.buy(hold("derby", "A-10"), "pm_declined");
    assertEquals("failed", order.status());
    assertEquals("declined", order.reason());
    assertEquals("card_declined", order.declineCode());
    assertEquals("available", till.state("derby", "A-10"));
    assertEquals(State.CANCELLED, till.processor.of(order.orderId()).state());
    assertEquals(1, outbox(order.orderId(), "payment_failed"));
    assertEquals("confirmed", till.buy(hold("derby", "A-10"), "pm_ok").status());
  }

  @Test
  void aChargeWhoseAnswerWasLostIsFoundAndNeverMadeTwice() {
    till.processor.next("confirm", Fault.LOST_ANSWER);
    Held held = hold("derby", "A-11");
    Order order = till.buy(held, "pm_ok");
    assertEquals("pending_payment", order.status());
    assertEquals("paying", till.state("derby", "A-11"));
    till.round();
    assertEquals("confirmed", till.order(order.orderId()).status());
    assertEquals(1, till.processor.chargesOf(order.orderId()));
  }

  @Test
  void whateverStepLosesItsCallOrAnswerTheOrderEndsWithOneCharge() {
    int seat = 20;
    for (String call : new String[] {"create", "confirm", "find"}) {
      for (Fault fault : new Fault[] {Fault.LOST_CALL, Fault.LOST_ANSWER, Fault.BUSY}) {
        till.processor.next(call, fault);
        if (call.equals("find")) {
          till.processor.next("confirm", Fault.LOST_ANSWER);
        }
        Order order = till.buy(hold("derby", "B-" + seat++), "pm_ok");
        till.round();
        till.round();
        assertEquals("confirmed", till.order(order.orderId()).status(), call + " " + fault);
        assertEquals(1, till.processor.chargesOf(order.orderId()), call + " " + fault);
      }
    }
  }

  @Test
  void aProcessThatDiesAnywhereIsTakenOverByAnother() {
    till.processor.next("create", Fault.LOST_CALL, Fault.LOST_CALL);
    Order order = till.buy(hold("derby", "A-12"), "pm_ok");
    Orders other = till.another("other");
    till.round();
    till.shop.execute("UPDATE payment SET next_check_at = now() WHERE next_check_at IS NOT NULL");
    TestShop.await(other.tick());
    assertEquals("confirmed", till.order(order.orderId()).status());
    assertTrue(
        till.text(
                "SELECT process FROM audit WHERE action = 'sold' AND order_id = '"
                    + order.orderId()
                    + "'")
            .equals("other"));
  }

  @Test
  void whatNobodyKnowsKeepsItsSeatsUntilItIsCancelled() {
    Order order = till.buy(hold("derby", "A-13"), "pm_processing");
    till.round();
    assertEquals("pending_payment", till.order(order.orderId()).status());
    till.late(order.orderId());
    till.processor.next("cancel", Fault.LOST_CALL, Fault.BUSY);
    till.round();
    till.round();
    assertEquals("pending_payment", till.order(order.orderId()).status());
    assertEquals("paying", till.state("derby", "A-13"));
    till.round();
    assertEquals("failed", till.order(order.orderId()).status());
    assertEquals("available", till.state("derby", "A-13"));
  }

  @Test
  void aCancelThatComesTooLateIsASale() {
    Order order = till.buy(hold("derby", "A-14"), "pm_processing");
    till.late(order.orderId());
    till.processor.become(till.processor.of(order.orderId()).ref(), State.SUCCEEDED);
    till.round();
    assertEquals("confirmed", till.order(order.orderId()).status());
  }

  @Test
  void aChargeThatWasNeverMadeIsGivenUpInTime() {
    till.processor.next("create", Fault.LOST_CALL, Fault.LOST_CALL);
    Order order = till.buy(hold("derby", "A-15"), "pm_ok");
    till.late(order.orderId());
    till.round();
    till.round();
    assertEquals("failed", till.order(order.orderId()).status());
    assertEquals("available", till.state("derby", "A-15"));
    assertEquals(0, till.processor.chargesOf(order.orderId()));
  }

  @Test
  void aRefundThatTheProcessorRemembersAsFailedIsAskedForUnderAnotherKey() {
    Order order = till.buy(hold("derby", "A-36"), "pm_processing");
    String ref = till.processor.of(order.orderId()).ref();
    till.tell("evt-low", till.processor.put(ref, order.orderId(), State.SUCCEEDED, 100, 0));
    for (int i = 0; i < 6; i++) {
      till.processor.next("refund", Fault.LOST_CALL);
      till.round();
    }
    till.processor.noFaults();
    till.round();
    assertEquals(100, till.order(order.orderId()).refundedCents());
    assertEquals(List.of(), violations(order));
    assertEquals(100, till.processor.of(order.orderId()).refundedCents());
  }

  @Test
  void whatTheProcessorRefusesToMakeFailsAtOnce() {
    till.processor.next("create", Fault.REFUSED);
    Order order = till.buy(hold("derby", "A-16"), "pm_ok");
    assertEquals("failed", order.status());
    assertEquals("available", till.state("derby", "A-16"));
  }

  @Test
  void whatTheProcessorRefusesToConfirmIsCancelled() {
    till.processor.next("confirm", Fault.REFUSED);
    Order order = till.buy(hold("derby", "A-17"), "pm_ok");
    assertEquals("failed", order.status());
    assertEquals("refused", order.declineCode());
    assertEquals(State.CANCELLED, till.processor.of(order.orderId()).state());
  }

  @Test
  void aBankThatAsksIsLinkedUntilItIsAnswered() {
    Order order = till.buy(hold("derby", "A-18"), "pm_bank");
    assertEquals("pending_payment", order.status());
    till.processor.become(till.processor.of(order.orderId()).ref(), State.SUCCEEDED);
    till.tell("evt-bank", till.processor.of(order.orderId()));
    assertEquals("confirmed", till.order(order.orderId()).status());
    assertNull(till.order(order.orderId()).redirectUrl());
  }

  @Test
  void latePaymentIsRefundedAndTheNewOwnerStays() {
    Order order = till.buy(hold("derby", "A-19"), "pm_processing");
    till.late(order.orderId());
    till.round();
    assertEquals("failed", till.order(order.orderId()).status());
    Order other = till.buy(hold("derby", "A-19"), "pm_ok");
    till.processor.become(till.processor.of(order.orderId()).ref(), State.SUCCEEDED);
    till.tell("evt-late", till.processor.of(order.orderId()));
    Order due = till.order(order.orderId());
    assertEquals("refund_due", due.status());
    assertEquals(9_500, due.refundDueCents());
    assertEquals(1, outbox(order.orderId(), "refund_due"));
    till.round();
    Order done = till.order(order.orderId());
    assertEquals("refunded", done.status());
    assertEquals(9_500, done.refundedCents());
    assertEquals(0, done.refundDueCents());
    assertEquals(1, outbox(order.orderId(), "refunded"));
    assertEquals("confirmed", till.order(other.orderId()).status());
    assertEquals("sold", till.state("derby", "A-19"));
  }

  @Test
  void moneyThatComesAfterACancelIsFoundThoughNobodySaysSo() {
    Order order = till.buy(hold("derby", "A-37"), "pm_processing");
    till.late(order.orderId());
    till.round();
    assertEquals("failed", till.order(order.orderId()).status());
    till.round();
    till.processor.become(till.processor.of(order.orderId()).ref(), State.SUCCEEDED);
    till.shop.execute(
        "UPDATE payment SET settled_at = settled_at - interval '1 hour' WHERE order_id = '"
            + order.orderId()
            + "'");
    till.round();
    till.round();
    assertEquals("refunded", till.order(order.orderId()).status());
    assertEquals(9_500, till.processor.of(order.orderId()).refundedCents());
    assertEquals(
        0,
        till.shop.number(
            "SELECT count(*) FROM payment WHERE next_check_at IS NOT NULL AND order_id = '"
                + order.orderId()
                + "'"));
  }

  @Test
  void whatIsCancelledIsLookedAtOnceMoreAndThenNeverAgain() {
    Order order = till.buy(hold("derby", "A-38"), "pm_declined");
    String next = "SELECT next_check_at FROM payment WHERE order_id = '" + order.orderId() + "'";
    till.round();
    assertNotEquals("null", till.text(next));
    till.shop.execute(
        "UPDATE payment SET settled_at = settled_at - interval '1 hour' WHERE order_id = '"
            + order.orderId()
            + "'");
    till.round();
    assertEquals("null", till.text(next));
  }

  @Test
  void lateMoneyIsRefundedThoughItsSeatIsFree() {
    Order order = till.buy(hold("derby", "A-20"), "pm_processing");
    till.late(order.orderId());
    till.round();
    till.processor.become(till.processor.of(order.orderId()).ref(), State.SUCCEEDED);
    till.tell("evt-late-free", till.processor.of(order.orderId()));
    assertEquals("refund_due", till.order(order.orderId()).status());
    assertEquals("available", till.state("derby", "A-20"));
    till.round();
  }

  @Test
  void anEventMayHonourLateMoneyWhereTheSeatsAreFree() {
    Order order = till.buy(hold("gentle", "A-20", "A-21"), "pm_processing");
    till.late(order.orderId());
    till.round();
    assertEquals("failed", till.order(order.orderId()).status());
    till.processor.become(till.processor.of(order.orderId()).ref(), State.SUCCEEDED);
    till.tell("evt-gentle", till.processor.of(order.orderId()));
    assertEquals("confirmed", till.order(order.orderId()).status());
    assertEquals(2, till.order(order.orderId()).tickets().size());
  }

  @Test
  void aRefundThatDiesBeforeOrAfterItsCallIsMadeOnce() {
    Order order = till.buy(hold("derby", "A-22"), "pm_processing");
    till.late(order.orderId());
    till.round();
    String ref = till.processor.of(order.orderId()).ref();
    till.processor.become(ref, State.SUCCEEDED);
    till.tell("evt-refund", till.processor.of(order.orderId()));
    long before = till.processor.refundsMade();
    till.processor.next("refund", Fault.LOST_CALL, Fault.BUSY, Fault.LOST_ANSWER);
    till.round();
    till.round();
    till.round();
    assertEquals("refund_due", till.order(order.orderId()).status());
    till.round();
    assertEquals("refunded", till.order(order.orderId()).status());
    assertEquals(before + 1, till.processor.refundsMade());
    assertEquals(9_500, till.processor.of(order.orderId()).refundedCents());
  }

  @Test
  void aSecondChargeGoesBackAndTheTicketsStayGood() {
    Order order = till.buy(hold("derby", "A-23"), "pm_ok");
    String id = order.orderId();
    Charge second = till.processor.put("pi_second", id, State.SUCCEEDED, 9_500, 0);
    till.tell("evt-second", second);
    assertEquals(9_500, till.order(id).refundDueCents());
    till.tell("evt-second-again", second);
    assertEquals(1, till.shop.number("SELECT count(*) FROM refund WHERE order_id = '" + id + "'"));
    till.round();
    assertEquals(9_500, till.order(id).refundedCents());
    assertEquals("confirmed", till.order(id).status());
    assertEquals(1, till.order(id).tickets().size());
    // The processor tells of that refund, too.
    till.tell(
        "evt-second-back", till.processor.put("pi_second", id, State.SUCCEEDED, 9_500, 9_500));
    assertEquals("confirmed", till.order(id).status());
    assertEquals(1, till.order(id).tickets().size());
    assertEquals(1, outbox(id, "extra_charge"));
    // All of the first one, given back by hand: the tickets are void and the seat is on sale.
    Charge own = till.processor.of(id);
    till.tell("evt-part", till.processor.put(own.ref(), id, State.SUCCEEDED, 9_500, 500));
    assertEquals("confirmed", till.order(id).status());
    till.tell("evt-whole", till.processor.put(own.ref(), id, State.SUCCEEDED, 9_500, 9_500));
    assertEquals("refunded", till.order(id).status());
    assertEquals(0, till.order(id).tickets().size());
    assertEquals("available", till.state("derby", "A-23"));
    assertEquals(List.of(), violations(order));
    assertEquals("confirmed", till.buy(hold("derby", "A-23"), "pm_ok").status());
  }

  @Test
  void anEventMayKeepTicketsGoodThatWereRefunded() {
    Order order = till.buy(hold("gentle", "A-1"), "pm_ok");
    Charge own = till.processor.of(order.orderId());
    till.tell(
        "evt-keep", till.processor.put(own.ref(), order.orderId(), State.SUCCEEDED, 9_500, 9_500));
    assertEquals("confirmed", till.order(order.orderId()).status());
    assertEquals(9_500, till.order(order.orderId()).refundedCents());
    assertEquals(1, till.order(order.orderId()).tickets().size());
  }

  @Test
  void aRefundThatIsHeardOfBeforeTheSuccessSellsNothing() {
    Order order = till.buy(hold("derby", "A-24"), "pm_processing");
    String ref = till.processor.of(order.orderId()).ref();
    Charge back = till.processor.put(ref, order.orderId(), State.SUCCEEDED, 9_500, 9_500);
    till.tell("evt-back-first", back);
    assertEquals("refunded", till.order(order.orderId()).status());
    till.tell(
        "evt-success-after",
        new Charge(ref, State.SUCCEEDED, 9_500, 9_500, 0, order.orderId(), null, null));
    assertEquals("refunded", till.order(order.orderId()).status());
    assertEquals("available", till.state("derby", "A-24"));
    till.round();
    assertEquals(9_500, till.processor.of(order.orderId()).refundedCents());
  }

  @Test
  void theWrongAmountBuysNothingAndGoesBack() {
    Order order = till.buy(hold("derby", "A-25"), "pm_processing");
    String ref = till.processor.of(order.orderId()).ref();
    till.tell("evt-wrong", till.processor.put(ref, order.orderId(), State.SUCCEEDED, 100, 0));
    assertEquals("refund_due", till.order(order.orderId()).status());
    assertEquals("wrong amount", till.order(order.orderId()).reason());
    assertEquals("available", till.state("derby", "A-25"));
    till.round();
    assertEquals(100, till.order(order.orderId()).refundedCents());
  }

  @Test
  void newsOfAnUnknownOrderWaitsForIt() {
    till.processor.put("pi_nobodys", "an-order-that-is-not-there", State.SUCCEEDED, 100, 0);
    till.tell(
        "evt-unknown",
        new Charge("pi_nobodys", State.SUCCEEDED, 100, 100, 0, "none-of-ours", null, null));
    String outcome = "SELECT outcome FROM webhook_inbox WHERE notice_id = 'evt-unknown'";
    assertEquals("unknown_order", till.text(outcome));
    till.round();
    assertEquals("unknown_order", till.text(outcome));
    Order order = till.buy(hold("derby", "A-26"), "pm_ok");
    till.processor.put("pi_nobodys", order.orderId(), State.SUCCEEDED, 100, 0);
    till.round();
    assertEquals("applied", till.text(outcome));
    till.round();
    assertEquals(100, till.order(order.orderId()).refundedCents());
    assertEquals("confirmed", till.order(order.orderId()).status());
  }

  @Test
  void reservedMoneyIsTakenOnceTheSeatsAreSafe() {
    Held held = hold("reserve", "A-1", "A-2");
    till.processor.next("capture", Fault.LOST_ANSWER);
    Order order = till.buy(held, "pm_ok");
    assertEquals("pending_payment", order.status());
    assertEquals("paying", till.state("reserve", "A-1"));
    till.round();
    assertEquals("confirmed", till.order(order.orderId()).status());
    assertEquals(1, till.processor.chargesOf(order.orderId()));
  }

  @Test
  void reservedMoneyIsLetGoWhereTheHoldRanOutMeanwhile() {
    Held held = hold("reserve", "A-3");
    till.processor.next("confirm", Fault.LOST_ANSWER);
    Order order = till.buy(held, "pm_ok");
    assertEquals("held", till.state("reserve", "A-3"));
    till.expire(held);
    Order other = till.buy(hold("reserve", "A-3"), "pm_ok");
    till.round();
    assertEquals("failed", till.order(order.orderId()).status());
    assertEquals(State.CANCELLED, till.processor.of(order.orderId()).state());
    assertEquals(0, till.processor.of(order.orderId()).receivedCents());
    assertEquals("confirmed", till.order(other.orderId()).status());
  }

  @Test
  void whatCostsNothingNeedsNoProcessor() {
    till.shop.execute("UPDATE event_seat SET price_cents = 0 WHERE seat_id = 'A-27'");
    long before = till.processor.asked("create");
    Order order = till.buy(hold("derby", "A-27"), "pm_ok");
    assertEquals("confirmed", order.status());
    assertEquals(before, till.processor.asked("create"));
  }

  @Test
  void aKeyStandsForOneRequestForEver() {
    Held held = hold("derby", "A-30");
    Orders.Checkout first = Till.checkout(held, "one-key", "pm_ok");
    CheckoutAnswer.Ordered made =
        assertInstanceOf(CheckoutAnswer.Ordered.class, till.checkout(first));
    assertTrue(made.isNew());
    CheckoutAnswer.Ordered again =
        assertInstanceOf(CheckoutAnswer.Ordered.class, till.checkout(first));
    assertEquals(false, again.isNew());
    assertEquals(made.order().orderId(), again.order().orderId());
    assertInstanceOf(
        CheckoutAnswer.KeyReused.class, till.checkout(Till.checkout(held, "one-key", "pm_other")));
    Held another = new Held(heldBy(held, "A-31"), held.customer());
    assertInstanceOf(
        CheckoutAnswer.KeyReused.class, till.checkout(Till.checkout(another, "one-key", "pm_ok")));
    // Another customer's same key is another key; another key for the same hold finds its order.
    assertEquals("confirmed", till.buy(hold("derby", "A-32"), "pm_ok").status());
    CheckoutAnswer.Ordered other =
        assertInstanceOf(
            CheckoutAnswer.Ordered.class, till.checkout(Till.checkout(held, "two", "pm_x")));
    assertEquals(made.order().orderId(), other.order().orderId());
    assertInstanceOf(
        CheckoutAnswer.KeyReused.class, till.checkout(Till.checkout(held, "two", "pm_y")));
  }

  private static String heldBy(Held owner, String seat) {
    Held other = hold("derby", seat);
    till.shop.execute(
        "UPDATE hold SET customer_id = '%s' WHERE hold_id = '%s'"
            .formatted(owner.customer(), other.holdId()));
    return other.holdId();
  }

  @Test
  void aKeyWhoseRequestDiedIsAnsweredAfterAWhile() {
    Held held = hold("derby", "A-33");
    Orders.Checkout checkout = Till.checkout(held, "dying", "pm_ok");
    Order order = assertInstanceOf(CheckoutAnswer.Ordered.class, till.checkout(checkout)).order();
    till.shop.execute("UPDATE idempotency SET answered_at = NULL WHERE key = 'dying'");
    CheckoutAnswer.InProgress progress =
        assertInstanceOf(CheckoutAnswer.InProgress.class, till.checkout(checkout));
    assertEquals(order.orderId(), progress.orderId());
    till.shop.execute(
        "UPDATE idempotency SET created_at = created_at - interval '1 minute' WHERE key = 'dying'");
    assertInstanceOf(CheckoutAnswer.Ordered.class, till.checkout(checkout));
  }

  @Test
  void whatIsNotHeldCannotBePaidFor() {
    Held held = hold("derby", "A-34");
    assertInstanceOf(
        CheckoutAnswer.UnknownHold.class,
        till.checkout(Till.checkout(new Held(held.holdId(), "somebody"), "k", "pm_ok")));
    till.expire(held);
    assertInstanceOf(
        CheckoutAnswer.HoldExpired.class, till.checkout(Till.checkout(held, "k", "pm_ok")));
    Held released = hold("derby", "A-35");
    till.shop.execute(
        "UPDATE event_seat SET state = 'available', hold_id = NULL, deadline = NULL WHERE hold_id = '%s'"
            .formatted(released.holdId()));
    till.shop.execute(
        "UPDATE hold SET status = 'released', ended_at = now() WHERE hold_id = '%s'"
            .formatted(released.holdId()));
    assertNotNull(
        assertInstanceOf(
                CheckoutAnswer.HoldReleased.class,
                till.checkout(Till.checkout(released, "k2", "pm_ok")))
            .releasedAt());
    assertEquals(
        0,
        till.shop.number(
            "SELECT count(*) FROM shop_order WHERE hold_id IN ('%s', '%s')"
                .formatted(held.holdId(), released.holdId())));
  }
}
