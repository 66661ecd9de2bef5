package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Budget.Spending;
import dev.headgate.policy.pace.Decision.Limit;
import dev.headgate.policy.pace.Decision.Move;
import java.util.ArrayList;
import java.util.List;

/** Credit is earned by time and spent by admissions; calls only keep enough fans on their way. */
final class Pacing implements AdmissionPolicy {

  @Override
  public Decision decide(Snapshot snapshot, Rate rate) {
    // Before the draw and while halted nothing is earned, and no more than one may lie ready.
    boolean runs = snapshot.drawn() && !snapshot.halted();
    int perMinute = runs ? rate.perMinute(snapshot.nowMillis()) : 0;
    long earned = earned(snapshot, rate, perMinute);
    Shares shares = Shares.of(snapshot.lanes());
    List<LaneTick> settled = settled(snapshot, rate, shares, perMinute);
    List<LaneTick> lanes = Ready.spread(settled, shares, earned, Credit.second(perMinute));
    Budget budget = new Budget(lanes, shares, earned);
    Spending spending = perMinute == 0 ? budget.keep() : budget.spend(inside(snapshot, rate));
    List<Move> moves = moves(lanes, spending);
    return new Decision(moves, limit(snapshot, rate, moves, spending.full()));
  }

  private static long earned(Snapshot snapshot, Rate rate, int perMinute) {
    long elapsed = snapshot.nowMillis() - snapshot.earnedUntilMillis();
    int before = perMinute == 0 ? 0 : rate.perMinute(snapshot.earnedUntilMillis());
    return Credit.earned(elapsed, perMinute, before);
  }

  private static List<LaneTick> settled(
      Snapshot snapshot, Rate rate, Shares shares, int perMinute) {
    long[] judgedBy = shares.split(rate.perMinute(snapshot.nowMillis()));
    long[] second = shares.split(Credit.second(perMinute));
    List<LaneTick> lanes = new ArrayList<>();
    for (Snapshot.Lane lane : snapshot.lanes()) {
      int i = lanes.size();
      // Who earns nothing keeps its debt: a pause, or others' turn, is no forgiveness.
      long mostDebt = second[i] == 0 ? Credit.MOST : Credit.mostDebt(second[i]);
      lanes.add(LaneTick.of(lane, snapshot.runningMillis(), judgedBy[i], mostDebt));
    }
    return lanes;
  }

  /** Free places inside, less those for the fans at the door, in units of credit. */
  private static long inside(Snapshot snapshot, Rate rate) {
    long door = snapshot.lanes().stream().mapToLong(Snapshot.Lane::door).sum();
    return (rate.totalActiveUsers() - snapshot.active() - door) * Credit.ADMISSION;
  }

  private static List<Move> moves(List<LaneTick> lanes, Spending spending) {
    List<Move> moves = new ArrayList<>();
    for (LaneTick lane : lanes) {
      int i = moves.size();
      long calls = spending.onTheirWay()[i] - lane.pending();
      moves.add(lane.move(calls, spending.credit()[i]));
    }
    return moves;
  }

  private static Limit limit(Snapshot snapshot, Rate rate, List<Move> moves, boolean full) {
    if (!snapshot.drawn()) {
      return Limit.NOT_DRAWN;
    }
    if (snapshot.halted() || rate.newUsersPerMinute() == 0) {
      return Limit.HALTED;
    }
    long calls = moves.stream().mapToLong(Move::calls).sum();
    boolean everybody = calls == snapshot.lanes().stream().mapToLong(Snapshot.Lane::waiting).sum();
    // Where nothing can be sold, that is the reason, whoever waits.
    if (everybody && rate.perMinute(snapshot.nowMillis()) > 0) {
      return Limit.NOBODY_WAITS;
    }
    return full ? Limit.TOTAL_ACTIVE_USERS : rate.binding(snapshot.nowMillis());
  }
}
