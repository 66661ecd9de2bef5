package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.operator.Commits.Written;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;

/** The turning points of an event that an operator decides: its draw, its end, and a new life. */
final class EventLife {
  private final Commits commits;

  EventLife(Commits commits) {
    this.commits = commits;
  }

  /** Makes the draw now. */
  Future<Void> draw(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Bodies.none(Bodies.read(ctx));
    return commits.run(
        ctx,
        event,
        (view, changes) -> {
          checkDrawable(view);
          return changes
              .draw(event)
              .map(answer -> Written.of(event, answer, view.settings()))
              .map(drawn -> drawn.shownWhen(since -> since.entrants().isPresent()));
        });
  }

  /** Ends the event now. */
  Future<Void> close(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Bodies.none(Bodies.read(ctx));
    return commits.run(
        ctx,
        event,
        (view, changes) ->
            changes
                .end(event)
                .map(answer -> Written.of(event, answer, view.settings()))
                .map(ended -> ended.shownWhen(since -> since.closesAt() != null)));
  }

  /** Begins a new life of the event; everything that was in the old one is gone. */
  Future<Void> reset(RoutingContext ctx) {
    Bodies.NewLife next = Bodies.NewLife.in(Bodies.read(ctx), EventId.of(ctx));
    String event = next.event();
    return commits.run(
        ctx,
        event,
        (view, changes) -> {
          EventSettings after = next.settings(view.settings());
          return changes
              .reset(event, next.start() == null ? null : after.start())
              .map(answer -> Written.of(event, answer, after))
              .map(begun -> begun.shownWhen(since -> since.epoch() > view.epoch()));
        });
  }

  private static void checkDrawable(EventView view) {
    if (!(view.settings().start() instanceof Start.Manual)) {
      throw new ProblemException(
          Problem.of(
              409,
              "not-manual",
              "The start is not manual",
              "This event draws by itself. Only where start is \"manual\" does an operator draw."));
    }
    if (view.entrants().isPresent()) {
      throw new ProblemException(
          Problem.of(
              409, "already-drawn", "The draw has taken place", "An event is drawn only once."));
    }
  }
}
