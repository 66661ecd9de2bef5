package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Snapshot.Call;
import dev.headgate.policy.pace.Snapshot.Settled;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The rule a second time, as it was first modelled: in floating point, one tick after another, with
 * the share and its window kept from tick to tick. It shares no code with what it checks.
 */
final class ModelPacing {
  private static final double FLOOR = 0.05;

  private final Deque<Settled> recent = new ArrayDeque<>();
  private double show = 1;

  /** What the model makes of one tick. */
  record Step(double credit, double show, long calls) {}

  Step step(Snapshot snapshot, Rate rate) {
    Snapshot.Lane lane = snapshot.lanes().get(0);
    double perSecond = rate.newUsersPerMinute() / 60.0;
    double pending = 0;
    boolean settled = false;
    for (Call call : lane.unsettled()) {
      if (call.calledAtMillis() <= snapshot.runningMillis() - 5_000) {
        recent.addLast(new Settled(call.called(), call.came()));
        settled = true;
      } else {
        pending += call.called() - call.came();
      }
    }
    if (settled) {
      judge(perSecond);
    }
    double seconds = (snapshot.nowMillis() - snapshot.earnedUntilMillis()) / 1000.0;
    double door = lane.door();
    double credit = lane.credit() / 6e6 + 0.99 * perSecond * seconds;
    credit = Math.min(credit, Math.max(1, 2 * perSecond) + show * pending + door);
    double inside = (double) rate.totalActiveUsers() - snapshot.active() - door;
    double calls = Math.min(credit - door, inside) / show - pending;
    return new Step(credit, show, (long) Math.max(0, calls));
  }

  private void judge(double perSecond) {
    while (recent.size() > 1
        && called() - recent.getFirst().called() >= Math.max(20, perSecond * 20)) {
      recent.removeFirst();
    }
    if (called() >= 5) {
      long came = recent.stream().mapToLong(Settled::came).sum();
      show = Math.max(FLOOR, (came + 1.0) / (called() + 1.0));
    }
  }

  private long called() {
    return recent.stream().mapToLong(Settled::called).sum();
  }
}
