package dev.headgate.quickstart;

import java.util.List;

/**
 * Holds admissions against the dials: whatever the last minute, at most the highest dial in it, and
 * at most what the dials in it add up to plus two seconds' worth of the present one.
 */
final class DialAudit {
  private static final long MINUTE_MILLIS = 60_000;

  private final List<DialChange> changes;

  /**
   * An audit.
   *
   * @param changes in their order; before the first one the dial counts as 0
   */
  DialAudit(List<DialChange> changes) {
    this.changes = List.copyOf(changes);
  }

  /** Each minute, ending with the second of an admission, that had more than it may. */
  List<String> violations(List<Long> admissionSeconds) {
    return admissionSeconds.stream()
        .distinct()
        .filter(second -> inMinuteTo(second, admissionSeconds) > limitAt(second))
        .map(
            second ->
                "%d in the minute to %d (at most %d)"
                    .formatted(inMinuteTo(second, admissionSeconds), second, limitAt(second)))
        .toList();
  }

  /** The most admissions in any 60 consecutive seconds. */
  static long worstMinute(List<Long> admissionSeconds) {
    return admissionSeconds.stream()
        .mapToLong(second -> inMinuteTo(second, admissionSeconds))
        .max()
        .orElse(0);
  }

  private static long inMinuteTo(long second, List<Long> all) {
    return all.stream().filter(other -> other > second - 60 && other <= second).count();
  }

  private long limitAt(long second) {
    // Within which millisecond of its second somebody was let in is not known.
    long end = second * 1_000 + 1_000;
    long begin = end - 1_000 - MINUTE_MILLIS;
    long highest = 0;
    long sum = 0;
    long present = 0;
    for (int i = 0; i < changes.size(); i++) {
      long from = Math.max(begin, changes.get(i).sentMillis());
      long to = Math.min(end, endOf(i));
      if (from < to) {
        long dial = changes.get(i).perMinute();
        highest = Math.max(highest, dial);
        sum += dial * (to - from);
        present = to > end - 1_000 ? Math.max(present, dial) : present;
      }
    }
    long earned = (sum + Math.max(MINUTE_MILLIS, 2_000 * present)) / MINUTE_MILLIS;
    return Math.min(highest, earned);
  }

  private long endOf(int change) {
    boolean last = change == changes.size() - 1;
    return last ? Long.MAX_VALUE : changes.get(change + 1).answeredMillis();
  }
}
