package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.Till.Held;
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
import io.vertx.core.Future;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Everything about an order at the same moment, many times over. */
class OrderRacesTest {
  private static final AtomicInteger FANS = new AtomicInteger();
  private static Till till;
  private static Orders other;

  @BeforeAll
  static void open() {
    Limits many = new Limits(Duration.ofMinutes(10), 8, 1_000);
    till =
        new Till(
            EventSettings.generated("derby", "Derby", 4_000).withLimits(many),
            EventSettings.generated("gentle", "Gentle", 2_000)
                .withLimits(many)
                .withSales(
                    Sales.defaults()
                        .paying(Capture.CHARGE, LatePayment.HONOUR_IF_FREE, AfterRefund.VOID)));
    other = till.another("other");
  }

  @AfterAll
  static void close() {
    till.close();
  }

  @AfterEach
  void nothingIsBroken() {
    assertEquals(0, till.violations());
  }

  private static Held hold(String event, String... seats) {
    return till.hold(event, "fan" + FANS.incrementAndGet(), seats);
  }

  /** Orders of a seat each, by a fan each, whose payments nobody knows the outcome of. */
  private static List<Order> buyAll(String event, List<String> seats) {
    List<CompletableFuture<HttpResponse<String>>> holds =
        seats.stream()
            .map(
                seat -> {
                  String fan = "fan" + FANS.incrementAndGet();
                  return till.shop.holdLater(event, till.shop.token(event, fan), seat);
                })
            .toList();
    List<Future<CheckoutAnswer>> asked =
        holds.stream()
            .map(answer -> till.held(answer.join()))
            .map(held -> till.asking(held, "key-" + held.holdId(), "pm_processing"))
            .toList();
    return all(asked).stream().map(answer -> ((CheckoutAnswer.Ordered) answer).order()).toList();
  }

  private static <T> List<T> all(List<Future<T>> asked) {
    return TestShop.await(Future.join(asked)).list();
  }

  private static List<String> seats(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> (char) ('A' + i / 50) + "-" + (i % 50 + 1))
        .toList();
  }

  @Test
  void fiftyCheckoutsOfOneHoldMakeOneOrderAndOneCharge() {
    for (boolean sameKey : new boolean[] {true, false}) {
      Held held = hold("derby", sameKey ? "Z-1" : "Z-2");
      List<Future<CheckoutAnswer>> asked = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        Orders at = i % 2 == 0 ? till.orders : other;
        asked.add(at.checkout(Till.checkout(held, sameKey ? "same" : "key" + i, "pm_ok")));
      }
      List<CheckoutAnswer> answers = all(asked);
      List<CheckoutAnswer.Ordered> ordered =
          answers.stream()
              .filter(CheckoutAnswer.Ordered.class::isInstance)
              .map(CheckoutAnswer.Ordered.class::cast)
              .toList();
      assertEquals(1, ordered.stream().filter(CheckoutAnswer.Ordered::isNew).count());
      assertTrue(
          answers.stream()
              .allMatch(
                  answer ->
                      answer instanceof CheckoutAnswer.Ordered
                          || answer instanceof CheckoutAnswer.InProgress));
      String order = ordered.get(0).order().orderId();
      assertEquals(1, ordered.stream().map(each -> each.order().orderId()).distinct().count());
      assertEquals(1, till.processor.chargesOf(order));
      assertEquals(
          1,
          till.shop.number(
              "SELECT count(*) FROM shop_order WHERE hold_id = '" + held.holdId() + "'"));
      await().until(() -> till.order(order).status().equals("confirmed"));
    }
  }

  @Test
  void twoCopiesOfOneWebhookSellEachSeatOnceFiftyTimes() {
    List<String> seats = seats(50);
    List<Order> orders = buyAll("derby", seats);
    List<Future<Void>> told = new ArrayList<>();
    for (Order order : orders) {
      String ref = till.processor.of(order.orderId()).ref();
      till.processor.become(ref, State.SUCCEEDED);
      Charge paid = till.processor.of(order.orderId());
      told.add(till.telling("evt-twin-" + ref, paid));
      told.add(other.notice(notice("evt-twin-" + ref, paid)));
      // Another type of notice about the same, and the reconciler, in the same moment.
      told.add(other.notice(notice("evt-other-" + ref, paid)));
    }
    till.shop.execute("UPDATE payment SET next_check_at = now() WHERE next_check_at IS NOT NULL");
    told.add(other.tick());
    told.add(till.orders.tick());
    assertTrue(all(told).size() > 150);
    for (Order order : orders) {
      await().until(() -> till.order(order.orderId()).status().equals("confirmed"));
      assertEquals(1, till.order(order.orderId()).tickets().size());
      assertEquals(
          1,
          till.shop.number(
              "SELECT count(*) FROM outbox WHERE kind = 'tickets' AND subject_id = '"
                  + order.orderId()
                  + "'"));
    }
    assertEquals(
        0,
        till.shop.number(
            "SELECT count(*) FROM refund r JOIN shop_order o ON o.order_id = r.order_id"
                + " WHERE o.event_id = 'derby' AND o.hold_id IN (SELECT hold_id FROM hold"
                + " WHERE seat_ids[1] LIKE 'A-%')"));
  }

  private static dev.headgate.booking.payment.Notice notice(String id, Charge charge) {
    return new dev.headgate.booking.payment.Notice(
        id, "charge.succeeded", java.time.Instant.EPOCH, charge);
  }

  @Test
  void aHundredLatePaymentsAgainstNewFansAreAllRefunded() {
    List<String> seats = seats(200).subList(100, 200);
    List<Order> late = buyAll("derby", seats);
    late.forEach(order -> till.late(order.orderId()));
    failAll();
    List<CompletableFuture<HttpResponse<String>>> fans = new ArrayList<>();
    List<Future<Void>> told = new ArrayList<>();
    for (int i = 0; i < seats.size(); i++) {
      String ref = till.processor.of(late.get(i).orderId()).ref();
      till.processor.become(ref, State.SUCCEEDED);
      told.add(till.telling("evt-late-" + ref, till.processor.of(late.get(i).orderId())));
      fans.add(till.shop.holdLater("derby", till.shop.token("derby", "new" + i), seats.get(i)));
    }
    assertEquals(100, fans.stream().filter(each -> each.join().statusCode() == 201).count());
    assertEquals(100, all(told).size());
    await()
        .until(
            () ->
                late.stream().allMatch(o -> till.order(o.orderId()).status().equals("refund_due")));
    till.round();
    till.round();
    late.forEach(order -> assertEquals("refunded", till.order(order.orderId()).status()));
    assertEquals(
        0,
        till.shop.number(
            "SELECT count(*) FROM ticket WHERE order_id IN (SELECT order_id FROM" + " refund)"));
  }

  private static void failAll() {
    while (till.shop.number("SELECT count(*) FROM shop_order WHERE status = 'pending_payment'")
        > 0) {
      till.round();
    }
  }

  @Test
  void twoHundredGentleRacesGoToEitherSideAndNeverToBoth() {
    List<String> seats = seats(200);
    List<Order> late = buyAll("gentle", seats);
    late.forEach(order -> till.late(order.orderId()));
    failAll();
    List<CompletableFuture<HttpResponse<String>>> fans = new ArrayList<>();
    List<Future<Void>> told = new ArrayList<>();
    for (int i = 0; i < seats.size(); i++) {
      String order = late.get(i).orderId();
      till.processor.become(till.processor.of(order).ref(), State.SUCCEEDED);
      Charge paid = till.processor.of(order);
      String token = till.shop.token("gentle", "gentle" + i);
      // Each is sometimes first, and of the first two pairs by a long way.
      if (i == 0) {
        till.tell("evt-gentle-0", paid);
      }
      if (i % 2 == 0) {
        told.add(till.telling("evt-gentle-" + i, paid));
        fans.add(till.shop.holdLater("gentle", token, seats.get(i)));
      } else {
        fans.add(till.shop.holdLater("gentle", token, seats.get(i)));
        if (i == 1) {
          assertEquals(201, fans.get(1).join().statusCode());
        }
        told.add(till.telling("evt-gentle-" + i, paid));
      }
    }
    assertEquals(200, all(told).size());
    await()
        .until(
            () -> late.stream().noneMatch(o -> till.order(o.orderId()).status().equals("failed")));
    int payers = 0;
    for (int i = 0; i < seats.size(); i++) {
      boolean paid = till.order(late.get(i).orderId()).status().equals("confirmed");
      int fan = fans.get(i).join().statusCode();
      assertEquals(paid ? 409 : 201, fan, seats.get(i));
      payers += paid ? 1 : 0;
    }
    assertTrue(payers > 0 && payers < 200, payers + " of 200 payers had their seat");
  }

  @Test
  void checkoutsReleasesNoticesAndTheReconcilerTogetherEndEachOrderOnce() {
    for (int i = 0; i < 50; i++) {
      Held held = hold("derby", "X-" + (i + 1));
      List<Future<?>> asked = new ArrayList<>();
      asked.add(till.orders.checkout(Till.checkout(held, "k1", "pm_ok")));
      asked.add(other.checkout(Till.checkout(held, "k1", "pm_ok")));
      asked.add(other.checkout(Till.checkout(held, "k2", "pm_ok")));
      CompletableFuture<HttpResponse<String>> released =
          till.shop.client.sendAsync(
              till.shop
                  .request("/holds/" + held.holdId(), till.shop.token("derby", "fan" + FANS.get()))
                  .DELETE()
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      till.shop.execute("UPDATE payment SET next_check_at = now() WHERE next_check_at IS NOT NULL");
      asked.add(other.tick());
      asked.add(till.orders.tick());
      Object unused = TestShop.await(Future.join(asked));
      int status = released.join().statusCode();
      assertTrue(status == 204 || status == 409, "released: " + status);
      long orders =
          till.shop.number(
              "SELECT count(*) FROM shop_order WHERE hold_id = '" + held.holdId() + "'");
      assertEquals(status == 204 ? 0 : 1, orders);
      if (orders == 1) {
        await()
            .until(
                () ->
                    till.text(
                            "SELECT status FROM shop_order WHERE hold_id = '" + held.holdId() + "'")
                        .equals("confirmed"));
      }
    }
  }

  @Test
  void twoOrdersOfOneSeatAreSoldOnce() {
    for (int i = 1; i <= 30; i++) {
      String seat = "Y-" + i;
      Held expired = hold("derby", seat);
      till.expire(expired);
      Held live = hold("derby", seat);
      Future<CheckoutAnswer> one = till.asking(expired, "k", "pm_ok");
      Future<CheckoutAnswer> two = other.checkout(Till.checkout(live, "k", "pm_ok"));
      Object unused = TestShop.await(Future.join(one, two));
      assertTrue(one.result() instanceof CheckoutAnswer.HoldExpired);
      assertTrue(two.result() instanceof CheckoutAnswer.Ordered);
      assertEquals(
          1, till.shop.number("SELECT count(*) FROM ticket WHERE seat_id = '" + seat + "'"));
    }
  }
}
