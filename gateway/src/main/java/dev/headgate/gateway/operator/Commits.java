package dev.headgate.gateway.operator;

import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.ChangeAnswer;
import dev.headgate.gateway.queue.Changes;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes changes of events: those of one event one after the other, each noted in the audit trail
 * and answered with the event as it is since.
 */
final class Commits {
  /** Waits of 10, 20, 40 ... 640 ms: together longer than a view may lag behind the store. */
  static final int TRIES = 9;

  private static final long FIRST_WAIT_MILLIS = 10;
  private static final long LONGEST_WAIT_MILLIS = 640;

  private final Vertx vertx;
  private final Events events;
  private final AuditNotes audit;
  private final OneAtATime turns = new OneAtATime();

  Commits(Vertx vertx, Events events, AuditNotes audit) {
    this.vertx = vertx;
    this.events = events;
    this.audit = audit;
  }

  /**
   * A change that was written.
   *
   * @param event which event
   * @param made what the store says of it
   * @param settings the settings since
   * @param created whether the event is new
   * @param shown whether a view of that version shows the change
   */
  record Written(
      String event,
      ChangeAnswer.Changed made,
      EventSettings settings,
      boolean created,
      Predicate<EventView> shown) {

    /** A change, where the store made it; what stood in its way is a problem answer. */
    static Written of(String event, ChangeAnswer answer, EventSettings settings) {
      return new Written(event, Commits.made(answer), settings, false, view -> true);
    }

    /** The same of a new event. */
    Written creating() {
      return new Written(event, made, settings, true, shown);
    }

    /** The same, where the version alone does not tell whether a view shows it. */
    Written shownWhen(Predicate<EventView> shows) {
      return new Written(event, made, settings, created, shows);
    }

    long version() {
      return made.version();
    }

    boolean isShownBy(EventView view) {
      return view.version() >= version() && shown.test(view);
    }
  }

  /** Makes a change in its turn, and answers. */
  Future<Void> run(RoutingContext ctx, String event, Function<Changes, Future<Written>> change) {
    Signature signed = AuditNotes.signature(ctx);
    return turns
        .run(event, () -> change.apply(events.by(signed)))
        .recover(failure -> audit.unanswered(ctx, event, signed, failure))
        .compose(written -> answer(ctx, written));
  }

  /** The same for a change that needs the view. */
  Future<Void> run(
      RoutingContext ctx, String event, BiFunction<EventView, Changes, Future<Written>> change) {
    return run(ctx, event, changes -> view(event).compose(view -> change.apply(view, changes)));
  }

  /** The view that a change is made from. */
  Future<EventView> view(String event) {
    return events.view(event).recover(Commits::nothingAsked);
  }

  /** A store that does not even say how the event stands has not been asked to change it. */
  static <T> Future<T> nothingAsked(Throwable failure) {
    return Future.failedFuture(
        failure instanceof QueueUnavailableException
            ? new QueueUnavailableException("no view", failure)
            : failure);
  }

  /** The view, or null when there is no such event. */
  Future<@Nullable EventView> existing(String event) {
    return events
        .view(event)
        .recover(
            failed ->
                failed instanceof UnknownEventException
                    ? Future.succeededFuture()
                    : nothingAsked(failed));
  }

  private static ChangeAnswer.Changed made(ChangeAnswer answer) {
    if (answer instanceof ChangeAnswer.Changed changed) {
      return changed;
    }
    if (answer instanceof ChangeAnswer.Stale stale) {
      throw new ProblemException(EventDocument.staleVersion(stale.version()));
    }
    if (answer instanceof ChangeAnswer.Exists) {
      // Created by somebody else since we looked.
      throw new ProblemException(preconditionRequired());
    }
    if (answer instanceof ChangeAnswer.Refused refused) {
      throw new ProblemException(
          Problem.of(409, "refused", "The event's state forbids this", refused.why()));
    }
    throw new ProblemException(Problem.restoring());
  }

  static Problem preconditionRequired() {
    return Problem.of(
        428,
        "precondition-required",
        "Say which version you replace",
        "The event exists. Send If-Match with the ETag of the settings you have read.");
  }

  /** Waits longer the more often one has tried. */
  Future<Void> later(int tries) {
    long wait = Math.min(LONGEST_WAIT_MILLIS, FIRST_WAIT_MILLIS << tries);
    return vertx.timer(wait, TimeUnit.MILLISECONDS);
  }

  private Future<Void> answer(RoutingContext ctx, Written written) {
    return audit
        .made(ctx, written.event, written.made.entry())
        .compose(noted -> seen(written, 0))
        .compose(
            view -> {
              if (written.created) {
                ctx.response().putHeader(HttpHeaders.LOCATION, "/api/events/" + view.event());
              }
              EventDocument document =
                  view.version() >= written.version()
                      ? EventDocument.of(view)
                      : new EventDocument(view, written.version(), written.settings);
              return document.send(ctx.response(), written.created ? 201 : 200);
            });
  }

  /** The view once it shows the change, or the one there is when it takes too long to. */
  private Future<EventView> seen(Written written, int tries) {
    return existing(written.event)
        .compose(
            view -> {
              if (view != null && (written.isShownBy(view) || tries >= TRIES)) {
                return Future.succeededFuture(view);
              }
              if (tries >= TRIES) {
                return Future.failedFuture(new ProblemException(Problem.restoring()));
              }
              return later(tries).compose(waited -> seen(written, tries + 1));
            });
  }
}
