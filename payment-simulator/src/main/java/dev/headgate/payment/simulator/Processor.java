package dev.headgate.payment.simulator;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.payment.simulator.Intent.Status;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The calls: each changes the books, tells whom it concerns, and behaves as its card has it. */
final class Processor {
  private static final Set<String> OF_CREATION =
      Set.of(
          "amount",
          "automatic_payment_methods",
          "capture_method",
          "currency",
          "description",
          "expand",
          "metadata",
          "payment_method",
          "payment_method_types");
  private static final Set<String> OF_CONFIRMATION =
      Set.of("expand", "payment_method", "return_url");
  private static final Set<String> OF_CAPTURE = Set.of("amount_to_capture", "expand");
  private static final Set<String> OF_CANCELLATION = Set.of("cancellation_reason", "expand");
  private static final Set<String> OF_REFUNDS =
      Set.of("amount", "expand", "metadata", "payment_intent", "reason");
  private static final Set<String> OF_LISTS = Set.of("expand", "limit", "starting_after");
  private static final int USUAL_PAGE = 10;
  private static final int LONGEST_PAGE = 100;

  private final Vertx vertx;
  private final Books books;
  private final Announcements announcements;
  private final IntentJson writer;
  private final SimulatorSettings.Times times;
  private final InstantSource clock;

  Processor(Simulator.Parts parts, Books books, Announcements announcements, IntentJson writer) {
    this.vertx = parts.vertx();
    this.times = parts.settings().times();
    this.clock = parts.clock();
    this.books = books;
    this.announcements = announcements;
    this.writer = writer;
  }

  Future<Answer> create(Form form) {
    form.allow(OF_CREATION);
    String currency = form.required("currency").toLowerCase(Locale.ROOT);
    if (!currency.matches("[a-z]{3}")) {
      throw ApiError.invalid("parameter_invalid", "currency", "Expected a three-letter currency.");
    }
    Intent intent =
        books.create(
            new Intent.Terms(
                clock.instant(),
                form.requiredCents("amount"),
                currency,
                captureLater(form),
                form.text("description"),
                form.map("metadata"),
                form.card()));
    tell(announcements.created(intent));
    return Future.succeededFuture(answer(intent, form));
  }

  private static boolean captureLater(Form form) {
    String method = form.text("capture_method");
    if (method == null || method.equals("automatic") || method.equals("automatic_async")) {
      return false;
    }
    if (method.equals("manual")) {
      return true;
    }
    throw ApiError.invalid("parameter_invalid", "capture_method", "Expected automatic or manual.");
  }

  Future<Answer> confirm(String id, Form form) {
    form.allow(OF_CONFIRMATION);
    Intent intent = books.confirm(id, form.card(), form.text("return_url"));
    TestCard card = intent.card() == null ? TestCard.VISA : intent.card();
    if (card == TestCard.SLOW) {
      return after(times.slowAnswer()).map(due -> answer(toldOf(books.settle(id)), form));
    }
    Future<Void> told = announcements.changed(intent);
    if (intent.attempt().failure() != null) {
      return Future.failedFuture(ApiError.declined(intent, intent.attempt().failure()));
    }
    if (card == TestCard.CANCEL_SILENTLY) {
      later(times.silentCancel(), () -> books.cancelUndecided(id));
    }
    Answer answer = answer(intent, form);
    if (card == TestCard.LOST_RESPONSE) {
      return Future.succeededFuture(answer.dropped());
    }
    // Not for ever: nobody may be there to take it.
    return card == TestCard.WEBHOOK_FIRST
        ? Future.any(told, after(times.late())).map(taken -> answer)
        : Future.succeededFuture(answer);
  }

  Future<Answer> capture(String id, Form form) {
    form.allow(OF_CAPTURE);
    return Future.succeededFuture(
        answer(toldOf(books.capture(id, form.cents("amount_to_capture"))), form));
  }

  Future<Answer> cancel(String id, Form form) {
    form.allow(OF_CANCELLATION);
    boolean undecided = books.find(id).status() == Status.PROCESSING;
    Intent intent = toldOf(books.cancel(id));
    if (undecided && intent.card() == TestCard.LATE_SUCCESS) {
      later(times.late(), () -> toldOf(books.takeLate(id)));
    }
    return Future.succeededFuture(answer(intent, form));
  }

  Future<Answer> find(String id, Form form) {
    form.allow(Set.of("expand", "client_secret"));
    return Future.succeededFuture(answer(books.find(id), form));
  }

  Future<Answer> list(Form form) {
    form.allow(OF_LISTS);
    List<Intent> all = books.newest();
    int from = 0;
    String after = form.text("starting_after");
    if (after != null) {
      from = all.indexOf(books.find(after)) + 1;
    }
    int until = Math.min(all.size(), from + limit(form));
    JsonArray data = new JsonArray();
    all.subList(from, until).forEach(each -> data.add(writer.intent(each, false)));
    return Future.succeededFuture(
        Answer.ok(
            new JsonObject()
                .put("object", "list")
                .put("data", data)
                .put("has_more", until < all.size())
                .put("url", "/v1/payment_intents")));
  }

  private static int limit(Form form) {
    String limit = form.text("limit");
    if (limit == null) {
      return USUAL_PAGE;
    }
    if (!limit.matches("[0-9]{1,3}")
        || Integer.parseInt(limit) < 1
        || Integer.parseInt(limit) > LONGEST_PAGE) {
      throw ApiError.invalid("parameter_invalid_integer", "limit", "Expected 1 to 100.");
    }
    return Integer.parseInt(limit);
  }

  Future<Answer> refund(Form form) {
    form.allow(OF_REFUNDS);
    String id = form.required("payment_intent");
    Refund refund = books.refund(id, form.cents("amount"), clock.instant());
    if (refund.pending()) {
      later(
          times.late(),
          () -> {
            Refund settled = books.settleRefund(refund.id());
            tell(announcements.refunded(books.find(settled.intent())));
          });
    } else {
      tell(announcements.refunded(books.find(id)));
    }
    return Future.succeededFuture(answer(refund));
  }

  Future<Answer> findRefund(String id) {
    return Future.succeededFuture(answer(books.findRefund(id)));
  }

  /** The payment as it is after its cardholder's word. */
  Intent answerOfCardholder(String id, boolean approve) {
    Intent changed = books.answer(id, approve);
    return changed == null ? books.find(id) : toldOf(changed);
  }

  /** Who answers for an order, so that faults depend on it and not on random ids. */
  String subjectOf(String id) {
    try {
      String orderId = books.find(id).orderId();
      return orderId == null ? id : orderId;
    } catch (ApiError unknown) {
      return id;
    }
  }

  private Answer answer(Intent intent, Form form) {
    return Answer.ok(writer.intent(intent, form.lists("expand", "latest_charge")));
  }

  private Answer answer(Refund refund) {
    return Answer.ok(writer.refund(refund, books.find(refund.intent()).terms().currency()));
  }

  @CanIgnoreReturnValue
  private Intent toldOf(Intent intent) {
    tell(announcements.changed(intent));
    return intent;
  }

  /** Nobody waits for these: they are retried by themselves. */
  private static void tell(Future<Void> announced) {
    announced.onFailure(impossible -> {});
  }

  private void later(Duration delay, Runnable work) {
    vertx.setTimer(delay.toMillis(), due -> work.run());
  }

  private Future<@Nullable Void> after(Duration delay) {
    Promise<@Nullable Void> over = Promise.promise();
    vertx.setTimer(delay.toMillis(), due -> over.complete());
    return over.future();
  }
}
