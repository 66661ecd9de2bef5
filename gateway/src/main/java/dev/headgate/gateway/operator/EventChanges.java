package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.operator.AuditTrail.Change;
import dev.headgate.gateway.queue.ChangeAnswer;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What operators change. Each change is one conditional write of the store. */
final class EventChanges {
  // Waits of 10, 20, 40 ... 640 ms: together longer than a view may lag behind the store.
  private static final int TRIES = 9;
  private static final long FIRST_WAIT_MILLIS = 10;
  private static final long LONGEST_WAIT_MILLIS = 640;

  private final Vertx vertx;
  private final Events events;
  private final AuditTrail audit;
  private final OneAtATime turns = new OneAtATime();

  EventChanges(Vertx vertx, Events events, AuditTrail audit) {
    this.vertx = vertx;
    this.events = events;
    this.audit = audit;
  }

  /** A change that was written, and what the settings are since. */
  private record Written(Change change, long version, EventSettings settings, boolean created) {}

  /** A change beside the settings. */
  private record Edit(
      String what,
      Function<EventView, @Nullable Object> from,
      @Nullable Object to,
      Function<EventView, Future<ChangeAnswer>> write) {}

  /** Some dials, and the versions they may be changed from; null means whichever it is. */
  private record Patch(JsonObject dials, @Nullable EntityTags tags) {
    long version(EventView view) {
      return tags == null ? view.version() : tags.version(view);
    }

    /** Whether a newer view may yet let the patch be made. */
    boolean mayWait(EventView view, int tries) {
      return tries < TRIES && (tags == null || version(view) > view.version());
    }
  }

  /** Creates an event, or replaces its settings if the version is still the one named. */
  Future<Void> put(RoutingContext ctx) {
    String event = EventId.ofNew(ctx);
    EntityTags tags = EntityTags.parse(ctx.request().getHeader(HttpHeaders.IF_MATCH));
    boolean onlyNew = ctx.request().headers().contains(HttpHeaders.IF_NONE_MATCH);
    EventSettings settings = EventSettings.fromJson(Bodies.read(ctx));
    Future<Written> written =
        turns.run(
            event,
            () ->
                existing(event)
                    .compose(
                        view -> {
                          if (view == null) {
                            return create(event, settings, tags);
                          }
                          return replace(view, settings, replaceable(view, tags, onlyNew));
                        }));
    return answer(ctx, written);
  }

  /** Changes some dials and leaves the rest, whoever else changes others at the same time. */
  Future<Void> dials(RoutingContext ctx) {
    String event = EventId.of(ctx);
    EntityTags tags = EntityTags.parse(ctx.request().getHeader(HttpHeaders.IF_MATCH));
    Patch patch = new Patch(Bodies.read(ctx), tags);
    return answer(ctx, turns.run(event, () -> patch(event, patch, 0)));
  }

  /** Pauses, or changes the reason. */
  Future<Void> pause(RoutingContext ctx) {
    String event = EventId.of(ctx);
    String reason = Bodies.reason(Bodies.read(ctx));
    return edit(
        ctx, new Edit("pause", EventChanges::halt, reason, view -> events.pause(event, reason)));
  }

  /** Ends a pause. */
  Future<Void> resume(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Bodies.none(Bodies.read(ctx));
    return edit(ctx, new Edit("resume", EventChanges::halt, null, view -> events.resume(event)));
  }

  /** Tells everyone something. */
  Future<Void> say(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Bodies.Words words = Bodies.Words.in(Bodies.read(ctx));
    return edit(
        ctx,
        new Edit(
            "message",
            view -> EventDocument.message(view.message()),
            words.toJson(),
            view -> events.message(event, words.at(view.now()))));
  }

  /** Takes the message away. */
  Future<Void> fallSilent(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Message nothing = null;
    return edit(
        ctx,
        new Edit(
            "message",
            view -> EventDocument.message(view.message()),
            nothing,
            view -> events.message(event, nothing)));
  }

  private Future<Void> edit(RoutingContext ctx, Edit edit) {
    String event = EventId.of(ctx);
    Future<Written> written =
        turns.run(
            event,
            () ->
                events
                    .view(event)
                    .compose(
                        view -> {
                          Change change =
                              new Change(event, edit.what, edit.from.apply(view), edit.to);
                          return edit.write
                              .apply(view)
                              .map(EventChanges::version)
                              .map(now -> new Written(change, now, view.settings(), false));
                        }));
    return answer(ctx, written);
  }

  private Future<Written> create(String event, EventSettings settings, @Nullable EntityTags tags) {
    if (tags != null) {
      // If-Match asks for a version that was read before; there is none (RFC 9110, 13.1.1).
      throw new ProblemException(
          Problem.of(412, "stale-version", "No such event", "There is no version to replace."));
    }
    Change change = new Change(event, "create", null, settings.toJson());
    return events
        .create(event, settings)
        .map(EventChanges::version)
        .map(version -> new Written(change, version, settings, true));
  }

  private Future<Written> replace(EventView view, EventSettings settings, long version) {
    boolean moved = !settings.start().equals(view.settings().start());
    if (version == view.version() && moved && view.entrants().isPresent()) {
      throw new ProblemException(
          Problem.of(
              409,
              "already-drawn",
              "The draw has taken place",
              "The start cannot be changed after the draw."));
    }
    Change change =
        new Change(view.event(), "settings", view.settings().toJson(), settings.toJson());
    return events
        .replace(view.event(), settings, version)
        .map(EventChanges::version)
        .map(now -> new Written(change, now, settings, false));
  }

  private Future<Written> patch(String event, Patch patch, int tries) {
    return events
        .view(event)
        .compose(
            view -> {
              EventSettings before = view.settings();
              EventSettings after = before.withDials(before.dials().patched(patch.dials));
              Change change =
                  new Change(event, "dials", before.dials().toJson(), after.dials().toJson());
              return replaceDials(view, after, patch)
                  .compose(
                      answer ->
                          answer instanceof ChangeAnswer.Stale && patch.mayWait(view, tries)
                              ? later(tries).compose(over -> patch(event, patch, tries + 1))
                              : Future.succeededFuture(
                                  new Written(change, version(answer), after, false)));
            });
  }

  private Future<ChangeAnswer> replaceDials(EventView view, EventSettings after, Patch patch) {
    // What was read must be what is replaced: the patch was applied to this view's dials.
    return patch.version(view) == view.version()
        ? events.replace(view.event(), after, view.version())
        : Future.succeededFuture(new ChangeAnswer.Stale(view.version()));
  }

  /** The version to replace, if the request says enough to replace anything. */
  private static long replaceable(EventView view, @Nullable EntityTags tags, boolean onlyNew) {
    if (onlyNew) {
      throw new ProblemException(
          Problem.of(412, "exists", "The event exists", "If-None-Match asks for a new one."));
    }
    if (tags == null) {
      throw new ProblemException(preconditionRequired());
    }
    return tags.version(view);
  }

  private static Problem preconditionRequired() {
    return Problem.of(
        428,
        "precondition-required",
        "Say which version you replace",
        "The event exists. Send If-Match with the ETag of the settings you have read.");
  }

  /** The view, or null when there is no such event. */
  private Future<@Nullable EventView> existing(String event) {
    return events
        .view(event)
        .recover(
            failed ->
                failed instanceof UnknownEventException
                    ? Future.succeededFuture()
                    : Future.failedFuture(failed));
  }

  private static @Nullable Object halt(EventView view) {
    return view.halted() ? view.pauseReason() : "running";
  }

  /** The version since the change; what stood in its way is a problem answer. */
  private static long version(ChangeAnswer answer) {
    if (answer instanceof ChangeAnswer.Changed changed) {
      return changed.version();
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

  private Future<Void> answer(RoutingContext ctx, Future<Written> change) {
    return change.compose(
        written -> {
          audit.note(Gate.operator(ctx), written.change);
          return seen(written, 0)
              .compose(
                  view -> {
                    if (written.created) {
                      ctx.response().putHeader(HttpHeaders.LOCATION, "/api/events/" + view.event());
                    }
                    EventDocument document =
                        view.version() >= written.version
                            ? EventDocument.of(view)
                            : new EventDocument(view, written.version, written.settings);
                    return document.send(ctx.response(), written.created ? 201 : 200);
                  });
        });
  }

  /** The view once it shows the change, or the one there is when it takes too long to. */
  private Future<EventView> seen(Written written, int tries) {
    return existing(written.change.event())
        .compose(
            view -> {
              if (view != null && (view.version() >= written.version || tries >= TRIES)) {
                return Future.succeededFuture(view);
              }
              if (tries >= TRIES) {
                return Future.failedFuture(new ProblemException(Problem.restoring()));
              }
              return later(tries).compose(waited -> seen(written, tries + 1));
            });
  }

  private Future<Void> later(int tries) {
    long wait = Math.min(LONGEST_WAIT_MILLIS, FIRST_WAIT_MILLIS << tries);
    return vertx.timer(wait, TimeUnit.MILLISECONDS);
  }
}
