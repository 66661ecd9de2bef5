package dev.headgate.booking.order;

import dev.headgate.booking.order.Finalizer.Outcome;
import dev.headgate.booking.payment.Charge;
import dev.headgate.booking.payment.Notice;
import dev.headgate.booking.payment.PaymentProcessor;
import dev.headgate.booking.payment.ProcessorException;
import dev.headgate.booking.payment.Refunded;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Database.Transaction;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done behind the scenes, by any number of processes at once: notices that were stored are
 * applied, payments without an outcome looked into, refunds asked for. Each row is taken by one
 * process for a while, so one that dies is only late.
 */
final class Desk {
  private static final Logger LOG = LoggerFactory.getLogger(Desk.class);
  private static final String STORE = sql("inbox-store");
  private static final String NOTICES_DUE = sql("inbox-due");
  private static final String NOTICE_LOCK = sql("inbox-lock");
  private static final String NOTICE_DONE = sql("inbox-done");
  private static final String PAYMENTS_DUE = sql("payments-due");
  private static final String REFUNDS_DUE = sql("refunds-due");
  private static final String REFUND_ERROR = sql("refund-error");
  private static final int BATCH = 50;
  private static final int ROUND_MINUTES = 2;

  /** A processor may remember a failure of its own under a key: that is not asked for ever. */
  private static final int TRIES_A_KEY = 4;

  private final Database database;
  private final PaymentProcessor processor;
  private final Finalizer finalizer;
  private final Payments payments;
  private boolean running;

  Desk(Database database, PaymentProcessor processor, Finalizer finalizer, Payments payments) {
    this.database = database;
    this.processor = processor;
    this.finalizer = finalizer;
    this.payments = payments;
  }

  Future<Void> store(Notice notice) {
    Charge charge = notice.charge();
    Tuple parameters =
        Tuple.of(
            notice.eventId(),
            notice.type(),
            charge == null ? null : charge.ref(),
            ChargeText.written(charge));
    return database
        .transaction(List.of(new Statement(STORE, parameters)))
        .onSuccess(stored -> apply(notice.eventId(), charge).onFailure(this::later))
        .mapEmpty();
  }

  private void later(Throwable failure) {
    if (failure instanceof ProcessorException || Finalizer.isPassing(failure)) {
      LOG.info("a notice is applied later: {}", failure.getMessage());
    } else {
      LOG.error("a notice could not be applied", failure);
    }
  }

  /** The notice is done in the transaction that applies it, or not at all. */
  private Future<Void> apply(String notice, @Nullable Charge charge) {
    return database
        .inTransaction(open -> within(open, notice, charge))
        .compose(
            outcome ->
                charge == null
                    ? Future.succeededFuture()
                    : payments.follow(outcome, charge.ref(), "webhook"));
  }

  private Future<Optional<Outcome>> within(
      Transaction open, String notice, @Nullable Charge charge) {
    return open.run(new Statement(NOTICE_LOCK, Tuple.of(notice)))
        .compose(
            rows -> {
              if (rows.size() == 0) {
                return Future.succeededFuture(Optional.<Outcome>empty());
              }
              if (charge == null) {
                return done(open, notice, "ignored").map(Optional.<Outcome>empty());
              }
              return finalizer
                  .within(open, charge, "webhook")
                  .compose(outcome -> done(open, notice, named(outcome)).map(outcome));
            });
  }

  private static String named(Optional<Outcome> outcome) {
    if (outcome.isEmpty()) {
      return "unknown_order";
    }
    return outcome.get().decision().act() == Decision.Act.IGNORE ? "ignored" : "applied";
  }

  private static Future<Void> done(Transaction open, String notice, String outcome) {
    return open.run(new Statement(NOTICE_DONE, Tuple.of(notice, outcome))).mapEmpty();
  }

  /** One round of all of it; a tick during another does nothing. */
  Future<Void> tick() {
    if (!begin()) {
      return Future.succeededFuture();
    }
    return each(NOTICES_DUE, this::notice)
        .compose(done -> each(PAYMENTS_DUE, this::payment))
        .compose(done -> each(REFUNDS_DUE, this::refund))
        // A round that hears nothing must not be the last: rows it has taken come up again anyway.
        .timeout(ROUND_MINUTES, TimeUnit.MINUTES)
        .onComplete(done -> finished())
        .onFailure(failure -> LOG.warn("a round failed: {}", failure.getMessage()))
        .otherwiseEmpty();
  }

  private synchronized boolean begin() {
    boolean free = !running;
    running = true;
    return free;
  }

  private synchronized void finished() {
    running = false;
  }

  /** What goes wrong with one does not keep the others. */
  private Future<Void> each(String sql, Function<Row, Future<Void>> work) {
    return database
        .transaction(List.of(new Statement(sql, Tuple.of(BATCH))))
        .compose(rows -> Future.join(all(rows, work)).transform(done -> Future.succeededFuture()));
  }

  private List<Future<Void>> all(RowSet<Row> rows, Function<Row, Future<Void>> work) {
    // Inside a future, so that a row nobody can read fails alone.
    return rows.stream()
        .map(row -> Future.succeededFuture(row).compose(work).onFailure(this::later))
        .toList();
  }

  private Future<Void> notice(Row row) {
    Charge told = ChargeText.read(row.getString("body"));
    String id = row.getString("notice_id");
    boolean unknown = row.getString("outcome").equals("unknown_order");
    // An order that we do not know: what does the processor say of it by now?
    return unknown && told != null
        ? processor.find(told.ref()).compose(charge -> apply(id, charge))
        : apply(id, told);
  }

  private Future<Void> payment(Row row) {
    return payments.carryOn(row.getString("payment_id"), "reconciler");
  }

  private Future<Void> refund(Row row) {
    String payment = row.getString("payment_id");
    int tries = row.getInteger("tries");
    Due due =
        new Due(
            payment,
            row.getString("processor_ref"),
            row.getLong("amount_cents"),
            row.getLong("received_cents"),
            "refund-" + payment + (tries < TRIES_A_KEY ? "" : "-" + tries / TRIES_A_KEY));
    // All that is left is asked for, so however many keys that takes it can be had only once.
    Future<Refunded> asked = tries > 1 ? unlessDone(due) : ask(due);
    return asked.compose(
        refunded ->
            finalizer.refunded(
                row.getString("order_id"), payment, due.receivedCents(), refunded.ref()));
  }

  private record Due(
      String payment, String ref, long cents, long receivedCents, String idempotencyKey) {
    Due atMost(long leftCents) {
      return new Due(payment, ref, Math.min(cents, leftCents), receivedCents, idempotencyKey);
    }

    /** Another amount is another request: a processor refuses it under a key that it knows. */
    String key() {
      return idempotencyKey + "-" + cents;
    }
  }

  /** Somebody may have given back some of it by hand meanwhile, and nobody have told. */
  private Future<Refunded> unlessDone(Due due) {
    return processor
        .find(due.ref())
        .compose(
            charge -> {
              long left = due.receivedCents() - charge.refundedCents();
              return left <= 0
                  ? Future.succeededFuture(new Refunded("", false, due.cents()))
                  : ask(due.atMost(left));
            });
  }

  private Future<Refunded> ask(Due due) {
    return processor
        .refund(due.ref(), due.cents(), due.key())
        .recover(failure -> refusal(due.payment(), due.cents(), failure));
  }

  private Future<Refunded> refusal(String payment, long cents, Throwable failure) {
    if (failure instanceof ProcessorException refused
        && refused.code().equals("charge_already_refunded")) {
      return Future.succeededFuture(new Refunded("", false, cents));
    }
    Tuple parameters = Tuple.of(payment, String.valueOf(failure.getMessage()));
    return database
        .query(new Statement(REFUND_ERROR, parameters))
        .transform(written -> Future.failedFuture(failure));
  }

  private static String sql(String name) {
    return Sql.beside(Desk.class, name);
  }
}
