package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.operator.AuditNotes.Made;
import dev.headgate.gateway.operator.Commits.Written;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/** The turning points of an event that an operator decides: its draw, its end, and a new life. */
final class EventLife {
  private final Events events;
  private final Commits commits;

  EventLife(Events events, Commits commits) {
    this.events = events;
    this.commits = commits;
  }

  /** Makes the draw now. */
  Future<Void> draw(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Bodies.none(Bodies.read(ctx));
    return commits.run(
        ctx,
        event,
        view -> {
          checkDrawable(view);
          Made change = new Made(event, "draw", view.phase().json(), "drawn");
          return events
              .draw(event)
              .map(Commits::version)
              .map(
                  version ->
                      Written.of(change, version, view.settings())
                          .shownWhen(since -> since.entrants().isPresent()));
        });
  }

  /** Ends the event now. */
  Future<Void> close(RoutingContext ctx) {
    String event = EventId.of(ctx);
    Bodies.none(Bodies.read(ctx));
    return commits.run(
        ctx,
        event,
        view -> {
          Made change =
              new Made(
                  event,
                  "close",
                  EventDocument.time(view.closesAt()),
                  EventDocument.time(view.now()));
          return events
              .end(event)
              .map(Commits::version)
              .map(
                  version ->
                      Written.of(change, version, view.settings())
                          .shownWhen(since -> since.closesAt() != null));
        });
  }

  /** Begins a new life of the event; everything that was in the old one is gone. */
  Future<Void> reset(RoutingContext ctx) {
    Bodies.NewLife next = Bodies.NewLife.in(Bodies.read(ctx), EventId.of(ctx));
    String event = next.event();
    return commits.run(
        ctx,
        event,
        view -> {
          EventSettings after = next.settings(view.settings());
          Made change = new Made(event, "reset", life(view), null);
          return events
              .reset(event, next.start() == null ? null : after.start())
              .map(Commits::version)
              .map(
                  version ->
                      Written.of(change, version, after)
                          .shownWhen(since -> since.epoch() > view.epoch()));
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

  /** What a reset ends, so that the audit trail still knows it. */
  private static JsonObject life(EventView view) {
    return new JsonObject()
        .put("epoch", view.epoch())
        .put("commitment", view.commitment())
        .put("arrivals", view.arrivals())
        .put("active", view.active());
  }
}
