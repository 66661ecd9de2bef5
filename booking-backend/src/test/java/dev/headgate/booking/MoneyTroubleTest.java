package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.booking.Till.Held;
import dev.headgate.booking.check.Invariants;
import dev.headgate.booking.check.Violation;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.AfterRefund;
import dev.headgate.booking.config.EventSettings.Capture;
import dev.headgate.booking.config.EventSettings.LatePayment;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.EventSettings.Sales;
import dev.headgate.booking.order.Order;
import dev.headgate.booking.payment.Charge;
import dev.headgate.booking.payment.Charge.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Money that goes odd ways, each step of which the shop's own check must find to be in order. */
class MoneyTroubleTest {
  private static final AtomicInteger FANS = new AtomicInteger();
  private static Till till;

  @BeforeAll
  static void open() {
    Limits four = new Limits(Duration.ofMinutes(10), 4, 4);
    Sales sales = Sales.defaults();
    till =
        new Till(
            EventSettings.generated("derby", "Derby", 500).withLimits(four),
            EventSettings.generated("gentle", "Gentle", 500)
                .withLimits(four)
                .withSales(
                    sales.paying(Capture.CHARGE, LatePayment.HONOUR_IF_FREE, AfterRefund.VOID)),
            EventSettings.generated("reserve", "Reserve", 500)
                .withLimits(four)
                .withSales(sales.paying(Capture.AUTHORISE, LatePayment.REFUND, AfterRefund.VOID)));
  }

  @AfterAll
  static void close() {
    till.close();
  }

  @AfterEach
  void everythingIsInOrder() {
    till.processor.noFaults();
    inOrder();
    assertEquals(0, till.violations());
  }

  private static void inOrder() {
    try (Connection connection = till.shop.connect()) {
      List<Violation> found = Invariants.check(connection);
      assertEquals(List.of(), found);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static Held hold(String event, String... seats) {
    return till.hold(event, "fan" + FANS.incrementAndGet(), seats);
  }

  private static Order cancelled(Held held) {
    Order order = till.buy(held, "pm_processing");
    till.late(order.orderId());
    till.round();
    Order failed = till.order(order.orderId());
    assertEquals("failed", failed.status());
    return failed;
  }

  private static void paysAllTheSame(Order order) {
    String ref = till.processor.of(order.orderId()).ref();
    till.processor.become(ref, State.SUCCEEDED);
    till.tell("evt-" + order.orderId(), till.processor.of(order.orderId()));
  }

  @Test
  void whatWasGivenBackByHandIsNotAskedForAgainAndTheRestIs() {
    Order order = cancelled(hold("derby", "A-1"));
    paysAllTheSame(order);
    String id = order.orderId();
    assertEquals(9_500, till.order(id).refundDueCents());
    inOrder();
    Charge own = till.processor.of(id);
    till.tell("evt-part", till.processor.put(own.ref(), id, State.SUCCEEDED, 9_500, 500));
    assertEquals(9_000, till.order(id).refundDueCents());
    till.round();
    till.round();
    assertEquals("refunded", till.order(id).status());
    assertEquals(9_500, till.processor.of(id).refundedCents());
    assertEquals(9_500, till.order(id).refundedCents());
  }

  @Test
  void whatWasGivenBackByHandUnheardOfIsFoundOutAndTheRestGoesBack() {
    Order order = cancelled(hold("derby", "A-2"));
    paysAllTheSame(order);
    String id = order.orderId();
    Charge unheard =
        till.processor.put(till.processor.of(id).ref(), id, State.SUCCEEDED, 9_500, 500);
    assertEquals(500, unheard.refundedCents());
    till.round();
    till.round();
    assertEquals("refunded", till.order(id).status());
    assertEquals(9_500, till.processor.of(id).refundedCents());
  }

  @Test
  void ticketsThatTheSellerRefundsAreVoidAndInOrder() {
    Order order = till.buy(hold("derby", "A-3"), "pm_ok");
    String id = order.orderId();
    String ref = till.processor.of(id).ref();
    till.tell("evt-void", till.processor.put(ref, id, State.SUCCEEDED, 9_500, 9_500));
    assertEquals("refunded", till.order(id).status());
    assertEquals("available", till.state("derby", "A-3"));
  }

  @Test
  void moneyGivenBackBeforeAnybodyHeardOfItIsInOrder() {
    Order order = till.buy(hold("derby", "A-4"), "pm_processing");
    String id = order.orderId();
    String ref = till.processor.of(id).ref();
    till.tell("evt-back", till.processor.put(ref, id, State.SUCCEEDED, 9_500, 9_500));
    assertEquals("refunded", till.order(id).status());
    assertEquals("available", till.state("derby", "A-4"));
  }

  @Test
  void theWrongAmountIsInOrderWhileItIsDueAndAfterwards() {
    Order order = till.buy(hold("derby", "A-5"), "pm_processing");
    String id = order.orderId();
    String ref = till.processor.of(id).ref();
    till.tell("evt-wrong", till.processor.put(ref, id, State.SUCCEEDED, 100, 0));
    assertEquals("refund_due", till.order(id).status());
    inOrder();
    till.round();
    assertEquals("refunded", till.order(id).status());
  }

  @Test
  void aSecondChargeOfARefundedOrderIsInOrderWhileItIsDue() {
    Order order = till.buy(hold("derby", "A-6"), "pm_ok");
    String id = order.orderId();
    String ref = till.processor.of(id).ref();
    till.tell("evt-own", till.processor.put(ref, id, State.SUCCEEDED, 9_500, 9_500));
    till.tell("evt-two", till.processor.put("pi_two", id, State.SUCCEEDED, 9_500, 0));
    assertEquals(9_500, till.order(id).refundDueCents());
    inOrder();
    till.round();
    assertEquals(0, till.order(id).refundDueCents());
    assertEquals("refunded", till.order(id).status());
  }

  @Test
  void moneyThatIsNotReservedYetLeavesTheHoldInItsCountdownAndInOrder() {
    Held held = hold("reserve", "A-1", "A-2");
    Order order = till.buy(held, "pm_processing");
    assertEquals("held", till.state("reserve", "A-1"));
    inOrder();
    till.late(order.orderId());
    till.round();
    assertEquals("failed", till.order(order.orderId()).status());
    assertEquals("available", till.state("reserve", "A-1"));
  }

  @Test
  void aReservationWhoseHoldWasSweptIsInOrderAllAlong() {
    Held held = hold("reserve", "A-3");
    Order order = till.buy(held, "pm_processing");
    till.expire(held);
    inOrder();
    String swept = "SELECT status FROM hold WHERE hold_id = '" + held.holdId() + "'";
    Awaitility.await().until(() -> till.text(swept).equals("expired"));
    inOrder();
    String ref = till.processor.of(order.orderId()).ref();
    till.processor.become(ref, State.AUTHORISED);
    till.round();
    assertEquals("failed", till.order(order.orderId()).status());
    assertEquals(State.CANCELLED, till.processor.of(order.orderId()).state());
  }

  @Test
  void whatCostsNothingIsInOrderWhereMoneyIsReservedFirst() {
    till.shop.execute(
        "UPDATE event_seat SET price_cents = 0 WHERE event_id = 'reserve' AND seat_id = 'A-4'");
    assertEquals("confirmed", till.buy(hold("reserve", "A-4"), "pm_ok").status());
  }

  @Test
  void aNoticeThatCannotBeReadKeepsNothingElseFromBeingDone() {
    till.processor.next("confirm", InMemoryProcessor.Fault.LOST_ANSWER);
    Order order = till.buy(hold("derby", "A-7"), "pm_ok");
    assertEquals("pending_payment", order.status());
    till.shop.execute(
        "INSERT INTO webhook_inbox (notice_id, type, body, next_try_at)"
            + " VALUES ('evt-poison', 'payment_intent.changed', '{\"ref\":\"pi\",\"state\":\"ODD\"}',"
            + " clock_timestamp())");
    try {
      till.round();
      assertEquals("confirmed", till.order(order.orderId()).status());
    } finally {
      till.shop.execute("DELETE FROM webhook_inbox WHERE notice_id = 'evt-poison'");
    }
  }

  @Test
  void lateMoneyBuysNoMoreThanACustomerMayHave() {
    String[] first = {"A-1", "A-2", "A-3"};
    Held held = till.hold("gentle", "greedy", first);
    Order order = cancelled(held);
    Order second = till.buy(till.hold("gentle", "greedy", "B-1", "B-2"), "pm_ok");
    assertEquals("confirmed", second.status());
    paysAllTheSame(order);
    assertEquals("refund_due", till.order(order.orderId()).status());
    assertEquals("available", till.state("gentle", "A-1"));
    till.round();
    assertEquals("refunded", till.order(order.orderId()).status());
  }

  @Test
  void lateMoneyBuysWhatACustomerMayStillHave() {
    Order order = cancelled(till.hold("gentle", "modest", "C-1", "C-2"));
    Order second = till.buy(till.hold("gentle", "modest", "D-1", "D-2"), "pm_ok");
    assertEquals("confirmed", second.status());
    paysAllTheSame(order);
    assertEquals("confirmed", till.order(order.orderId()).status());
  }
}
