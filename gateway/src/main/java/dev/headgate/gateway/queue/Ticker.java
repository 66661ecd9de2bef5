package dev.headgate.gateway.queue;

import dev.headgate.gateway.trace.Span;
import dev.headgate.gateway.trace.Spans;
import dev.headgate.policy.pace.AdmissionPolicy;
import io.vertx.core.Future;

/** One tick of an event: snapshot, decide, advance if nothing has changed. */
final class Ticker {
  private final AdmissionPolicy policy;
  private final RedisLink link;
  private final Keeper keeper;

  Ticker(AdmissionPolicy policy, RedisLink link, Keeper keeper) {
    this.policy = policy;
    this.link = link;
    this.keeper = keeper;
  }

  /** Refreshes the view and, where this gateway holds the lease, moves the queue. */
  Future<Void> tick(TrackedEvent tracked) {
    Span span = Spans.rare("tick");
    span.event(tracked.event);
    return span.ending(
        span.within(() -> keeper.refresh(tracked.event))
            .compose(
                view ->
                    tracked.holder
                        ? span.within(() -> move(view))
                            .compose(moved -> span.within(() -> note(tracked, view)))
                        : Future.succeededFuture()));
  }

  /** Adds to the last hour's figures, which the store has once for all gateways. */
  private Future<Void> note(TrackedEvent tracked, LiveView view) {
    long slot = view.snapshot().number("now") / Sample.EVERY.toMillis();
    if (view.restoring() || slot == tracked.sampled) {
      return Future.succeededFuture();
    }
    tracked.sampled = slot;
    return link.run(Script.SAMPLE, view.event(), view.epoch(), Sample.figures(view))
        .onFailure(away -> tracked.sampled = 0)
        .mapEmpty();
  }

  private Future<Void> move(LiveView view) {
    // Whoever is called after the event has closed could not come.
    if (view.restoring() || view.order(0) == null || view.phase() == Phase.ENDED) {
      return Future.succeededFuture();
    }
    Tick tick = Tick.decide(view, policy);
    if (!tick.moves()) {
      return Future.succeededFuture();
    }
    return link.run(Script.ADVANCE, view.event(), tick.toAdvance())
        .compose(
            answer ->
                // Those just called should see it now, not with the next tick.
                tick.calls() && answer.verdict().equals("OK")
                    ? keeper.refreshAfter(view.event()).mapEmpty()
                    : Future.succeededFuture());
  }
}
