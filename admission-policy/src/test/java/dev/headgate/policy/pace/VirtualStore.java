package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Decision.Move;
import dev.headgate.policy.pace.Snapshot.Call;
import dev.headgate.policy.pace.Snapshot.Settled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * One drawn event as the real store keeps it, in virtual time: the conditional advance, the claims
 * with the hard limits and the door, lanes, pauses in running time. Times are milliseconds.
 */
final class VirtualStore {
  static final long MINUTE = 60_000;
  static final long DOOR_MEMORY = 10_000;
  private static final long FRESH = 2_000;
  private static final int KEPT_SETTLED = 256;

  private final Plan plan;
  private final List<Lane> lanes;
  private final Tally door = new Tally();
  private final Deque<Try> tries = new ArrayDeque<>();
  private final Deque<Long> lastMinute = new ArrayDeque<>();
  private final PriorityQueue<Ending> endings =
      new PriorityQueue<>(Comparator.comparingLong(Ending::at));
  private final List<DialChange> dialChanges = new ArrayList<>();
  private Rate rate;
  private boolean paused;
  private long haltedAt = -1;
  private long haltedTotal;
  private long tick;
  private long tickAt;
  private long dialsVersion;
  private int called;
  private int active;

  VirtualStore(Plan plan) {
    this.plan = plan;
    this.lanes = plan.lanes().stream().map(Lane::new).toList();
    this.rate = plan.dials();
    dialsChanged(0);
  }

  Reading read(long now, Rate rate) {
    forget(now);
    long running = running(now);
    List<Snapshot.Lane> seen = lanes.stream().map(lane -> lane.read(now, running)).toList();
    Snapshot snapshot = new Snapshot(now, running, tickAt, true, halted(), active, seen);
    return new Reading(tick, dialsVersion, snapshot, rate);
  }

  /** Applies a decision, unless what it was made from is out of date; says whom it calls. */
  List<Row> advance(long now, Reading reading, Decision decision) {
    if (reading.tick != tick
        || reading.dialsVersion != dialsVersion
        || now - reading.snapshot.nowMillis() >= FRESH) {
      return List.of();
    }
    tick++;
    tickAt = reading.snapshot.nowMillis();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < lanes.size(); i++) {
      Move move = decision.moves().get(i);
      lanes.get(i).settle(reading.snapshot.lanes().get(i), move);
      if (move.calls() > 0) {
        rows.add(call(lanes.get(i), (int) move.calls(), running(now)));
      }
    }
    return rows;
  }

  private Row call(Lane lane, int fans, long running) {
    Row row = new Row(lane, lane.cutoff, lane.cutoff + fans, called, running);
    row.turnEndsAt = running + plan.turnWindow();
    called += fans;
    lane.cutoff = row.to;
    lane.log.addLast(row);
    lane.unsettled.addLast(row);
    return row;
  }

  Answer claim(long now, Fan fan) {
    forget(now);
    if (fan.position < fan.row.lane.lapsed && !fan.atDoor) {
      return Answer.TURN_OVER;
    }
    boolean held = halted() || room(now) - door.before(fan.number()) < 1;
    stand(fan, held);
    if (held) {
      fan.triedAt = now;
      tries.addLast(new Try(now, fan));
      return Answer.MOMENT_PLEASE;
    }
    fan.row.came++;
    fan.row.lane.credit -= Credit.ADMISSION;
    lastMinute.addLast(now);
    active++;
    endAt(fan, now + plan.sessionMillis());
    return Answer.ADMITTED;
  }

  private void stand(Fan fan, boolean atDoor) {
    int change = (atDoor ? 1 : 0) - (fan.atDoor ? 1 : 0);
    fan.atDoor = atDoor;
    fan.row.came += change;
    fan.row.lane.door += change;
    door.add(fan.number(), change);
  }

  /** Moves the end of a session. */
  void endAt(Fan fan, long at) {
    fan.endsAt = at;
    endings.add(new Ending(at, fan));
  }

  void dial(long now, Rate changed) {
    rate = changed;
    dialsChanged(now);
  }

  void pause(long now, boolean changed) {
    paused = changed;
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
    return Math.min(limit - lastMinute.size(), rate.totalActiveUsers() - active);
  }

  private void forget(long now) {
    while (!lastMinute.isEmpty() && lastMinute.getFirst() <= now - MINUTE) {
      lastMinute.removeFirst();
    }
    while (!endings.isEmpty() && endings.element().at <= now) {
      Ending ending = endings.remove();
      active -= ending.fan.endsAt == ending.at ? 1 : 0;
    }
    while (!tries.isEmpty() && tries.getFirst().at <= now - DOOR_MEMORY) {
      Try last = tries.removeFirst();
      if (last.fan.atDoor && last.fan.triedAt == last.at) {
        stand(last.fan, false);
      }
    }
  }

  /** Now, less all pauses. */
  long running(long now) {
    return (haltedAt < 0 ? now : haltedAt) - haltedTotal;
  }

  boolean halted() {
    return paused || rate.newUsersPerMinute() == 0;
  }

  int active(long now) {
    forget(now);
    return active;
  }

  Rate rate() {
    return rate;
  }

  boolean isInOrder(long now) {
    return lanes.stream()
        .allMatch(
            lane ->
                lane.lapsed <= lane.settled
                    && lane.settled <= lane.cutoff
                    && lane.cutoff <= lane.plan.arrivals(now));
  }

  enum Answer {
    ADMITTED,
    MOMENT_PLEASE,
    TURN_OVER
  }

  /** What one ticker saw, and what its advance depends on. */
  record Reading(long tick, long dialsVersion, Snapshot snapshot, Rate rate) {}

  /** One row of the call log. */
  static final class Row {
    final Lane lane;
    final int from;
    final int to;
    final int firstNumber;
    final long calledAt;
    long turnEndsAt;
    private int came;

    private Row(Lane lane, int from, int to, int firstNumber, long calledAt) {
      this.lane = lane;
      this.from = from;
      this.to = to;
      this.firstNumber = firstNumber;
      this.calledAt = calledAt;
    }
  }

  /** A called fan who comes. */
  static final class Fan {
    final Row row;
    final int position;
    private boolean atDoor;
    private long triedAt;
    private long endsAt;

    Fan(Row row, int position) {
      this.row = row;
      this.position = position;
    }

    /** By the time of the call, then by position: so the door orders. */
    int number() {
      return row.firstNumber + position - row.from;
    }
  }

  /** One lane's numbers. */
  static final class Lane {
    final Plan.Lane plan;
    private final Deque<Row> log = new ArrayDeque<>();
    private final Deque<Row> unsettled = new ArrayDeque<>();
    private final Deque<Settled> recent = new ArrayDeque<>();
    private int cutoff;
    private int settled;
    private int lapsed;
    private int door;
    private long credit;

    private Lane(Plan.Lane plan) {
      this.plan = plan;
    }

    private Snapshot.Lane read(long now, long running) {
      long endedTo = lapsed;
      for (Row row : log) {
        if (row.turnEndsAt > running) {
          break;
        }
        endedTo = row.to;
      }
      List<Call> calls =
          unsettled.stream()
              .map(row -> new Call(row.to, row.calledAt, row.to - row.from, row.came))
              .toList();
      return new Snapshot.Lane(
          plan.weight(),
          plan.arrivals(now) - cutoff,
          cutoff,
          settled,
          lapsed,
          endedTo,
          calls,
          List.copyOf(recent),
          door,
          credit);
    }

    private void settle(Snapshot.Lane seen, Move move) {
      credit += move.creditDelta();
      for (Call call : seen.unsettled()) {
        if (call.cutoffTo() <= move.settledTo()) {
          recent.addLast(new Settled(call.called(), call.came()));
        }
      }
      while (recent.size() > KEPT_SETTLED) {
        recent.removeFirst();
      }
      settled = (int) move.settledTo();
      while (!unsettled.isEmpty() && unsettled.getFirst().to <= settled) {
        unsettled.removeFirst();
      }
      lapsed = (int) move.lapsedTo();
      while (!log.isEmpty() && log.getFirst().to <= lapsed) {
        log.removeFirst();
      }
    }
  }

  private record Try(long at, Fan fan) {}

  private record Ending(long at, Fan fan) {}

  private record DialChange(long at, long perMinute) {}
}
