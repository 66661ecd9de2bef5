package dev.headgate.quickstart;

import dev.headgate.quickstart.EngineAudit.Stand;
import java.util.Comparator;
import java.util.List;

/** How many stand at the door before a position, as time goes on. */
final class DoorCount {
  private final List<Stand> byBegin;
  private final List<Stand> byEnd;

  /** Sums over powers of two, so that a prefix is a few additions (Fenwick 1994). */
  private final int[] sums;

  private int begun;
  private int ended;

  DoorCount(List<Stand> stands, int highestPosition) {
    List<Stand> real =
        stands.stream()
            .filter(stand -> stand.position() <= highestPosition)
            .filter(stand -> stand.afterMillis() < stand.beforeMillis())
            .toList();
    byBegin = real.stream().sorted(Comparator.comparingLong(Stand::afterMillis)).toList();
    byEnd = real.stream().sorted(Comparator.comparingLong(Stand::beforeMillis)).toList();
    sums = new int[highestPosition + 2];
  }

  /** Never back. */
  void moveTo(long millis) {
    while (begun < byBegin.size() && byBegin.get(begun).afterMillis() < millis) {
      add(byBegin.get(begun++).position(), 1);
    }
    while (ended < byEnd.size() && byEnd.get(ended).beforeMillis() <= millis) {
      add(byEnd.get(ended++).position(), -1);
    }
  }

  int before(int position) {
    int sum = 0;
    for (int i = position; i > 0; i -= i & -i) {
      sum += sums[i];
    }
    return sum;
  }

  private void add(int position, int change) {
    for (int i = position + 1; i < sums.length; i += i & -i) {
      sums[i] += change;
    }
  }
}
