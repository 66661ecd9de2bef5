package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Snapshot.Call;
import dev.headgate.policy.pace.Snapshot.Settled;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a lane's calls once those are settled whose fans have had time to come.
 *
 * @param settledTo the new {@code settled}
 * @param pending fans called, not settled, not come
 * @param recent the newest settled calls, oldest first
 */
record Settling(long settledTo, long pending, List<Settled> recent) {

  /** How long after the call whoever has not come counts as a no-show, in running time. */
  static final long NO_SHOW_AFTER_MILLIS = 5_000;

  static Settling of(Snapshot.Lane lane, long runningMillis) {
    List<Call> calls = lane.unsettled();
    List<Settled> recent = new ArrayList<>(lane.recent());
    long settledTo = lane.settled();
    int due = 0;
    // A prefix, not a filter: should the clock have stepped back, settled still never skips a call.
    while (due < calls.size() && isDue(calls.get(due), runningMillis)) {
      Call call = calls.get(due++);
      settledTo = call.cutoffTo();
      recent.add(new Settled(call.called(), call.came()));
    }
    long pending =
        calls.subList(due, calls.size()).stream().mapToLong(c -> c.called() - c.came()).sum();
    return new Settling(settledTo, pending, recent);
  }

  private static boolean isDue(Call call, long runningMillis) {
    return call.calledAtMillis() <= runningMillis - NO_SHOW_AFTER_MILLIS;
  }
}
