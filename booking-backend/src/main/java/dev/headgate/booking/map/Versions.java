package dev.headgate.booking.map;

import java.security.SecureRandom;
import java.util.BitSet;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the states that this process has seen of an event's seats. A name tells the process
 * apart: what another one numbered says nothing here.
 */
final class Versions {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int RUN_BYTES = 6;
  private static final int MOST_DIGITS = 18;

  private final String run = newRun();
  private final RecentChanges changes = new RecentChanges();

  /** A number, and how it is written. */
  record Version(long number, String name) {}

  private static String newRun() {
    byte[] bytes = new byte[RUN_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** The version of a projection that follows another, which is null for the first one. */
  synchronized Version of(SeatPlan plan, Projection projection, @Nullable View before) {
    if (before == null || before.plan() != plan) {
      changes.restart();
    } else {
      int[] changed = projection.differences(before.projection());
      if (changed.length > 0) {
        changes.add(changed);
      }
    }
    return new Version(changes.version(), run + "-" + changes.version());
  }

  /** The number behind a name of this run; -1 for any other text. */
  long number(String name) {
    String digits = name.startsWith(run + "-") ? name.substring(run.length() + 1) : "";
    return digits.isEmpty()
            || digits.length() > MOST_DIGITS
            || !digits.chars().allMatch(c -> c >= '0' && c <= '9')
        ? -1
        : Long.parseLong(digits);
  }

  /** Whether it is known what changed after a version. */
  synchronized boolean knows(long version) {
    return version >= 0 && changes.knows(version);
  }

  /** The seats that changed after a version that is known, up to the newest. */
  synchronized BitSet since(long version) {
    return changes.since(version);
  }
}
