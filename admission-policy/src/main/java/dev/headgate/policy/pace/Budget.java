package dev.headgate.policy.pace;

import java.util.List;
import java.util.function.LongPredicate;

/**
 * What the lanes have to spend at one tick, and how many fans each has on its way for it.
 *
 * <p>Credit rises in all lanes alike, by weight, as water does in basins of unequal width; what a
 * full one cannot hold goes to the others. By time it rises to one level. Where the places inside
 * do not suffice for that, fans are called as if it had risen only so far that they do: whichever
 * lane got least for its weight gets the next.
 */
final class Budget {

  /** Beyond any level: 2^61, so that credit and level together stay within a long. */
  private static final long FAR = 1L << 61;

  private final List<LaneTick> lanes;
  private final Shares shares;
  private final long level;
  private final long[] byTime;

  /**
   * What each lane has, and how many fans it has on its way.
   *
   * @param full whether some lane's credit would take more than the others leave inside
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares these, or keeps them
  record Spending(long[] credit, long[] onTheirWay, boolean full) {}

  Budget(List<LaneTick> lanes, Shares shares, long earned) {
    this.lanes = lanes;
    this.shares = shares;
    // What one lane may not keep, because nobody waits there any more, is for the others.
    long pool = earned + lanes.stream().mapToLong(LaneTick::excess).sum();
    this.level = highest(0, FAR, level -> gained(level) <= pool);
    this.byTime = filled(pool);
  }

  /** Calls nobody. */
  Spending keep() {
    long[] pending = lanes.stream().mapToLong(LaneTick::pending).toArray();
    return new Spending(byTime, pending, false);
  }

  /**
   * Calls as many as credit and the places inside allow.
   *
   * @param inside free places, less those for the fans at the door, in units of credit
   */
  Spending spend(long inside) {
    long[] onTheirWay = onTheirWay(byTime);
    if (needed(onTheirWay) <= inside) {
      return new Spending(byTime, onTheirWay, full(onTheirWay, inside));
    }
    long fitting = highest(-FAR, level, level -> needed(onTheirWay(credit(level))) <= inside);
    long[] squeezed = squeezed(fitting, inside);
    return new Spending(credit(kept(fitting, squeezed)), squeezed, full(squeezed, inside));
  }

  /** As many as fit at this level, and of those who come with the next unit whoever still fits. */
  private long[] squeezed(long fitting, long inside) {
    long[] onTheirWay = onTheirWay(credit(fitting));
    if (needed(onTheirWay) > inside) {
      return keep().onTheirWay;
    }
    long[] next = onTheirWay(credit(fitting + 1));
    for (int i = 0; i < next.length; i++) {
      if (next[i] > onTheirWay[i]) {
        onTheirWay[i]++;
        onTheirWay[i] -= needed(onTheirWay) > inside ? 1 : 0;
      }
    }
    return onTheirWay;
  }

  /**
   * To which level credit is kept when the places inside are the limit: until the first lane that
   * wants more is full. Were each filled by itself, all would be full soon, and nothing would say
   * whose turn it is.
   */
  private long kept(long fitting, long[] onTheirWay) {
    return Math.max(fitting, highest(0, level, level -> nobodyWhoWantsIsCut(level, onTheirWay)));
  }

  private boolean nobodyWhoWantsIsCut(long level, long[] onTheirWay) {
    for (int i = 0; i < onTheirWay.length; i++) {
      LaneTick lane = lanes.get(i);
      if (onTheirWay[i] < lane.most() && shares.part(i, level) > lane.lacks()) {
        return false;
      }
    }
    return true;
  }

  private boolean full(long[] onTheirWay, long inside) {
    long needed = needed(onTheirWay);
    for (int i = 0; i < onTheirWay.length; i++) {
      LaneTick lane = lanes.get(i);
      long left = inside - (needed - Credit.needed(onTheirWay[i], lane.show()));
      if (onTheirWay[i] < lane.most() && left < lane.beyondTheDoor(byTime[i])) {
        return true;
      }
    }
    return false;
  }

  private long gained(long level) {
    long gained = 0;
    for (int i = 0; i < lanes.size(); i++) {
      gained += Math.min(shares.part(i, level), lanes.get(i).lacks());
    }
    return gained;
  }

  /** The credit by time, to the unit: what the level leaves over goes to the first with room. */
  private long[] filled(long pool) {
    long[] credit = new long[lanes.size()];
    long left = pool - gained(level);
    for (int i = 0; i < credit.length; i++) {
      LaneTick lane = lanes.get(i);
      long part = Math.min(shares.part(i, level), lane.lacks());
      long more = shares.has(i) ? Math.min(left, lane.lacks() - part) : 0;
      credit[i] = lane.creditWith(part + more);
      left -= more;
    }
    return credit;
  }

  private long[] credit(long level) {
    long[] credit = new long[lanes.size()];
    for (int i = 0; i < credit.length; i++) {
      credit[i] = lanes.get(i).creditWith(shares.part(i, level));
    }
    return credit;
  }

  private long[] onTheirWay(long[] credit) {
    long[] fans = new long[credit.length];
    for (int i = 0; i < fans.length; i++) {
      fans[i] = lanes.get(i).onTheirWay(credit[i]);
    }
    return fans;
  }

  /** The places inside that those on their way will need. */
  private long needed(long[] onTheirWay) {
    long needed = 0;
    for (int i = 0; i < onTheirWay.length; i++) {
      needed += Credit.needed(onTheirWay[i], lanes.get(i).show());
    }
    return needed;
  }

  /** The highest level at which this holds, if it holds below one level and not above it. */
  private static long highest(long from, long to, LongPredicate holds) {
    long low = from;
    long high = to;
    while (low < high) {
      long middle = low + (high - low) / 2 + (high - low) % 2;
      if (holds.test(middle)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
