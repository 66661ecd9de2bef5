package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Decision.Move;
import dev.headgate.policy.pace.VirtualStore.Answer;
import dev.headgate.policy.pace.VirtualStore.Fan;
import dev.headgate.policy.pace.VirtualStore.Reading;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Sees everything that happens in a sale, keeps books of its own, and knows what must always hold:
 *
 * <ul>
 *   <li>the admissions of any 60 seconds are within the hard limit;
 *   <li>nobody is admitted while as many are inside as may be;
 *   <li>nobody is admitted before somebody who was called earlier and stands at the door, unless
 *       there is room for both; and nobody is sent to the door for whom there is room;
 *   <li>whoever was passed at the door has a place kept;
 *   <li>nobody loses a turn before its time;
 *   <li>when somebody waits and all limits leave room, somebody is called soon.
 * </ul>
 */
final class Referee {
  private static final long MINUTE = 60_000;
  private static final long DOOR_MEMORY = 10_000;

  /** For how long whoever was called may be on the way: five seconds, and until the next tick. */
  private static final long LATELY = 6_500;

  private static final long SOON = 8_000;

  private final Plan plan;
  private final DialHistory dials;
  private final Deque<Long> window = new ArrayDeque<>();
  private final Deque<Try> tries = new ArrayDeque<>();
  private final Deque<Called> calls = new ArrayDeque<>();
  private final NavigableMap<Integer, Long> doorTriedAt = new TreeMap<>();
  private final Tally door = new Tally();
  private final NavigableMap<Integer, Kept> kept = new TreeMap<>();
  private final Map<Integer, Boolean> known = new HashMap<>();
  private final List<Long> admissions = new ArrayList<>();
  private int cap;
  private boolean halted;
  private int inside;
  private long lately;
  private long lastProgress;
  private long lastDecision;
  private double worth;

  Referee(Plan plan, DialHistory dials) {
    this.plan = plan;
    this.dials = dials;
  }

  void dialsSet(Rate rate, boolean halted) {
    this.cap = rate.totalActiveUsers();
    this.halted = halted;
  }

  /** A fan tried to enter; {@code turnEnded} by the promise made at the call. */
  void tried(long now, Fan fan, Answer answer, boolean turnEnded) {
    forget(now);
    int number = fan.number();
    boolean atDoor = doorTriedAt.containsKey(number);
    if (answer == Answer.TURN_OVER) {
      check(turnEnded && !atDoor, () -> "a turn was over before its time: " + number);
      return;
    }
    if (known.put(number, true) == null) {
      // Whoever comes late from further ahead goes before those at the door.
      kept.tailMap(number).clear();
    }
    long limit = dials.limit(now);
    long before = door.before(number);
    long left = Math.min(limit - window.size(), (long) cap - inside) - before;
    if (answer == Answer.ADMITTED) {
      check(!halted, () -> "admitted while halted");
      check(window.size() < limit, () -> window.size() + 1 + " in 60 s (at most " + limit + ")");
      check(inside < cap, () -> "admitted with " + inside + " inside (at most " + cap + ")");
      check(left >= 1, () -> number + " was admitted before " + before + " at the door");
      admitted(now, number, limit);
    } else {
      check(halted || left < 1, () -> number + " was sent to the door, with room for " + left);
      check(halted || !isKept(number, limit), () -> number + " was passed, and no place was kept");
      stands(now, number, atDoor);
    }
  }

  private void admitted(long now, int number, long limit) {
    leavesDoor(number);
    window.addLast(now);
    admissions.add(now);
    inside++;
    lastProgress = now;
    // One admission in eight is looked at: the door may be long.
    if (admissions.size() % 8 == 0) {
      for (int passed : doorTriedAt.headMap(number).keySet()) {
        kept.put(passed, new Kept(limit, cap));
      }
    }
  }

  /** A place is kept as long as no limit has become less since. */
  private boolean isKept(int number, long limit) {
    Kept place = kept.get(number);
    return place != null && limit >= place.limit && cap >= place.cap;
  }

  private void stands(long now, int number, boolean already) {
    door.add(number, already ? 0 : 1);
    doorTriedAt.put(number, now);
    tries.addLast(new Try(now, number));
  }

  private void leavesDoor(int number) {
    kept.remove(number);
    if (doorTriedAt.remove(number) != null) {
      door.add(number, -1);
    }
  }

  private void forget(long now) {
    while (!calls.isEmpty() && calls.getFirst().at <= now - LATELY) {
      lately -= calls.removeFirst().fans;
    }
    while (!window.isEmpty() && window.getFirst() <= now - MINUTE) {
      window.removeFirst();
    }
    while (!tries.isEmpty() && tries.getFirst().at <= now - DOOR_MEMORY) {
      Try last = tries.removeFirst();
      if (Long.valueOf(last.at).equals(doorTriedAt.get(last.number))) {
        leavesDoor(last.number);
      }
    }
  }

  /** A session has ended. */
  void left() {
    inside--;
  }

  /** So many fans were called. */
  void called(long now, long fans) {
    calls.addLast(new Called(now, fans));
    lately += fans;
  }

  /** A gateway has decided. */
  void decided(long now, Reading reading, Decision decision) {
    forget(now);
    Snapshot snapshot = reading.snapshot();
    for (int i = 0; i < decision.moves().size(); i++) {
      moves(snapshot.lanes().get(i), decision.moves().get(i));
    }
    int rate = reading.rate().perMinute(now);
    long called = decision.moves().stream().mapToLong(Move::calls).sum();
    long waiting = snapshot.lanes().stream().mapToLong(Snapshot.Lane::waiting).sum();
    check(called == 0 || (rate > 0 && !snapshot.halted()), () -> "called while halted");
    if (waiting == 0 || called > 0 || !hasRoom(now, rate)) {
      lastProgress = now;
    }
    worth = now == lastProgress ? 0 : worth + rate * (now - lastDecision) / (double) MINUTE;
    lastDecision = now;
    check(
        now - lastProgress <= SOON || worth <= plan.lanes().size() + 1 + mostDebt(rate),
        () ->
            String.format(
                "%d wait, limits leave room, and nobody was called for %d ms, worth %.1f: %s of %s",
                waiting, now - lastProgress, worth, decision, snapshot));
  }

  private static void moves(Snapshot.Lane lane, Move move) {
    check(0 <= move.calls() && move.calls() <= lane.waiting(), () -> "calls: " + move);
    check(
        lane.settled() <= move.settledTo()
            && move.settledTo() <= lane.cutoff()
            && lane.lapsed() <= move.lapsedTo()
            && move.lapsedTo() <= move.settledTo(),
        () -> "out of order: " + move);
  }

  /** Late-comers are let in beyond the rate; for a minute's worth at most the others pay. */
  private double mostDebt(int rate) {
    return plan.crowd().noShow() + plan.crowd().sleepers() > 0 ? rate / 0.99 : 0;
  }

  /** Whether all limits leave room for one more, even if everybody comes who is on the way. */
  private boolean hasRoom(long now, int rate) {
    long minute = Math.min(dials.limit(now), rate) - window.size() - door.total();
    return !halted && minute >= 1 && cap - inside - door.total() - lately >= 1;
  }

  /** After every millisecond in which something happened. */
  void step(long now, VirtualStore store) {
    check(store.active(now) == inside, () -> store.active(now) + " inside, but let in " + inside);
    check(store.isInOrder(now), () -> "lapsed, settled, cutoff and arrivals are out of order");
  }

  long[] admissions() {
    return admissions.stream().mapToLong(at -> at).toArray();
  }

  private static void check(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise.get());
    }
  }

  private record Try(long at, int number) {}

  private record Called(long at, long fans) {}

  /** What the limits were when somebody at the door was passed. */
  private record Kept(long limit, int cap) {}
}
