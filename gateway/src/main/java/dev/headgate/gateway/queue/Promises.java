package dev.headgate.gateway.queue;

import dev.headgate.policy.estimate.PromiseLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was promised to those who waited, and when they were called: of each lane what was known
 * over time, and nothing of a single fan. Safe for any thread.
 */
final class Promises {

  /** Looks at the queue, one a second: who comes later than this after the call is not measured. */
  private static final int MOST_LOOKS = 900;

  private final List<Lane> lanes = new ArrayList<>();

  private record Look(long runningMillis, int cutoff) {}

  private static final class Lane {
    private final PromiseLog log = new PromiseLog();
    private final Deque<Look> looks = new ArrayDeque<>();

    /** When a position was called, in running time; -1 when that is not known any more. */
    private long calledAt(int position) {
      long at = -1;
      for (Iterator<Look> back = looks.descendingIterator(); back.hasNext(); ) {
        Look look = back.next();
        if (look.cutoff <= position) {
          return at;
        }
        at = look.runningMillis;
      }
      return -1;
    }
  }

  /** Takes in what a view tells those who ask. */
  synchronized void note(LiveView view) {
    while (lanes.size() < view.snapshot().lanes()) {
      lanes.add(new Lane());
    }
    long running = view.snapshot().number("running");
    for (int number = 0; number < lanes.size(); number++) {
      Lane lane = lanes.get(number);
      int cutoff = view.cutoff(number);
      lane.log.note(running, cutoff, view.known(number), view.wait(number));
      lane.looks.addLast(new Look(running, cutoff));
      if (lane.looks.size() > MOST_LOOKS) {
        lane.looks.removeFirst();
      }
    }
  }

  /** How well a promise to somebody who is let in now was kept; null when there was none. */
  synchronized PromiseLog.@Nullable Kept kept(QueuePosition at) {
    if (at.lane() >= lanes.size()) {
      return null;
    }
    Lane lane = lanes.get(at.lane());
    long calledAt = lane.calledAt(at.position());
    return calledAt < 0 ? null : lane.log.kept(at.position(), calledAt);
  }

  /** Another life begins: its positions are other fans. */
  synchronized void forget() {
    lanes.clear();
  }
}
