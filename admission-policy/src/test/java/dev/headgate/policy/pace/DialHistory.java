package dev.headgate.policy.pace;

import java.util.Map;
import java.util.TreeMap;

/**
 * The dial over time, for auditing: the hard limit of any window, worked out apart from the store,
 * and how far admissions ran ahead of what the dial allowed.
 */
final class DialHistory {
  private final TreeMap<Long, Integer> changes = new TreeMap<>();

  void set(long at, int perMinute) {
    changes.put(at, perMinute);
  }

  /** The most admissions there may be in {@code (now - 60 s, now]}. */
  long limit(long now) {
    long from = now - 60_000;
    int highest = changes.subMap(from, false, now, true).values().stream().reduce(0, Math::max);
    highest = Math.max(highest, at(from));
    double seconds = allowed(now) - allowed(from) + Math.max(1, at(now) / 30.0);
    return (long) Math.min(highest, Math.floor(seconds + 1e-6));
  }

  /** What the dial has allowed from the start until then, in admissions. */
  double allowed(long now) {
    double sum = 0;
    for (Map.Entry<Long, Integer> change : changes.headMap(now, false).entrySet()) {
      Long next = changes.higherKey(change.getKey());
      long until = next == null ? now : Math.min(now, next);
      sum += change.getValue() * (until - change.getKey()) / 60_000.0;
    }
    return sum;
  }

  private int at(long now) {
    Map.Entry<Long, Integer> change = changes.floorEntry(now);
    return change == null ? 0 : change.getValue();
  }
}
