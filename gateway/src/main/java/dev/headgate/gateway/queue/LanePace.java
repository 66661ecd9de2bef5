package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.Lane;
import dev.headgate.policy.estimate.Pace;
import dev.headgate.policy.pace.Decision;
import dev.headgate.policy.pace.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** How fast one lane moves, from what the store has noted of it. */
final class LanePace {
  private static final long LEAST_SPAN_MILLIS = 10_000;

  private LanePace() {}

  /** The pace of a lane whose share of the rate is so many a minute. */
  static Pace of(EventSnapshot snapshot, int lane, int perMinute) {
    List<Pace.Sample> samples = new ArrayList<>();
    for (String line : snapshot.pace()) {
      String[] parts = line.split(":", -1);
      // A lane that was opened later has not been there in the older ones.
      if (lane + 1 < parts.length) {
        samples.add(new Pace.Sample(Long.parseLong(parts[0]), Long.parseLong(parts[lane + 1])));
      }
    }
    if (!samples.isEmpty()) {
      samples.add(new Pace.Sample(snapshot.number("running"), snapshot.number("cutoff", lane)));
    }
    int allowed = isFull(snapshot) && span(samples) < LEAST_SPAN_MILLIS ? 0 : perMinute;
    long called = 0;
    long came = 0;
    for (Snapshot.Settled row : snapshot.lane(lane).recent()) {
      called += row.called();
      came += row.came();
    }
    return new Pace(samples, allowed, came, called);
  }

  // The rate says nothing of when somebody leaves: until that is measured nobody knows.
  private static boolean isFull(EventSnapshot snapshot) {
    return Decision.Limit.TOTAL_ACTIVE_USERS.name().equals(snapshot.maybe("limit"));
  }

  private static long span(List<Pace.Sample> samples) {
    return samples.isEmpty()
        ? 0
        : samples.get(samples.size() - 1).runningMillis() - samples.get(0).runningMillis();
  }

  /** A lane's share of the rate by its weight, while every lane has somebody waiting. */
  static int share(int perMinute, int lane, List<Lane> lanes) {
    long weights = 0;
    for (Lane one : lanes) {
      weights += one.weight();
    }
    if (perMinute == 0 || lane >= lanes.size()) {
      return perMinute;
    }
    return (int) Math.max(1, perMinute * (long) lanes.get(lane).weight() / weights);
  }
}
