package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.Accept;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.queue.QueueUnavailableException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;

/**
 * Answers forms, whose browser is sent on: to the fan's own page, which says what came of it, or
 * into the shop. Programs that post forms and want no HTML are sent to the public page, and told of
 * problems as ever.
 */
final class FormAnswers {
  /** Refusals that the fan's own page speaks of. */
  private static final Set<String> SAID =
      Set.of(
          "bad-place",
          "challenge-required",
          "ended",
          "entry-invalid",
          "key-required",
          "moment-please",
          "no-place",
          "not-open",
          "not-your-turn",
          Refusals.PROOF_INVALID,
          Refusals.PROOF_REQUIRED,
          "queue-full",
          "queue-reset",
          "rejected",
          "restoring",
          "slow-down",
          "sold-out",
          "turn-over");

  private final QueuePage page;

  FormAnswers(QueuePage page) {
    this.page = page;
  }

  /** The entry in the address of a form; empty for none. */
  String entry(HttpServerRequest request) {
    return PlainAsk.of(request, page).way().entry();
  }

  /** The answer to the form, out of the one that a program would have been given. */
  Future<Reply> answer(HttpServerRequest request, Target target, Future<Reply> reply) {
    PlainAsk ask = PlainAsk.of(request, page);
    if (!Accept.prefersHtml(request.headers())) {
      return reply.map(done -> done.seeOther(ask.queue(target.name())));
    }
    return reply
        .map(done -> done.seeOther(next(ask, target, done)))
        .recover(failure -> refused(ask, target, failure));
  }

  private static String next(PlainAsk ask, Target target, Reply done) {
    String event = target.name();
    return switch (target.address()) {
      case PLACES -> ask.place(event, PlainAsk.JOINED);
      case ADMISSIONS -> inside(ask, event, done);
      case MY_LEAVE -> ask.place(event, "");
      default -> ask.queue(event);
    };
  }

  private static String inside(PlainAsk ask, String event, Reply done) {
    String resume = done.body().toJsonObject().getString("resume");
    if (!ask.way().back().isEmpty()) {
      return ask.way().back();
    }
    return resume == null ? ask.place(event, PlainAsk.ENTERED) : resume;
  }

  private static Future<Reply> refused(PlainAsk ask, Target target, Throwable failure) {
    String code = "";
    if (failure instanceof ProblemException refused) {
      code = refused.problem().code();
    } else if (failure instanceof QueueUnavailableException) {
      code = "restoring";
    }
    return SAID.contains(code)
        ? Future.succeededFuture(Reply.empty(303).seeOther(ask.place(target.name(), code)))
        : Future.failedFuture(failure);
  }
}
