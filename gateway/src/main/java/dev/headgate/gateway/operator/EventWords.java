package dev.headgate.gateway.operator;

import dev.headgate.gateway.operator.Commits.Written;
import dev.headgate.gateway.queue.ChangeAnswer;
import dev.headgate.gateway.queue.Changes;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Reason;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.function.BiFunction;

/** Pauses, and what everyone waiting is told. */
final class EventWords {
  private final Commits commits;

  EventWords(Commits commits) {
    this.commits = commits;
  }

  /** Pauses, or changes the reason. */
  Future<Void> pause(RoutingContext ctx) {
    String event = EventId.of(ctx);
    List<Reason> reasons = Bodies.reasons(Bodies.read(ctx));
    return edit(ctx, (view, changes) -> changes.pauseSaying(event, reasons));
  }

  /** Ends a pause. */
  Future<Void> resume(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Bodies.none(Bodies.read(ctx));
    return edit(ctx, (view, changes) -> changes.resume(event));
  }

  /** Tells everyone who reads a language something. */
  Future<Void> say(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Bodies.Words words = Bodies.Words.in(Bodies.read(ctx));
    return edit(ctx, (view, changes) -> changes.message(event, words.at(view.now())));
  }

  /** Takes the messages away, or the one of a language. */
  Future<Void> fallSilent(RoutingContext ctx) {
    String event = EventId.of(ctx);
    String lang = Bodies.lang(ctx.request());
    return edit(ctx, (view, changes) -> changes.silence(event, lang));
  }

  /** A change beside the settings. */
  private Future<Void> edit(
      RoutingContext ctx, BiFunction<EventView, Changes, Future<ChangeAnswer>> write) {
    String event = EventId.of(ctx);
    return commits.run(
        ctx,
        event,
        (view, changes) ->
            write.apply(view, changes).map(answer -> Written.of(event, answer, view.settings())));
  }
}
