package dev.headgate.booking.map;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * Which seats changed lately, version by version, as far back as there is room. Not safe for
 * several threads.
 */
final class RecentChanges {
  private static final int MOST_SEATS = 32_768;
  private static final int MOST_VERSIONS = 1_024;

  private final Deque<int[]> steps = new ArrayDeque<>();
  private long version;
  private int seats;

  /** The newest version. */
  long version() {
    return version;
  }

  /** A new version in which these seats are not as they were. */
  void add(int[] changed) {
    version++;
    steps.addLast(changed);
    seats += changed.length;
    while (seats > MOST_SEATS || steps.size() > MOST_VERSIONS) {
      seats -= steps.removeFirst().length;
    }
  }

  /** A new version that has nothing in common with those before. */
  void restart() {
    version++;
    steps.clear();
    seats = 0;
  }

  /** Whether what changed after a version is still known. */
  boolean knows(long earlier) {
    long behind = version - earlier;
    return behind >= 0 && behind <= steps.size();
  }

  /** The seats that changed after a version that is known, each once. */
  BitSet since(long earlier) {
    if (!knows(earlier)) {
      throw new IllegalArgumentException("version: " + earlier + " (expected: one that is known)");
    }
    BitSet changed = new BitSet();
    steps.stream()
        .skip(steps.size() - (version - earlier))
        .forEach(
            step -> {
              for (int seat : step) {
                changed.set(seat);
              }
            });
    return changed;
  }
}
