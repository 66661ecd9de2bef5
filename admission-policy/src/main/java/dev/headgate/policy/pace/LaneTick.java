package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Decision.Move;
import dev.headgate.policy.pace.Decision.Show;
import dev.headgate.policy.pace.Snapshot.Settled;
import java.util.List;

/**
 * One lane at one tick: what has become of its calls, and how much credit it may have.
 *
 * @param show the share of called fans that is expected to come
 * @param start the credit it begins with, deep debts forgiven
 * @param cap the most credit: for those called and expected, those at the door, and what may lie
 *     ready
 */
record LaneTick(Snapshot.Lane lane, Settling settling, Show show, long start, long cap) {
  private static final long FEWEST_TO_JUDGE = 5;
  private static final Show EVERYBODY = new Show(1, 1);
  private static final Show FLOOR = new Show(1, 20);

  /**
   * A lane with nothing lying ready.
   *
   * @param perMinute its share of the rate, by which its no-shows are judged
   * @param mostDebt how far its credit may be below zero
   */
  static LaneTick of(Snapshot.Lane lane, long runningMillis, long perMinute, long mostDebt) {
    Settling settling = Settling.of(lane, runningMillis);
    Show show = show(settling.recent(), perMinute);
    long committed = Credit.expected(settling.pending(), show) + lane.door() * Credit.ADMISSION;
    return new LaneTick(lane, settling, show, Math.max(lane.credit(), -mostDebt), committed);
  }

  /** The same with so much more lying ready. */
  LaneTick withReady(long ready) {
    return new LaneTick(lane, settling, show, start, cap + ready);
  }

  /** How much more would have to lie ready to call everybody who waits. */
  long readyForAll() {
    return Credit.needed(most(), show) + lane.door() * Credit.ADMISSION - cap;
  }

  long pending() {
    return settling.pending();
  }

  /** As many as could be on their way if everybody were called. */
  long most() {
    return pending() + lane.waiting();
  }

  /** How many fans to have on their way with so much credit, those who are already included. */
  long onTheirWay(long credit) {
    return Math.max(pending(), Math.min(most(), Credit.fansFor(beyondTheDoor(credit), show)));
  }

  /** What is left of so much credit for those who have not come yet. */
  long beyondTheDoor(long credit) {
    return credit - lane.door() * Credit.ADMISSION;
  }

  /** How much more credit it can take. */
  long lacks() {
    return Math.max(0, cap - start);
  }

  /** How much of its credit it may not keep. */
  long excess() {
    return Math.max(0, start - cap);
  }

  /** Its credit with so much more, or less; what is beyond the cap is given back. */
  long creditWith(long more) {
    return Math.min(start + more, cap);
  }

  Move move(long calls, long credit) {
    long lapsedTo = Math.max(lane.lapsed(), Math.min(lane.endedTo(), settling.settledTo()));
    return new Move(calls, settling.settledTo(), lapsedTo, credit - lane.credit(), pending(), show);
  }

  /** The share that came of the newest settled calls: 20 seconds' worth at the rate, or 20 fans. */
  private static Show show(List<Settled> recent, long perMinute) {
    long called = 0;
    long came = 0;
    for (int i = recent.size() - 1; i >= 0 && called * 3 < Math.max(60, perMinute); i--) {
      called += recent.get(i).called();
      came += recent.get(i).came();
    }
    if (called < FEWEST_TO_JUDGE) {
      return EVERYBODY;
    }
    // One more of each: not even a window in which nobody came says that nobody ever will.
    return (came + 1) * FLOOR.of() < called + 1 ? FLOOR : new Show(came + 1, called + 1);
  }
}
