package dev.headgate.gateway.operator;

import dev.headgate.gateway.operator.AuditNotes.Made;
import dev.headgate.gateway.operator.Commits.Written;
import dev.headgate.gateway.queue.ChangeAnswer;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Reason;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Pauses, and what everyone waiting is told. */
final class EventWords {
  private final Events events;
  private final Commits commits;

  EventWords(Events events, Commits commits) {
    this.events = events;
    this.commits = commits;
  }

  /** A change beside the settings. */
  private record Edit(
      String what,
      Function<EventView, @Nullable Object> from,
      @Nullable Object to,
      Function<EventView, Future<ChangeAnswer>> write) {}

  /** Pauses, or changes the reason. */
  Future<Void> pause(RoutingContext ctx) {
    String event = EventId.of(ctx);
    List<Reason> reasons = Bodies.reasons(Bodies.read(ctx));
    return edit(
        ctx,
        new Edit(
            "pause",
            EventWords::halt,
            written(reasons),
            view -> events.pauseSaying(event, reasons)));
  }

  /** Ends a pause. */
  Future<Void> resume(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Bodies.none(Bodies.read(ctx));
    return edit(ctx, new Edit("resume", EventWords::halt, null, view -> events.resume(event)));
  }

  /** Tells everyone who reads a language something. */
  Future<Void> say(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Bodies.Words words = Bodies.Words.in(Bodies.read(ctx));
    return edit(
        ctx,
        new Edit(
            "message",
            EventDocument::messages,
            words.toJson(),
            view -> events.message(event, words.at(view.now()))));
  }

  /** Takes the messages away, or the one of a language. */
  Future<Void> fallSilent(RoutingContext ctx) {
    String event = EventId.of(ctx);
    String lang = Bodies.lang(ctx.request());
    return edit(
        ctx,
        new Edit("message", EventDocument::messages, lang, view -> events.silence(event, lang)));
  }

  private Future<Void> edit(RoutingContext ctx, Edit edit) {
    String event = EventId.of(ctx);
    return commits.run(
        ctx,
        event,
        view -> {
          Made change = new Made(event, edit.what, edit.from.apply(view), edit.to);
          return edit.write
              .apply(view)
              .map(Commits::version)
              .map(now -> Written.of(change, now, view.settings()));
        });
  }

  private static @Nullable Object halt(EventView view) {
    return view.halted() ? written(view.pauseReasons()) : "running";
  }

  /** The one for everybody is its text; null for none. */
  private static @Nullable Object written(List<Reason> reasons) {
    if (reasons.isEmpty()) {
      return null;
    }
    boolean one = reasons.size() == 1 && reasons.get(0).lang() == null;
    return one ? reasons.get(0).text() : Reason.toJson(reasons);
  }
}
