package dev.headgate.gateway.queue;

import java.util.ArrayDeque;
import java.util.Deque;

/** How many places are handed out a second, from the totals of the last ten seconds' snapshots. */
final class JoinPulse {
  private static final long WINDOW_MILLIS = 10_000;

  private final Deque<Beat> beats = new ArrayDeque<>();

  private record Beat(long atMillis, long arrivals) {}

  /** Takes in a total and gives the pace up to it. */
  double after(long atMillis, long arrivals) {
    beats.addLast(new Beat(atMillis, arrivals));
    while (beats.size() > 2 && atMillis - beats.getFirst().atMillis() > WINDOW_MILLIS) {
      beats.removeFirst();
    }
    Beat first = beats.getFirst();
    long elapsed = atMillis - first.atMillis();
    return elapsed <= 0 ? 0 : (arrivals - first.arrivals()) * 1_000.0 / elapsed;
  }

  void forget() {
    beats.clear();
  }
}
