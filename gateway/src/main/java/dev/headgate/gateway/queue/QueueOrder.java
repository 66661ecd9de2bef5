package dev.headgate.gateway.queue;

import dev.headgate.policy.order.Draw;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;

/**
 * Who stands where, once N is known: the draw, and the positions that belong to nobody because
 * their arrival numbers were skipped. Passing such a position costs nothing.
 */
final class QueueOrder {
  private final Draw draw;
  private final BitSet nobody;

  private QueueOrder(Draw draw, BitSet nobody) {
    this.draw = draw;
    this.nobody = nobody;
  }

  static QueueOrder of(Draw draw, List<Gap> gaps) {
    BitSet nobody = new BitSet();
    for (Gap gap : gaps) {
      int drawn = Math.min(gap.to(), draw.entrants());
      for (int arrival = gap.from(); arrival < drawn; arrival++) {
        nobody.set(draw.positionOf(arrival));
      }
      nobody.set(Math.max(gap.from(), drawn), Math.max(gap.to(), drawn));
    }
    return new QueueOrder(draw, nobody);
  }

  /** The same draw with other gaps. */
  QueueOrder withGaps(List<Gap> gaps) {
    return of(draw, gaps);
  }

  int entrants() {
    return draw.entrants();
  }

  OptionalInt positionOf(int arrival) {
    return OptionalInt.of(draw.positionOf(arrival));
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
