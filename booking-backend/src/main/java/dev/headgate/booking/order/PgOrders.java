package dev.headgate.booking.order;

import dev.headgate.booking.order.CheckoutAnswer.HoldExpired;
import dev.headgate.booking.order.CheckoutAnswer.HoldReleased;
import dev.headgate.booking.order.CheckoutAnswer.InProgress;
import dev.headgate.booking.order.CheckoutAnswer.KeyReused;
import dev.headgate.booking.order.CheckoutAnswer.Ordered;
import dev.headgate.booking.order.CheckoutAnswer.UnknownHold;
import dev.headgate.booking.payment.Notice;
import dev.headgate.booking.payment.PaymentProcessor;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Database.Transaction;
import dev.headgate.booking.store.Ids;
import dev.headgate.booking.store.Retry;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements of this package's resources, and what their rows mean. */
final class PgOrders implements Orders {
  private static final String CUSTOMER = sql("customer");
  private static final String LOCK_HOLD = sql("lock-hold");
  private static final String LOOK = sql("look");
  private static final String CHECKOUT = sql("checkout");
  private static final String KEY = sql("key");
  private static final String ANSWERED = sql("answered");
  private static final String ORDER = sql("order");

  /** A request that has no answer after so long has died, and its key may be asked with again. */
  private static final Duration IN_FLIGHT = Duration.ofSeconds(30);

  private static final int MOST_ORDERS = 100;

  private final Database database;
  private final Retry retry;
  private final Payments payments;
  private final Desk desk;
  private final Settings settings;
  private final Ids ids;

  private PgOrders(
      Database database, Retry retry, Payments payments, Desk desk, Settings settings, Ids ids) {
    this.database = database;
    this.retry = retry;
    this.payments = payments;
    this.desk = desk;
    this.settings = settings;
    this.ids = ids;
  }

  static Orders open(
      Vertx vertx, Database database, PaymentProcessor processor, Settings settings) {
    Ids ids = new Ids();
    Retry retry = new Retry(vertx, settings.retryBudget());
    Finalizer finalizer = new Finalizer(database, retry, ids, settings.process());
    Payments payments = new Payments(database, processor, finalizer, settings, ids);
    Desk desk = new Desk(database, processor, finalizer, payments);
    return new PgOrders(database, retry, payments, desk, settings, ids);
  }

  /** What a checkout's transaction came to. */
  private sealed interface Step {
    /** An order and its payment were made. */
    record Made(String order, String payment, String event) implements Step {}

    /** There was an order already. */
    record Found(String order) implements Step {}

    /** There will be none. */
    record Refused(CheckoutAnswer answer) implements Step {}
  }

  @Override
  public Future<CheckoutAnswer> checkout(Checkout wanted) {
    return retry
        .run(() -> database.inTransaction(open -> within(open, wanted)))
        .compose(step -> after(step, wanted));
  }

  private Future<Step> within(Transaction open, Checkout wanted) {
    return open.run(new Statement(CUSTOMER, Tuple.of(wanted.holdId(), wanted.customer())))
        .compose(
            customer ->
                customer.size() == 0
                    ? refused(new UnknownHold())
                    : open.run(new Statement(LOCK_HOLD, Tuple.of(wanted.holdId())))
                        .compose(locked -> look(open, wanted))
                        .compose(row -> decide(open, wanted, row)));
  }

  private static Future<Row> look(Transaction open, Checkout wanted) {
    Tuple parameters = Tuple.of(wanted.holdId(), wanted.customer(), wanted.idempotencyKey());
    return open.run(new Statement(LOOK, parameters)).map(rows -> rows.iterator().next());
  }

  private Future<Step> decide(Transaction open, Checkout wanted, Row row) {
    String known = row.getString("fingerprint");
    String order = row.getString("order_id");
    Instant now = Rows.instant(row, "now");
    if (known != null) {
      return Future.succeededFuture(again(wanted, row, known, now));
    }
    if (order != null) {
      Tuple key =
          Tuple.of(wanted.customer(), wanted.idempotencyKey(), Fingerprint.of(wanted), order);
      return open.run(new Statement(KEY, key)).map(written -> new Step.Found(order));
    }
    Instant deadline = Rows.instant(row, "deadline");
    String status = row.getString("status");
    if (status.equals("released")) {
      return refused(new HoldReleased(Rows.instant(row, "ended_at")));
    }
    if (!status.equals("active") || !now.isBefore(deadline)) {
      return refused(new HoldExpired(deadline));
    }
    return make(open, wanted, deadline);
  }

  private static Step again(Checkout wanted, Row row, String known, Instant now) {
    if (!known.equals(Fingerprint.of(wanted))) {
      return new Step.Refused(new KeyReused());
    }
    String order = row.getString("result_id");
    boolean inFlight =
        row.getValue("answered_at") == null
            && now.isBefore(Rows.instant(row, "key_since").plus(IN_FLIGHT));
    return inFlight ? new Step.Refused(new InProgress(order)) : new Step.Found(order);
  }

  private Future<Step> make(Transaction open, Checkout wanted, Instant deadline) {
    String order = ids.next();
    String payment = ids.next();
    Tuple parameters =
        Tuple.of(wanted.holdId(), order, payment, wanted.idempotencyKey())
            .addString(Fingerprint.of(wanted))
            .addString(wanted.paymentMethod())
            .addString(wanted.email())
            .addString(wanted.phone())
            .addString(settings.process())
            .addLong(settings.payment().investigate().toSeconds())
            .addLong(settings.payment().firstCheck().toMillis());
    return open.run(new Statement(CHECKOUT, parameters))
        .map(rows -> rows.iterator().next())
        .map(
            row -> {
              if (row.getBoolean("ordered")) {
                return new Step.Made(order, payment, row.getString("event_id"));
              }
              // The key was written for another event's hold in this very moment.
              return new Step.Refused(
                  row.getBoolean("lived") ? new KeyReused() : new HoldExpired(deadline));
            });
  }

  private static Future<Step> refused(CheckoutAnswer answer) {
    return Future.succeededFuture(new Step.Refused(answer));
  }

  private Future<CheckoutAnswer> after(Step step, Checkout wanted) {
    if (step instanceof Step.Made made) {
      settings.onSeatsMoved().accept(made.event());
      return payments
          .carryOn(made.payment(), "response")
          .compose(done -> answered(wanted))
          .compose(done -> ordered(made.order(), true));
    }
    return step instanceof Step.Found found
        ? ordered(found.order(), false)
        : Future.succeededFuture(((Step.Refused) step).answer());
  }

  /** Whether this is written or not, the order is there: the next one only has to wait longer. */
  private Future<Void> answered(Checkout wanted) {
    Tuple parameters = Tuple.of(wanted.customer(), wanted.idempotencyKey());
    return database.query(new Statement(ANSWERED, parameters)).<Void>mapEmpty().otherwiseEmpty();
  }

  private Future<CheckoutAnswer> ordered(String orderId, boolean isNew) {
    return find(orderId).map(order -> new Ordered(order.orElseThrow(), isNew));
  }

  @Override
  public Future<Optional<Order>> find(String orderId) {
    return read(orderId, null, 1).map(orders -> orders.stream().findFirst());
  }

  @Override
  public Future<List<Order>> of(String customer) {
    return read(null, customer, MOST_ORDERS);
  }

  private Future<List<Order>> read(@Nullable String order, @Nullable String customer, int most) {
    return database
        .query(new Statement(ORDER, Tuple.of(order, customer, most)))
        .map(PgOrders::orders);
  }

  private static List<Order> orders(RowSet<Row> rows) {
    List<Order> orders = new ArrayList<>(rows.size());
    rows.forEach(row -> orders.add(Rows.order(row)));
    return orders;
  }

  @Override
  public Future<Void> notice(Notice notice) {
    return desk.store(notice);
  }

  @Override
  public Future<Void> tick() {
    return desk.tick();
  }

  private static String sql(String name) {
    return Sql.beside(PgOrders.class, name);
  }
}
