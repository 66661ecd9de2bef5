package dev.headgate.gateway.queue;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Who stands where in one lane, once N is known: the draw, and the positions that belong to nobody
 * because their arrival numbers were skipped. Passing such a position costs nothing.
 */
final class QueueOrder {
  private final Ranking ranking;
  private final List<Gap> gaps;
  private final BitSet nobody;

  private QueueOrder(Ranking ranking, List<Gap> gaps, BitSet nobody) {
    this.ranking = ranking;
    this.gaps = gaps;
    this.nobody = nobody;
  }

  static QueueOrder of(Ranking ranking, List<Gap> gaps) {
    BitSet nobody = new BitSet();
    int drawn = ranking.frontier();
    for (Gap gap : gaps) {
      for (int arrival = gap.from(); arrival < Math.min(gap.to(), drawn); arrival++) {
        nobody.set(ranking.positionOf(arrival).orElseThrow());
      }
      // Behind the draw a position is the arrival number; one that has none yet is never reached.
      nobody.set(Math.max(gap.from(), drawn), Math.max(gap.to(), drawn));
    }
    return new QueueOrder(ranking, gaps, nobody);
  }

  /** The same draw with these gaps. */
  QueueOrder withGaps(List<Gap> skipped) {
    return gaps.equals(skipped) ? this : of(ranking, skipped);
  }

  Ranking ranking() {
    return ranking;
  }

  OptionalInt positionOf(int arrival) {
    return ranking.positionOf(arrival);
  }

  /** The arrival numbers of positions; -1 where nobody has one. Looks at every entrant. */
  int[] arrivalsAt(int[] positions) {
    Map<Integer, Integer> wanted = new HashMap<>();
    int frontier = ranking.frontier();
    int[] arrivals = new int[positions.length];
    for (int i = 0; i < positions.length; i++) {
      boolean drawn = positions[i] < frontier;
      arrivals[i] = drawn || !ranking.byTimeBehind() ? -1 : positions[i];
      if (drawn) {
        wanted.put(positions[i], i);
      }
    }
    for (int arrival = 0; arrival < frontier && !wanted.isEmpty(); arrival++) {
      Integer asked = wanted.remove(ranking.positionOf(arrival).orElse(-1));
      if (asked != null) {
        arrivals[asked] = arrival;
      }
    }
    return arrivals;
  }

  /** Up to which position fans may be called. */
  int callable(int arrivals) {
    return ranking.byTimeBehind() ? arrivals : Math.min(arrivals, ranking.frontier());
  }

  /** How many of the positions {@code [from, to)} belong to a fan. */
  int fans(int from, int to) {
    if (to <= from) {
      return 0;
    }
    return nobody.isEmpty() ? to - from : to - from - nobody.get(from, to).cardinality();
  }

  /** The end of the shortest stretch from {@code from} that holds so many fans, up to an end. */
  int after(int from, long fans, int end) {
    if (nobody.isEmpty()) {
      return (int) Math.min(end, from + fans);
    }
    int at = from;
    for (long left = fans; left > 0 && at < end; left--) {
      at = nobody.nextClearBit(at) + 1;
    }
    return Math.min(at, end);
  }
}
