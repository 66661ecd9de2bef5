package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Decision.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lanes whose fans are in as soon as they are called: what the policy does over a long time. */
final class Pump {
  static final long MANY = 1_000_000;

  private final AdmissionPolicy policy = AdmissionPolicy.pacing();
  private final int[] weights;
  private final long[] waiting;
  private final long[] credit;
  private final long[] calls;
  private long active;
  private long now;

  Pump(int... weights) {
    this.weights = weights;
    waiting = new long[weights.length];
    Arrays.fill(waiting, MANY);
    credit = new long[weights.length];
    calls = new long[weights.length];
  }

  void tick(Rate rate, long millis) {
    List<Snapshot.Lane> lanes = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      lanes.add(
          new Snapshot.Lane(
              weights[i], waiting[i], 0, 0, 0, 0, List.of(), List.of(), 0, credit[i]));
    }
    Snapshot snapshot = new Snapshot(now + millis, 0, now, true, false, active, lanes);
    now += millis;
    Decision decision = policy.decide(snapshot, rate);
    for (int i = 0; i < weights.length; i++) {
      Move move = decision.moves().get(i);
      calls[i] += move.calls();
      active += move.calls();
      credit[i] += move.creditDelta() - move.calls() * Credit.ADMISSION;
    }
  }

  void waiting(int lane, long fans) {
    waiting[lane] = fans;
  }

  void full(long sessions) {
    active = sessions;
  }

  void leave(long sessions) {
    active -= sessions;
  }

  long[] calls() {
    return calls;
  }

  long total() {
    return Arrays.stream(calls).sum();
  }

  long credit() {
    return Arrays.stream(credit).sum();
  }

  long elapsed() {
    return now;
  }

  int weight(int lane) {
    return weights[lane];
  }

  long weights() {
    return Arrays.stream(weights).asLongStream().sum();
  }
}
