package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.config.Lane;
import dev.headgate.policy.pace.AdmissionPolicy;
import dev.headgate.policy.pace.Decision;
import dev.headgate.policy.pace.Rate;
import dev.headgate.policy.pace.Snapshot;
import dev.headgate.policy.throttle.ThrottleState;
import java.util.ArrayList;
import java.util.List;

/**
 * What one tick is to write.
 *
 * @param view what it was decided from
 * @param decision how many to call
 * @param backend what the backend leaves of the dials now
 * @param perMinute what is left of the dial in all
 */
record Tick(LiveView view, Decision decision, Rates.Backend backend, int perMinute) {

  static Tick decide(LiveView view, AdmissionPolicy pacing) {
    EventSnapshot snapshot = view.snapshot();
    Rates.Backend backend = Rates.Backend.now(view.settings(), snapshot);
    AdmissionPolicy policy =
        view.settings().mode() == Mode.PASSTHROUGH ? AdmissionPolicy.passthrough() : pacing;
    Rate rate = rate(view, backend);
    Decision decision = policy.decide(snapshot.toPolicy(lanes(view)), rate);
    return new Tick(view, decision, backend, rate.perMinute(snapshot.number("now")));
  }

  private static Rate rate(LiveView view, Rates.Backend backend) {
    Rate rate = Rates.of(view.settings(), view.snapshot(), backend);
    return view.settings().mode() == Mode.REJECT ? Rate.of(0, rate.totalActiveUsers()) : rate;
  }

  private static List<Snapshot.Lane> lanes(LiveView view) {
    List<Snapshot.Lane> lanes = new ArrayList<>();
    List<Lane> named = view.settings().lanesByNumber();
    for (int number = 0; number < view.snapshot().lanes(); number++) {
      QueueOrder order = view.order(number);
      int cutoff = view.cutoff(number);
      int waiting = order == null ? 0 : order.fans(cutoff, view.callable(number));
      int weight = number < named.size() ? named.get(number).weight() : 1;
      lanes.add(view.snapshot().laneToPolicy(number, weight, waiting));
    }
    return lanes;
  }

  boolean calls() {
    return decision.moves().stream().anyMatch(move -> move.calls() > 0);
  }

  /** A tick that changes nothing is not written: the same credit comes of one long step. */
  boolean moves() {
    EventSnapshot snapshot = view.snapshot();
    if (!decision.limit().name().equals(snapshot.text("limit"))
        || !throttleText().equals(snapshot.text("throttle"))
        || !stockText().equals(snapshot.text("stock"))
        || backend.soldOut() != snapshot.soldOut()
        || !Integer.toString(perMinute).equals(snapshot.text("effective"))) {
      return true;
    }
    for (int lane = 0; lane < decision.moves().size(); lane++) {
      Decision.Move move = decision.moves().get(lane);
      if (move.calls() > 0
          || move.creditDelta() != 0
          || move.settledTo() != snapshot.number("settled", lane)
          || move.lapsedTo() != snapshot.number("lapsed", lane)) {
        return true;
      }
    }
    return false;
  }

  private String stockText() {
    Remaining stock = backend.stock();
    return stock == null ? "" : stock.free() + ":" + stock.pending();
  }

  private String throttleText() {
    ThrottleState throttle = backend.throttle();
    return throttle.equals(ThrottleState.FREE) ? "" : throttle.encode();
  }

  /** The arguments of {@code advance.lua}. */
  Object[] toAdvance() {
    EventSnapshot snapshot = view.snapshot();
    List<Object> args = new ArrayList<>();
    for (String name : List.of("epoch", "tick", "dialsVersion", "now")) {
      args.add(snapshot.text(name));
    }
    args.add(decision.limit());
    args.add(throttleText());
    args.add(stockText());
    args.add(backend.soldOut() ? 1 : 0);
    args.add(perMinute);
    for (int lane = 0; lane < decision.moves().size(); lane++) {
      Decision.Move move = decision.moves().get(lane);
      args.add(cutoffTo(lane, move.calls()));
      args.add(move.calls());
      args.add(move.settledTo());
      args.add(move.lapsedTo());
      args.add(move.creditDelta());
    }
    if (backend.throttle().lowers()) {
      args.add(backend.throttle().reason().words());
    }
    return args.toArray();
  }

  private int cutoffTo(int lane, long calls) {
    QueueOrder order = view.order(lane);
    int cutoff = view.cutoff(lane);
    return order == null ? cutoff : order.after(cutoff, calls, view.callable(lane));
  }
}
