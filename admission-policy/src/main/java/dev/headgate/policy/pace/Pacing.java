package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Decision.Limit;
import dev.headgate.policy.pace.Decision.Show;
import dev.headgate.policy.pace.Snapshot.Settled;
import java.util.List;

/** Credit is earned by time and spent by admissions; calls only keep enough fans on their way. */
final class Pacing implements AdmissionPolicy {
  private static final long FEWEST_TO_JUDGE = 5;
  private static final Show EVERYBODY = new Show(1, 1);
  private static final Show FLOOR = new Show(1, 20);

  @Override
  public Decision decide(Snapshot snapshot, Rate rate) {
    Settling settling = Settling.of(snapshot);
    Show show = show(settling.recent(), rate.newUsersPerMinute());
    long credit = credit(snapshot, settling.pending(), show, effectiveDial(snapshot, rate));
    Room room = Room.of(snapshot, rate, credit);
    long wanted = Math.max(0, Credit.fansFor(room.forAdmissions(), show) - settling.pending());
    Limit limit = limit(snapshot, rate, room, wanted);
    return new Decision(
        calls(limit, wanted, snapshot.waiting()),
        settling.settledTo(),
        Math.max(snapshot.lapsed(), Math.min(snapshot.endedTo(), settling.settledTo())),
        credit - snapshot.credit(),
        limit,
        settling.pending(),
        show);
  }

  /** Before the draw and while halted nothing is earned, and no more than one may lie ready. */
  private static int effectiveDial(Snapshot snapshot, Rate rate) {
    return snapshot.drawn() && !snapshot.halted() ? rate.newUsersPerMinute() : 0;
  }

  private static long credit(Snapshot snapshot, long pending, Show show, int dial) {
    long earned = Credit.earned(snapshot.nowMillis() - snapshot.earnedUntilMillis(), dial);
    long committed = Credit.expected(pending, show) + snapshot.door() * Credit.ADMISSION;
    return Math.min(snapshot.credit() + earned, committed + Credit.ready(earned, dial));
  }

  private static Limit limit(Snapshot snapshot, Rate rate, Room room, long wanted) {
    if (!snapshot.drawn()) {
      return Limit.NOT_DRAWN;
    }
    if (snapshot.halted() || rate.newUsersPerMinute() == 0) {
      return Limit.HALTED;
    }
    if (snapshot.waiting() <= wanted) {
      return Limit.NOBODY_WAITS;
    }
    return room.inside() < room.inCredit() ? Limit.TOTAL_ACTIVE_USERS : Limit.NEW_USERS_PER_MINUTE;
  }

  private static long calls(Limit limit, long wanted, long waiting) {
    return limit == Limit.NOT_DRAWN || limit == Limit.HALTED ? 0 : Math.min(wanted, waiting);
  }

  /** The share that came of the newest settled calls: 20 seconds' worth at the dial, or 20 fans. */
  private static Show show(List<Settled> recent, int perMinute) {
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

  /**
   * What is left beyond those at the door, in units of credit.
   *
   * @param inCredit by the dial of new users
   * @param inside by the dial of active users
   */
  private record Room(long inCredit, long inside) {
    static Room of(Snapshot snapshot, Rate rate, long credit) {
      long free = rate.totalActiveUsers() - snapshot.active() - snapshot.door();
      return new Room(credit - snapshot.door() * Credit.ADMISSION, free * Credit.ADMISSION);
    }

    long forAdmissions() {
      return Math.min(inCredit, inside);
    }
  }
}
