package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Snapshot.Call;
import dev.headgate.policy.pace.Snapshot.Settled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * One drawn event as the real store keeps it, in virtual time: the conditional advance, the claims
 * with the hard limits and the door, pauses in running time. Times are milliseconds.
 */
final class VirtualStore {
  static final long MINUTE = 60_000;
  static final long DOOR_MEMORY = 10_000;
  private static final long TURN_WINDOW = 300_000;
  private static final long FRESH = 2_000;
  private static final int KEPT_SETTLED = 400;

  private final int arrivals;
  private final long sessionMillis;
  private final BitSet claimed = new BitSet();
  private final TreeMap<Integer, Long> door = new TreeMap<>();
  private final Deque<Try> tries = new ArrayDeque<>();
  private final Deque<Row> log = new ArrayDeque<>();
  private final Deque<Settled> recent = new ArrayDeque<>();
  private final Deque<Long> lastMinute = new ArrayDeque<>();
  private final PriorityQueue<Long> sessions = new PriorityQueue<>();
  private final List<DialChange> dialChanges = new ArrayList<>();
  private Rate rate;
  private boolean paused;
  private long haltedAt = -1;
  private long haltedTotal;
  private long tick;
  private long tickAt;
  private long dialsVersion;
  private int cutoff;
  private int settled;
  private int lapsed;
  private long credit;

  VirtualStore(int arrivals, long sessionMillis, Rate rate, long drawnAt) {
    this.arrivals = arrivals;
    this.sessionMillis = sessionMillis;
    this.rate = rate;
    this.tickAt = drawnAt;
    dialsChanged(drawnAt);
  }

  Reading read(long now) {
    forget(now);
    long running = running(now);
    List<Call> unsettled = new ArrayList<>();
    long endedTo = lapsed;
    for (Row row : log) {
      if (row.turnEndsAt <= running) {
        endedTo = row.to;
      }
      if (row.to > settled) {
        int came = claimed.get(row.from, row.to).cardinality();
        came += door.subMap(row.from, row.to).size();
        unsettled.add(new Call(row.to, row.calledAt, row.to - row.from, came));
      }
    }
    Snapshot.Lane lane =
        new Snapshot.Lane(
            1,
            arrivals - cutoff,
            cutoff,
            settled,
            lapsed,
            endedTo,
            unsettled,
            List.copyOf(recent),
            door.size(),
            credit);
    Snapshot snapshot =
        new Snapshot(now, running, tickAt, true, halted(), sessions.size(), List.of(lane));
    return new Reading(tick, dialsVersion, snapshot, rate);
  }

  /** Applies a decision, unless what it was made from is out of date. */
  boolean advance(long now, Reading reading, Decision decision) {
    if (reading.tick != tick
        || reading.dialsVersion != dialsVersion
        || now - reading.snapshot.nowMillis() >= FRESH) {
      return false;
    }
    tick++;
    tickAt = reading.snapshot.nowMillis();
    Decision.Move move = decision.moves().get(0);
    credit += move.creditDelta();
    for (Call call : reading.snapshot.lanes().get(0).unsettled()) {
      if (call.cutoffTo() <= move.settledTo()) {
        recent.addLast(new Settled(call.called(), call.came()));
      }
    }
    while (recent.size() > KEPT_SETTLED) {
      recent.removeFirst();
    }
    settled = (int) move.settledTo();
    lapsed = (int) move.lapsedTo();
    log.removeIf(row -> row.to <= lapsed);
    if (move.calls() > 0) {
      int to = cutoff + (int) move.calls();
      log.addLast(new Row(cutoff, to, running(now), running(now) + TURN_WINDOW));
      cutoff = to;
    }
    return true;
  }

  Answer claim(long now, int position) {
    forget(now);
    if (position >= cutoff) {
      return Answer.NOT_YOUR_TURN;
    }
    if (position < lapsed && !door.containsKey(position)) {
      return Answer.TURN_OVER;
    }
    if (halted() || room(now) - door.headMap(position).size() < 1) {
      door.put(position, now);
      tries.addLast(new Try(now, position));
      return Answer.MOMENT_PLEASE;
    }
    door.remove(position);
    claimed.set(position);
    lastMinute.addLast(now);
    sessions.add(now + sessionMillis);
    credit -= Credit.ADMISSION;
    return Answer.ADMITTED;
  }

  void dial(long now, int perMinute, int totalActiveUsers) {
    rate = Rate.of(perMinute, totalActiveUsers);
    dialsChanged(now);
  }

  void pause(long now) {
    paused = true;
    dialsChanged(now);
  }

  void resume(long now) {
    paused = false;
    dialsChanged(now);
  }

  private void dialsChanged(long now) {
    dialsVersion++;
    tickAt = now;
    if (halted() && haltedAt < 0) {
      haltedAt = now;
    } else if (!halted() && haltedAt >= 0) {
      haltedTotal += now - haltedAt;
      haltedAt = -1;
    }
    dialChanges.add(new DialChange(now, halted() ? 0 : rate.newUsersPerMinute()));
  }

  /** What the hard limits leave at this moment, before those at the door. */
  private long room(long now) {
    long highest = 0;
    long sum = 0;
    long until = now;
    for (int i = dialChanges.size() - 1; i >= 0 && until > now - MINUTE; i--) {
      DialChange change = dialChanges.get(i);
      sum += change.perMinute * (until - Math.max(change.at, now - MINUTE));
      highest = Math.max(highest, change.perMinute);
      until = change.at;
    }
    long twoSeconds = Math.max(MINUTE, 2_000L * rate.newUsersPerMinute());
    long limit = Math.min(highest, (sum + twoSeconds) / MINUTE);
    return Math.min(limit - lastMinute.size(), rate.totalActiveUsers() - sessions.size());
  }

  private void forget(long now) {
    while (!lastMinute.isEmpty() && lastMinute.getFirst() <= now - MINUTE) {
      lastMinute.removeFirst();
    }
    while (!sessions.isEmpty() && sessions.peek() <= now) {
      sessions.remove();
    }
    while (!tries.isEmpty() && tries.getFirst().at <= now - DOOR_MEMORY) {
      Try last = tries.removeFirst();
      door.remove(last.position, last.at);
    }
  }

  private long running(long now) {
    return (haltedAt < 0 ? now : haltedAt) - haltedTotal;
  }

  boolean halted() {
    return paused || rate.newUsersPerMinute() == 0;
  }

  int active(long now) {
    forget(now);
    return sessions.size();
  }

  /** Who stands at the door before this position. */
  List<Integer> doorBefore(int position) {
    return List.copyOf(door.headMap(position).keySet());
  }

  int cutoff() {
    return cutoff;
  }

  int settled() {
    return settled;
  }

  int lapsed() {
    return lapsed;
  }

  Rate rate() {
    return rate;
  }

  enum Answer {
    ADMITTED,
    MOMENT_PLEASE,
    NOT_YOUR_TURN,
    TURN_OVER
  }

  /** What one ticker saw, and what its advance depends on. */
  record Reading(long tick, long dialsVersion, Snapshot snapshot, Rate rate) {}

  private record Row(int from, int to, long calledAt, long turnEndsAt) {}

  private record Try(long at, int position) {}

  private record DialChange(long at, long perMinute) {}
}
