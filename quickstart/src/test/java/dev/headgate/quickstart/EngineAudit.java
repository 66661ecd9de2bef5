package dev.headgate.quickstart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Holds admissions against the rules of the engine, computed anew from what was recorded: the
 * minute's limit, the limit inside, the pause, and that nobody passes those who stand at the door.
 * Times are milliseconds of the store's clock.
 */
final class EngineAudit {
  private static final long MINUTE_MILLIS = 60_000;

  /**
   * Somebody was let in.
   *
   * @param insideToMillis the session counted at least until then
   */
  record LetIn(int position, long atMillis, long insideToMillis) {}

  /** How many a minute could be let in from a moment on; 0 while paused. */
  record Rate(long atMillis, int perMinute) {}

  /** How many sessions there could be, if it held at all: not before and not after these. */
  record Cap(int sessions, long notBeforeMillis, long notAfterMillis) {}

  /** Somebody who surely stood at the door after one moment and before another. */
  record Stand(int position, long afterMillis, long beforeMillis) {}

  private final List<LetIn> all;
  private final List<Rate> rates;
  private final List<Cap> caps;
  private final DoorCount door;
  private final PriorityQueue<LetIn> inside =
      new PriorityQueue<>(Comparator.comparingLong(LetIn::insideToMillis));
  private final List<String> violations = new ArrayList<>();
  private long fullest;
  private long busiest;

  EngineAudit(List<LetIn> all, List<Rate> rates, List<Cap> caps, List<Stand> stands) {
    this.all =
        all.stream()
            .sorted(Comparator.comparingLong(LetIn::atMillis).thenComparing(LetIn::position))
            .toList();
    this.rates = List.copyOf(rates);
    this.caps = List.copyOf(caps);
    int highest = all.stream().mapToInt(LetIn::position).max().orElse(0);
    this.door = new DoorCount(stands, highest);
    audit();
  }

  /** Each admission that should not have been, and why. */
  List<String> violations() {
    return List.copyOf(violations);
  }

  /** The most admissions in any 60 seconds. */
  long busiest() {
    return busiest;
  }

  /** The most sessions that are sure to have been at one time. */
  long fullest() {
    return fullest;
  }

  private void audit() {
    int from = 0;
    int begun = 0;
    while (begun < all.size()) {
      long at = all.get(begun).atMillis();
      int end = begun;
      while (end < all.size() && all.get(end).atMillis() == at) {
        end++;
      }
      while (all.get(from).atMillis() <= at - MINUTE_MILLIS) {
        from++;
      }
      while (!inside.isEmpty() && inside.peek().insideToMillis() <= at) {
        LetIn unused = inside.remove();
      }
      door.moveTo(at);
      judge(begun, end, begun - from);
      inside.addAll(all.subList(begun, end));
      begun = end;
    }
  }

  /** Judges those of one millisecond, whose order is not known. */
  private void judge(int begin, int end, int inMinuteBefore) {
    long at = all.get(begin).atMillis();
    long limit = Math.max(limit(at, false), limit(at, true));
    long cap = cap(at);
    int together = end - begin;
    busiest = Math.max(busiest, inMinuteBefore + together);
    fullest = Math.max(fullest, inside.size() + together);
    if (rateAt(at, false) == 0 && rateAt(at, true) == 0) {
      violations.add("let in while nobody may be, at " + at);
    }
    if (inMinuteBefore + together > limit) {
      violations.add(
          "%d in the minute to %d, at most %d".formatted(inMinuteBefore + together, at, limit));
    }
    if (inside.size() + together > cap) {
      violations.add("%d inside at %d, at most %d".formatted(inside.size() + together, at, cap));
    }
    for (LetIn one : all.subList(begin, end)) {
      int before = door.before(one.position());
      long room = Math.min(limit - inMinuteBefore, cap - inside.size()) - 1;
      if (before > 0 && before > room) {
        violations.add(
            "%d passed %d at the door at %d, with room for %d"
                .formatted(one.position(), before, at, room));
      }
    }
  }

  private int rateAt(long at, boolean changed) {
    int rate = 0;
    for (Rate change : rates) {
      if (change.atMillis() < at || (changed && change.atMillis() == at)) {
        rate = change.perMinute();
      }
    }
    return rate;
  }

  /**
   * The most admissions in the minute to a moment: the highest dial in it, and what the dials in it
   * add up to plus two seconds' worth of the present one, at least one.
   *
   * @param changed whether a change of this very millisecond was before the admission
   */
  private long limit(long at, boolean changed) {
    long begin = at - MINUTE_MILLIS;
    long highest = 0;
    long sum = 0;
    long present = 0;
    for (int i = 0; i < rates.size(); i++) {
      Rate rate = rates.get(i);
      if (rate.atMillis() > at || (!changed && rate.atMillis() == at)) {
        break;
      }
      boolean last = i == rates.size() - 1 || rates.get(i + 1).atMillis() > at;
      long from = Math.max(begin, rate.atMillis());
      long to = last ? at : Math.min(at, rates.get(i + 1).atMillis());
      present = rate.perMinute();
      sum += present * Math.max(0, to - from);
      highest = to > from || last ? Math.max(highest, present) : highest;
    }
    long earned = (sum + Math.max(MINUTE_MILLIS, 2_000 * present)) / MINUTE_MILLIS;
    return Math.min(highest, earned);
  }

  private long cap(long at) {
    return caps.stream()
        .filter(cap -> cap.notBeforeMillis() <= at && at <= cap.notAfterMillis())
        .mapToLong(Cap::sessions)
        .max()
        .orElse(0);
  }
}
