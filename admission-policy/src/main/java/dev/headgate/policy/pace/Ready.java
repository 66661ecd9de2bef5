package dev.headgate.policy.pace;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much credit may lie ready in each lane: together two seconds' worth, by weight. A lane that
 * can call everybody with less needs only that, and one admission for whoever comes next; the two
 * seconds are then for the others, who would waste their loan if their own share were their cap.
 */
final class Ready {
  private Ready() {}

  static List<LaneTick> spread(List<LaneTick> lanes, Shares shares, long earned, long second) {
    List<Snapshot.Lane> all = lanes.stream().map(LaneTick::lane).toList();
    boolean[] wants = new boolean[lanes.size()];
    IntStream.range(0, wants.length).forEach(i -> wants[i] = shares.has(i));
    long[] ready = ready(shares, earned, second);
    while (dropModest(lanes, wants, ready)) {
      ready = ready(Shares.among(all, i -> wants[i]), earned, second);
    }
    List<LaneTick> spread = new ArrayList<>();
    for (LaneTick lane : lanes) {
      int i = spread.size();
      spread.add(lane.withReady(wants[i] ? ready[i] : enough(lane)));
    }
    return spread;
  }

  private static long[] ready(Shares shares, long earned, long second) {
    long[] ready = shares.split(second);
    long[] earnedBy = shares.split(earned);
    for (int i = 0; i < ready.length; i++) {
      ready[i] = Credit.ready(earnedBy[i], ready[i]);
    }
    return ready;
  }

  /** Whether somebody drops out and somebody stays. Where nobody wants more, all keep their own. */
  private static boolean dropModest(List<LaneTick> lanes, boolean[] wants, long[] ready) {
    boolean[] modest = new boolean[wants.length];
    int staying = 0;
    int dropping = 0;
    for (int i = 0; i < wants.length; i++) {
      modest[i] = wants[i] && enough(lanes.get(i)) <= ready[i];
      dropping += modest[i] ? 1 : 0;
      staying += wants[i] && !modest[i] ? 1 : 0;
    }
    if (staying == 0 || dropping == 0) {
      return false;
    }
    IntStream.range(0, wants.length).forEach(i -> wants[i] &= !modest[i]);
    return true;
  }

  private static long enough(LaneTick lane) {
    return lane.readyForAll() + Credit.ADMISSION;
  }
}
