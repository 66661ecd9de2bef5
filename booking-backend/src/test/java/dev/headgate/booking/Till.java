package dev.headgate.booking;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.order.CheckoutAnswer;
import dev.headgate.booking.order.Order;
import dev.headgate.booking.order.Orders;
import dev.headgate.booking.payment.Charge;
import dev.headgate.booking.payment.Notice;
import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A shop's database with orders on it, a processor whose answers a test decides, and time that a
 * test can move. Beside it runs the whole shop, for holds over HTTP and for its sweeper.
 */
final class Till implements AutoCloseable {
  final TestShop shop;
  final InMemoryProcessor processor = new InMemoryProcessor();
  final Orders orders;
  private final Vertx vertx = Vertx.vertx();
  private final List<Database> databases = new ArrayList<>();

  Till(EventSettings... events) {
    this.shop = TestShop.with(events);
    this.orders = another("till");
  }

  /** Another process on the same database and with the same processor. */
  Orders another(String process) {
    Database database = Database.open(vertx, shop.config.store());
    databases.add(database);
    ShopConfig.Payment payment =
        ShopConfig.Payment.at(URI.create("http://127.0.0.1:1"), "key", "secret");
    return Orders.inPostgres(
        vertx,
        database,
        processor,
        new Orders.Settings(
            payment,
            Duration.ofSeconds(10),
            process,
            order -> "http://127.0.0.1/orders/" + order + "/return",
            event -> {}));
  }

  /** Somebody's hold. */
  record Held(String holdId, String customer) {}

  Held hold(String event, String fan, String... seats) {
    return held(shop.hold(event, shop.token(event, fan), seats));
  }

  /** What was answered to somebody who asked for seats. */
  Held held(HttpResponse<String> answer) {
    if (answer.statusCode() != 201) {
      throw new IllegalStateException(answer.body());
    }
    String id = new JsonObject(answer.body()).getString("holdId");
    return new Held(id, text("SELECT customer_id FROM hold WHERE hold_id = '" + id + "'"));
  }

  Future<CheckoutAnswer> asking(Held held, String key, String method) {
    return orders.checkout(checkout(held, key, method));
  }

  static Orders.Checkout checkout(Held held, String key, String method) {
    return new Orders.Checkout(
        held.holdId(), held.customer(), key, method, "fan@example.org", null);
  }

  CheckoutAnswer checkout(Orders.Checkout checkout) {
    return TestShop.await(orders.checkout(checkout));
  }

  /** The order that paying for this hold makes. */
  Order buy(Held held, String method) {
    CheckoutAnswer answer = TestShop.await(asking(held, "key-" + held.holdId(), method));
    return ((CheckoutAnswer.Ordered) answer).order();
  }

  Order order(String orderId) {
    return TestShop.await(orders.find(orderId)).orElseThrow();
  }

  /** Everything that will be due is due now, and done once. */
  void round() {
    shop.execute(
        """
        UPDATE payment SET next_check_at = clock_timestamp() WHERE next_check_at IS NOT NULL;
        UPDATE refund SET next_try_at = clock_timestamp() WHERE status = 'due';
        UPDATE webhook_inbox SET next_try_at = clock_timestamp() WHERE next_try_at IS NOT NULL;
        """);
    TestShop.await(orders.tick());
  }

  /** The hold's time ran out a while ago. */
  void expire(Held held) {
    String past = "clock_timestamp() - interval '1 second'";
    shop.execute(
        "UPDATE hold SET created_at = created_at - interval '1 day', deadline = %s WHERE hold_id = '%s'"
            .formatted(past, held.holdId()));
    shop.execute(
        "UPDATE event_seat s SET deadline = h.deadline FROM hold h WHERE h.hold_id = '%s'"
                .formatted(held.holdId())
            + " AND s.hold_id = h.hold_id AND s.state = 'held'");
  }

  /** The time for looking into this order's payment is over. */
  void late(String orderId) {
    shop.execute(
        "UPDATE payment SET created_at = created_at - interval '15 minutes',"
            + " investigate_until = clock_timestamp() - interval '1 second'"
            + " WHERE order_id = '"
            + orderId
            + "'");
  }

  Future<Void> telling(String id, Charge charge) {
    return orders.notice(new Notice(id, "payment_intent.changed", Instant.EPOCH, charge));
  }

  /** A webhook, until it is applied. */
  void tell(String id, Charge charge) {
    TestShop.await(telling(id, charge));
    Awaitility.await()
        .until(
            () ->
                !text("SELECT outcome FROM webhook_inbox WHERE notice_id = '" + id + "'")
                    .equals("waiting"));
  }

  String text(String query) {
    return shop.text(query);
  }

  String state(String event, String seat) {
    return text(
        "SELECT state FROM event_seat WHERE event_id = '%s' AND seat_id = '%s'"
            .formatted(event, seat));
  }

  /** What must hold whatever happened: nobody has two seats, and money has its tickets. */
  long violations() {
    return shop.brokenSeats()
        + shop.number(
            """
            SELECT (SELECT count(*) FROM (SELECT 1 FROM ticket WHERE voided_at IS NULL
                       GROUP BY event_id, seat_id HAVING count(*) > 1) twice)
                 + (SELECT count(*) FROM shop_order o WHERE o.status = 'confirmed'
                       AND o.seat_count <> (SELECT count(*) FROM ticket t JOIN event_seat s
                              ON s.event_id = t.event_id AND s.seat_id = t.seat_id
                             WHERE t.order_id = o.order_id AND t.voided_at IS NULL
                               AND s.state = 'sold' AND s.hold_id = o.hold_id))
                 + (SELECT count(*) FROM ticket t JOIN shop_order o ON o.order_id = t.order_id
                     WHERE t.voided_at IS NULL AND o.status <> 'confirmed')
                 + (SELECT count(*) FROM event_seat s WHERE s.state = 'sold' AND NOT EXISTS (
                     SELECT FROM ticket t WHERE t.event_id = s.event_id
                        AND t.seat_id = s.seat_id AND t.voided_at IS NULL))
                 + (SELECT count(*) FROM event_seat s WHERE s.state = 'paying' AND NOT EXISTS (
                     SELECT FROM shop_order o WHERE o.hold_id = s.hold_id
                        AND o.status = 'pending_payment'))
                 + (SELECT count(*) FROM payment p JOIN shop_order o ON o.order_id = p.order_id
                     WHERE p.status = 'succeeded' AND p.amount_cents > 0
                       AND p.refunded_cents < p.received_cents
                       AND NOT (o.status = 'confirmed' AND p.is_own)
                       AND NOT EXISTS (SELECT FROM refund r WHERE r.payment_id = p.payment_id))
            """);
  }

  @Override
  public void close() {
    for (Database database : databases) {
      TestShop.await(database.close());
    }
    TestShop.await(vertx.close());
    shop.close();
  }
}
