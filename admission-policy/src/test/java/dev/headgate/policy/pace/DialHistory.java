package dev.headgate.policy.pace;

import java.util.Map;
import java.util.TreeMap;

/**
 * The dial over time, for auditing: the hard limit of any window, worked out apart from the store,
 * and how far admissions ran ahead of what the dial allowed.
 */
final class DialHistory {
  private static final long MINUTE = 60_000;

  private final TreeMap<Long, Integer> changes = new TreeMap<>();

  void set(long at, int perMinute) {
    changes.put(at, perMinute);
  }

  /** The most admissions there may be in {@code (now - 60 s, now]}. */
  long limit(long now) {
    long from = now - MINUTE;
    long highest = at(from);
    long sum = 0;
    long since = from;
    int dial = at(from);
    for (Map.Entry<Long, Integer> change : changes.subMap(from, false, now, true).entrySet()) {
      sum += dial * (change.getKey() - since);
      since = change.getKey();
      dial = change.getValue();
      highest = Math.max(highest, dial);
    }
    sum += dial * (now - since);
    // In 60,000ths of an admission: the dial's sum, and two seconds' worth, at least one.
    return Math.min(highest, (sum + Math.max(MINUTE, dial * 2_000L)) / MINUTE);
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
