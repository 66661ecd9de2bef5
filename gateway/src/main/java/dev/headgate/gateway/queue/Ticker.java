package dev.headgate.gateway.queue;

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
    return keeper
        .refresh(tracked.event)
        .compose(view -> tracked.holder ? move(view) : Future.succeededFuture());
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
