package dev.headgate.booking.order;

import dev.headgate.booking.order.Decision.Act;
import dev.headgate.booking.payment.Charge;
import dev.headgate.booking.payment.Charge.State;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Database.Transaction;
import dev.headgate.booking.store.Ids;
import dev.headgate.booking.store.Retry;
import dev.headgate.booking.store.Sql;
import dev.headgate.booking.store.StoreException;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one place where news of a charge becomes tickets, free seats or a refund, whoever brings it:
 * the answer to a call, a webhook, or the reconciler. It locks customer, order, hold and seats, in
 * that order, lets {@link OrderRules} decide, and writes the decision in the same transaction. The
 * same news again changes nothing.
 */
final class Finalizer {
  private static final String LOCK_ORDER = sql("lock-order");
  private static final String LOCK_NAMELESS = sql("lock-nameless");
  private static final String LOCK_HOLD = sql("lock-hold");
  private static final String LOCK_SEATS = sql("lock-seats");
  private static final String STANDING = sql("standing");
  private static final String SELL = sql("sell");
  private static final String FREE = sql("free");
  private static final String FAIL = sql("fail");
  private static final String GIVE_BACK = sql("give-back");
  private static final String EXTRA = sql("extra");
  private static final String REFUNDED = sql("refunded");
  private static final String VOID = sql("void");
  private static final String SECURE = sql("secure");
  private static final String RECORD = sql("record");
  private static final String TELL = sql("tell");

  private final Database database;
  private final Retry retry;
  private final Ids ids;
  private final String process;

  Finalizer(Database database, Retry retry, Ids ids, String process) {
    this.database = database;
    this.retry = retry;
    this.ids = ids;
    this.process = process;
  }

  /**
   * What came of it.
   *
   * @param event whose seats may have changed
   * @param payment our id of the payment; null for one we did not make
   */
  record Outcome(String order, String event, @Nullable String payment, Decision decision) {}

  /**
   * Applies what is known of a charge.
   *
   * @param source who brought the news
   * @return nothing where the charge is for no order of ours
   */
  Future<Optional<Outcome>> apply(Charge charge, String source) {
    return retry.run(() -> database.inTransaction(open -> within(open, charge, source)));
  }

  /**
   * The same inside a transaction that the caller has begun, and in which it has locked no order.
   */
  Future<Optional<Outcome>> within(Transaction open, Charge charge, String source) {
    return one(open, LOCK_ORDER, Tuple.of(charge.ref(), charge.orderId()))
        .compose(
            order ->
                order.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : locked(open, order.get(), null, charge, source).map(Optional::of));
  }

  /**
   * Fails an order whose charge has no name: it was never confirmed, so it takes no money. Does
   * nothing where somebody has written one down meanwhile.
   */
  Future<Optional<Outcome>> neverMade(String order, String payment) {
    return retry.run(() -> database.inTransaction(open -> neverMade(open, order, payment)));
  }

  private Future<Optional<Outcome>> neverMade(Transaction open, String order, String payment) {
    Charge none = new Charge("", State.CANCELLED, 0, 0, 0, order, null, null);
    return one(open, LOCK_ORDER, Tuple.of(null, order))
        .compose(
            row ->
                one(open, LOCK_NAMELESS, Tuple.of(payment))
                    .compose(
                        nameless ->
                            nameless.isEmpty()
                                ? Future.succeededFuture(Optional.<Outcome>empty())
                                : locked(open, row.orElseThrow(), payment, none, "never made")
                                    .map(Optional::of)));
  }

  /** Writes down that a refund of ours was done. */
  Future<Void> refunded(String order, String payment, long cents, String refundRef) {
    Tuple parameters = Tuple.of(order, payment, process, "refund job", cents, refundRef);
    return retry.run(
        () ->
            database.inTransaction(
                open ->
                    one(open, LOCK_ORDER, Tuple.of(null, order))
                        .compose(locked -> open.run(new Statement(REFUNDED, parameters)))
                        .mapEmpty()));
  }

  private Future<Outcome> locked(
      Transaction open, Row order, @Nullable String payment, Charge charge, String source) {
    String orderId = order.getString("order_id");
    String event = order.getString("event_id");
    return open.run(new Statement(LOCK_HOLD, Tuple.of(order.getString("hold_id"))))
        .compose(hold -> open.run(new Statement(LOCK_SEATS, Tuple.of(event, orderId))))
        .compose(
            seats -> open.run(new Statement(STANDING, Tuple.of(orderId, charge.ref(), payment))))
        .compose(
            rows -> {
              Standing standing = standing(orderId, rows.iterator().next());
              Decision decision = OrderRules.decide(standing, charge);
              return write(open, standing, charge, new News(decision, source))
                  .map(new Outcome(orderId, event, standing.payment(), decision));
            });
  }

  private record News(Decision decision, String source) {
    String told() {
      return decision.why().isEmpty() ? source : decision.why() + " (" + source + ")";
    }
  }

  private Future<?> write(Transaction open, Standing standing, Charge charge, News news) {
    return switch (news.decision().act()) {
      case FAIL, GIVE_BACK ->
          open.run(new Statement(FREE, Tuple.of(standing.order())))
              .compose(freed -> plainly(open, standing, charge, news));
      case SELL ->
          sell(open, standing, charge)
              .compose(
                  sold -> tell(open, standing.order(), Told.of("sold", news.told(), "tickets")));
      case IGNORE -> Future.succeededFuture();
      default -> plainly(open, standing, charge, news);
    };
  }

  private Future<?> plainly(Transaction open, Standing standing, Charge charge, News news) {
    Written written = written(standing, charge, news);
    Told told = written.told();
    return open.run(written.statement())
        .compose(
            done -> told == null ? Future.succeededFuture() : tell(open, standing.order(), told));
  }

  /** A decision as a statement, and what is told of it. */
  private record Written(Statement statement, @Nullable Told told) {}

  private Written written(Standing standing, Charge charge, News news) {
    String order = standing.order();
    String payment = standing.payment() == null ? ids.next() : standing.payment();
    String why = news.decision().why();
    long received = charge.receivedCents();
    long refunded = charge.refundedCents();
    return switch (news.decision().act()) {
      case FAIL ->
          new Written(
              new Statement(FAIL, Tuple.of(order, payment, why)),
              Told.of("returned", why, "payment_failed"));
      case SECURE ->
          new Written(
              new Statement(SECURE, Tuple.of(order, payment)),
              Told.of("paying", news.told(), null));
      case GIVE_BACK ->
          new Written(
              new Statement(GIVE_BACK, Tuple.of(order, payment, why, received, refunded)),
              Told.of("late_payment", why, "refund_due"));
      case EXTRA ->
          new Written(
              new Statement(EXTRA, Tuple.of(order, payment, received, refunded, charge.ref())),
              Told.extra(news.told(), received - refunded));
      case VOID ->
          new Written(
              new Statement(VOID, Tuple.of(order, payment, refunded)),
              Told.of("voided", news.told(), "refunded"));
      case REFUNDED ->
          new Written(
              new Statement(
                  REFUNDED, Tuple.of(order, payment, process, news.told(), refunded, null)),
              null);
      case RECORD, SELL, IGNORE -> new Written(record(payment, charge), null);
    };
  }

  /** What goes into the order's history, and whether its buyer is written to. */
  private record Told(String action, String why, @Nullable String message, String detail) {
    static Told of(String action, String why, @Nullable String message) {
      return new Told(action, why, message, "");
    }

    static Told extra(String why, long cents) {
      return new Told("extra_charge", why, "extra_charge", String.valueOf(cents));
    }
  }

  private Future<?> tell(Transaction open, String order, Told told) {
    return open.run(
        new Statement(
            TELL,
            Tuple.of(order, process, told.action(), told.why(), told.message(), told.detail())));
  }

  private Future<?> sell(Transaction open, Standing standing, Charge charge) {
    String[] tickets =
        Stream.generate(ids::next).limit(standing.seatCount()).toArray(String[]::new);
    Tuple parameters =
        Tuple.of(standing.order(), standing.payment())
            .addLong(charge.receivedCents())
            .addLong(charge.refundedCents())
            .addArrayOfString(tickets);
    return open.run(new Statement(SELL, parameters))
        .compose(
            rows -> {
              Row made = rows.iterator().next();
              int wanted = made.getInteger("seat_count");
              boolean whole =
                  made.getInteger("sold") == wanted && made.getInteger("issued") == wanted;
              return whole
                  ? Future.succeededFuture()
                  : Future.failedFuture(
                      new IllegalStateException("order " + standing.order() + " sold in part"));
            });
  }

  private static Statement record(String payment, Charge charge) {
    String status =
        switch (charge.state()) {
          case CANCELLED -> "cancelled";
          case DECLINED -> "declined";
          case AUTHORISED -> "authorised";
          default -> "registered";
        };
    boolean waits = charge.state() == State.ACTION_REQUIRED;
    return new Statement(
        RECORD,
        Tuple.of(
            payment,
            status,
            waits ? charge.redirectUrl() : null,
            charge.declineCode(),
            charge.refundedCents()));
  }

  private static Standing standing(String order, Row row) {
    Boolean own = row.getBoolean("is_own");
    return new Standing(
        order,
        Standing.Status.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
        row.getLong("amount_cents"),
        row.getInteger("seat_count"),
        row.getString("payment_id"),
        Boolean.TRUE.equals(own),
        List.of("succeeded", "cancelled").contains(String.valueOf(row.getString("payment_status"))),
        row.getString("decline_code") != null,
        own == null ? 0 : row.getLong("refunded_cents"),
        row.getBoolean("honours_late"),
        row.getString("after_refund").equals("void"),
        row.getInteger("paying"),
        row.getInteger("held"),
        row.getInteger("free"));
  }

  private static Future<Optional<Row>> one(Transaction open, String sql, Tuple parameters) {
    return open.run(new Statement(sql, parameters)).map(Finalizer::first);
  }

  static Optional<Row> first(RowSet<Row> rows) {
    return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next());
  }

  private static String sql(String name) {
    return Sql.beside(Finalizer.class, name);
  }

  /** Whether news should be tried again later rather than be called a fault. */
  static boolean isPassing(Throwable failure) {
    return failure instanceof StoreException store && store.kind() != StoreException.Kind.FAULT;
  }

  /** What an outcome means for the map of its event. */
  static boolean movesSeats(Outcome outcome) {
    Act act = outcome.decision().act();
    return act != Act.RECORD && act != Act.IGNORE && act != Act.REFUNDED && act != Act.EXTRA;
  }
}
