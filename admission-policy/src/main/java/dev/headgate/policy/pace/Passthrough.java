package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Decision.Limit;
import dev.headgate.policy.pace.Decision.Move;
import java.util.List;

/** Nobody waits for anybody: the dials do not count, so there is no credit either. */
final class Passthrough implements AdmissionPolicy {

  @Override
  public Decision decide(Snapshot snapshot, Rate rate) {
    boolean runs = snapshot.drawn() && !snapshot.halted();
    List<Move> moves =
        snapshot.lanes().stream()
            .map(lane -> LaneTick.of(lane, snapshot.runningMillis(), 0, 0))
            .map(lane -> lane.move(runs ? lane.lane().waiting() : 0, 0))
            .toList();
    return new Decision(moves, limit(snapshot));
  }

  private static Limit limit(Snapshot snapshot) {
    if (!snapshot.drawn()) {
      return Limit.NOT_DRAWN;
    }
    return snapshot.halted() ? Limit.HALTED : Limit.NOBODY_WAITS;
  }
}
