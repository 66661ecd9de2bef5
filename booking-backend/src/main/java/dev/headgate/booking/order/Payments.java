package dev.headgate.booking.order;

import dev.headgate.booking.order.Decision.Then;
import dev.headgate.booking.order.Finalizer.Outcome;
import dev.headgate.booking.payment.Charge;
import dev.headgate.booking.payment.Charge.State;
import dev.headgate.booking.payment.Confirmation;
import dev.headgate.booking.payment.NewCharge;
import dev.headgate.booking.payment.PaymentProcessor;
import dev.headgate.booking.payment.ProcessorException;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Database.Statement;
import dev.headgate.booking.store.Ids;
import dev.headgate.booking.store.Sql;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Speaks to the payment processor, never inside a transaction. A payment is carried on from
 * wherever its row says it is, so a process that died in the middle is taken over by any other:
 * each step has a key of its own at the processor and can be asked for twice.
 */
final class Payments {
  private static final Logger LOG = LoggerFactory.getLogger(Payments.class);
  private static final String PAYMENT = Sql.beside(Payments.class, "payment");
  private static final String REGISTER = Sql.beside(Payments.class, "register");

  private final Database database;
  private final PaymentProcessor processor;
  private final Finalizer finalizer;
  private final Orders.Settings settings;
  private final Ids ids;

  Payments(
      Database database,
      PaymentProcessor processor,
      Finalizer finalizer,
      Orders.Settings settings,
      Ids ids) {
    this.database = database;
    this.processor = processor;
    this.finalizer = finalizer;
    this.settings = settings;
    this.ids = ids;
  }

  private record Payment(
      String id,
      String order,
      String event,
      @Nullable String ref,
      String method,
      long amountCents,
      String currency,
      boolean captureLater,
      int checks,
      boolean isLate) {
    /** A processor may remember a failure of its own under a key: that is not asked for ever. */
    private static final int TRIES_A_KEY = 3;

    String key(String step) {
      int generation = checks / TRIES_A_KEY;
      return step + "-" + id + (generation == 0 ? "" : "-" + generation);
    }

    static Payment of(Row row) {
      return new Payment(
          row.getString("payment_id"),
          row.getString("order_id"),
          row.getString("event_id"),
          row.getString("processor_ref"),
          row.getString("method"),
          row.getLong("amount_cents"),
          row.getString("currency"),
          row.getString("capture").equals("authorise"),
          row.getInteger("checks"),
          row.getBoolean("late"));
    }
  }

  /**
   * Carries a payment on until its outcome is known, or until the processor does not answer: then
   * it succeeds as well, and whoever looks next goes on.
   *
   * @param source who carries it on
   */
  Future<Void> carryOn(String paymentId, String source) {
    return database
        .query(new Statement(PAYMENT, Tuple.of(paymentId)))
        .map(rows -> Payment.of(rows.iterator().next()))
        .compose(payment -> step(payment, source))
        .recover(failure -> leftOpen(paymentId, failure));
  }

  private Future<Void> step(Payment payment, String source) {
    if (payment.amountCents() == 0) {
      return free(payment, source);
    }
    String ref = payment.ref();
    if (ref == null && payment.isLate()) {
      // What was never confirmed takes no money, whether it was made or not.
      return neverMade(payment);
    }
    return ref == null
        ? make(payment, source)
        : processor.find(ref).compose(charge -> found(payment, charge, source));
  }

  /** What costs nothing is paid for. */
  private Future<Void> free(Payment payment, String source) {
    return register(payment, "free-" + payment.id())
        .compose(
            ref ->
                settle(
                    new Charge(ref, State.SUCCEEDED, 0, 0, 0, payment.order(), null, null),
                    source));
  }

  /** The charge is made and its id written down before anything is taken. */
  private Future<Void> make(Payment payment, String source) {
    NewCharge wanted =
        new NewCharge(
            payment.order(),
            payment.key("create"),
            payment.amountCents(),
            payment.currency(),
            payment.captureLater(),
            "Tickets for " + payment.event());
    return processor
        .create(wanted)
        .compose(
            charge ->
                register(payment, charge.ref()).compose(ref -> made(payment, charge, ref, source)),
            failure ->
                isRefusal(failure)
                    ? finalizer
                        .neverMade(payment.order(), payment.id())
                        .map(this::told)
                        .<Void>mapEmpty()
                    : Future.failedFuture(failure));
  }

  private Future<Void> neverMade(Payment payment) {
    return finalizer.neverMade(payment.order(), payment.id()).map(this::told).mapEmpty();
  }

  private Future<String> register(Payment payment, String ref) {
    return database
        .transaction(List.of(new Statement(REGISTER, Tuple.of(payment.id(), ref))))
        .map(rows -> String.valueOf(rows.iterator().next().getString("processor_ref")));
  }

  private Future<Void> made(Payment payment, Charge charge, String registered, String source) {
    if (!registered.equals(charge.ref())) {
      // Given up meanwhile, or another one counts: this one must never take money.
      return cancel(charge.ref(), source);
    }
    return found(payment, charge, source);
  }

  private Future<Void> found(Payment payment, Charge charge, String source) {
    boolean isFinal = charge.state() == State.SUCCEEDED || charge.state() == State.CANCELLED;
    if (payment.isLate() && !isFinal) {
      LOG.warn("payment of order {} has no outcome in time, cancelling it", payment.order());
      return cancel(charge.ref(), source);
    }
    return charge.state() == State.NEW
        ? confirm(payment, charge.ref(), source)
        : settle(charge, source);
  }

  private Future<Void> confirm(Payment payment, String ref, String source) {
    String returnUrl = settings.returnUrl().apply(payment.order());
    return processor
        .confirm(ref, new Confirmation(payment.key("confirm"), payment.method(), returnUrl))
        .recover(failure -> refused(ref, failure))
        .compose(charge -> settle(charge, source));
  }

  /** A refusal says that this call did nothing, not that an earlier one did nothing. */
  private Future<Charge> refused(String ref, Throwable failure) {
    if (!isRefusal(failure) || !(failure instanceof ProcessorException refusal)) {
      return Future.failedFuture(failure);
    }
    return processor
        .find(ref)
        .map(
            charge ->
                charge.state() == State.NEW
                    ? new Charge(
                        ref,
                        State.DECLINED,
                        charge.amountCents(),
                        0,
                        0,
                        charge.orderId(),
                        null,
                        refusal.code())
                    : charge);
  }

  /** Applies what is known, and then asks for what follows from it. */
  private Future<Void> settle(Charge charge, String source) {
    return finalizer
        .apply(charge, source)
        .compose(outcome -> follow(outcome, charge.ref(), source));
  }

  /** Asks for what follows from news that was applied. */
  Future<Void> follow(Optional<Outcome> outcome, String ref, String source) {
    Then then = told(outcome).map(done -> done.decision().then()).orElse(Then.NOTHING);
    return switch (then) {
      case NOTHING -> Future.succeededFuture();
      case CAPTURE -> capture(ref, source);
      case CANCEL -> cancel(ref, source);
    };
  }

  private Future<Void> cancel(String ref, String source) {
    // A key of its own each time: an earlier answer must not hide that it can be cancelled now.
    return processor
        .cancel(ref, "cancel-" + ids.next())
        .compose(charge -> finalizer.apply(charge, source))
        .map(this::told)
        .mapEmpty();
  }

  private Future<Void> capture(String ref, String source) {
    return processor
        .capture(ref, "capture-" + ids.next()) // the charge itself is captured once
        .compose(charge -> finalizer.apply(charge, source))
        .map(this::told)
        .mapEmpty();
  }

  private Optional<Outcome> told(Optional<Outcome> outcome) {
    outcome
        .filter(Finalizer::movesSeats)
        .ifPresent(done -> settings.onSeatsMoved().accept(done.event()));
    return outcome;
  }

  private static boolean isRefusal(Throwable failure) {
    return failure instanceof ProcessorException refusal
        && refusal.kind() == ProcessorException.Kind.REFUSED;
  }

  private static Future<Void> leftOpen(String paymentId, Throwable failure) {
    if (failure instanceof ProcessorException || Finalizer.isPassing(failure)) {
      LOG.info("payment {} is left open for now: {}", paymentId, failure.getMessage());
    } else {
      LOG.error("payment {} could not be carried on", paymentId, failure);
    }
    return Future.succeededFuture();
  }
}
