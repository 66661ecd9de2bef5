package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.policy.pace.AdmissionPolicy;
import dev.headgate.policy.pace.Decision;
import dev.headgate.policy.pace.Rate;
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
    QueueOrder order = view.order();
    // Whoever is called after the event has closed could not come.
    if (view.restoring() || order == null || view.phase() == Phase.ENDED) {
      return Future.succeededFuture();
    }
    EventSnapshot snapshot = view.snapshot();
    Dials dials = view.settings().dials();
    Rate rate = new Rate(dials.newUsersPerMinute(), dials.totalActiveUsers());
    Decision decision = policy.decide(snapshot.toPolicy(view.waiting()), rate);
    int cutoffTo = order.after(view.cutoff(), decision.calls(), view.arrivals());
    if (!moves(decision, snapshot)) {
      return Future.succeededFuture();
    }
    return link.run(Script.ADVANCE, view.event(), advance(snapshot, decision, cutoffTo))
        .compose(
            answer ->
                // Those just called should see it now, not with the next tick.
                decision.calls() > 0 && answer.verdict().equals("OK")
                    ? keeper.refreshAfter(view.event()).mapEmpty()
                    : Future.succeededFuture());
  }

  /** A tick that changes nothing is not written: the same credit comes of one long step. */
  private static boolean moves(Decision decision, EventSnapshot snapshot) {
    return decision.calls() > 0
        || decision.creditDelta() != 0
        || decision.settledTo() != snapshot.number("settled")
        || decision.lapsedTo() != snapshot.number("lapsed")
        || !decision.limit().name().equals(snapshot.text("limit"));
  }

  private static Object[] advance(EventSnapshot snapshot, Decision decision, int cutoffTo) {
    return new Object[] {
      snapshot.text("epoch"),
      snapshot.text("tick"),
      snapshot.text("dialsVersion"),
      snapshot.text("now"),
      cutoffTo,
      decision.calls(),
      decision.settledTo(),
      decision.lapsedTo(),
      decision.creditDelta(),
      decision.limit()
    };
  }
}
