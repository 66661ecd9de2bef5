package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Decision.Show;
import java.math.BigInteger;

/**
 * The rule for one lane, a second time and in the plainest words: numbers of any size, fractions as
 * they are. It shares no arithmetic with what it checks, only what is known of the calls.
 */
final class PlainPacing {
  private static final BigInteger ADMISSION = BigInteger.valueOf(6_000_000);

  private PlainPacing() {}

  /** How many to call, and the credit before they are. */
  record Step(BigInteger calls, BigInteger credit) {}

  /** What one lane alone is to do, given its calls so far and the share that comes. */
  static Step step(Snapshot snapshot, Rate rate, long pendingFans, Show show) {
    Snapshot.Lane lane = snapshot.lanes().get(0);
    BigInteger pending = BigInteger.valueOf(pendingFans);
    boolean runs = snapshot.drawn() && !snapshot.halted() && rate.newUsersPerMinute() > 0;
    BigInteger dial = BigInteger.valueOf(runs ? rate.newUsersPerMinute() : 0);
    BigInteger door = BigInteger.valueOf(lane.door()).multiply(ADMISSION);
    BigInteger elapsed =
        BigInteger.valueOf(snapshot.nowMillis())
            .subtract(BigInteger.valueOf(snapshot.earnedUntilMillis()))
            .max(BigInteger.ZERO);
    BigInteger earned = dial.multiply(elapsed).multiply(BigInteger.valueOf(99));
    BigInteger second = dial.multiply(BigInteger.valueOf(100_000));
    BigInteger ready = second.add(second).max(ADMISSION.add(earned.min(second)));
    BigInteger expected =
        pending
            .multiply(ADMISSION)
            .multiply(BigInteger.valueOf(show.came()))
            .divide(BigInteger.valueOf(show.of()));
    BigInteger start = BigInteger.valueOf(lane.credit());
    if (runs) {
      start = start.max(second.multiply(BigInteger.valueOf(-60)));
    }
    BigInteger credit = start.add(earned).min(expected.add(door).add(ready));
    BigInteger inside =
        BigInteger.valueOf(rate.totalActiveUsers() - snapshot.active())
            .multiply(ADMISSION)
            .subtract(door);
    BigInteger fans =
        credit
            .subtract(door)
            .min(inside)
            .max(BigInteger.ZERO)
            .multiply(BigInteger.valueOf(show.of()))
            .divide(ADMISSION.multiply(BigInteger.valueOf(show.came())));
    BigInteger wanted = fans.subtract(pending).max(BigInteger.ZERO);
    return new Step(
        runs ? wanted.min(BigInteger.valueOf(lane.waiting())) : BigInteger.ZERO, credit);
  }
}
