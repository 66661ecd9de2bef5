package dev.headgate.policy.pace;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Everything one run of {@link VirtualSale} depends on.
 *
 * @param dials at the start
 * @param slowStart how long the rate ramps up after the start, a resume or a raised dial; 0 if not
 * @param turnWindow for how long whoever is called may come
 * @param millis how long the run is
 * @param turns what the operator does
 * @param slows when the backend is slow, and the throttle follows it; empty without a throttle
 */
record Plan(
    long seed,
    Rate dials,
    Crowd crowd,
    List<Lane> lanes,
    Tickers tickers,
    long sessionMillis,
    long slowStart,
    long turnWindow,
    long millis,
    List<Turn> turns,
    List<Slow> slows) {
  static final int UNBOUNDED = 1_000_000_000;
  private static final long MINUTE = 60_000;

  /** What fans are like. */
  record Crowd(double noShow, double sleepers, long patienceMillis, boolean restless) {
    /** Nobody leaves, nobody is slow, nobody ends a session early. */
    static Crowd patient(double noShow) {
      return new Crowd(noShow, 0, 0, false);
    }
  }

  /**
   * A lane, and how it fills.
   *
   * @param crowd how many come at the start
   * @param perMinute how many come later
   * @param wave they come for so long, then for so long nobody does; 0 for no such pauses
   */
  record Lane(int weight, int crowd, int perMinute, long wave) {
    static final Lane ENDLESS = new Lane(1, 10_000_000, 0, 0);

    int arrivals(long now) {
      long open = wave == 0 ? now : now / (2 * wave) * wave + Math.min(now % (2 * wave), wave);
      return crowd + (int) (open * perMinute / MINUTE);
    }

    /** When whoever has this arrival number came. */
    long joinedAt(int arrival) {
      if (arrival < crowd) {
        return 0;
      }
      long open = (arrival - crowd + 1) * MINUTE / perMinute;
      return wave == 0 ? open : open / wave * 2 * wave + open % wave;
    }
  }

  /**
   * The gateways.
   *
   * @param sleepy whether the last of them often sleeps 10 seconds between its look and its write
   */
  record Tickers(int count, int millis, boolean sleepy) {
    /** With several, some are too late, and their advance is refused. */
    long latency(int ticker, SplittableRandom random) {
      if (count == 1) {
        return 0;
      }
      if (sleepy && ticker == count - 1 && random.nextInt(3) == 0) {
        return 10_000;
      }
      return random.nextInt(50) == 0 ? 2_500 : random.nextInt(5, 300);
    }
  }

  enum What {
    PAUSE,
    RESUME,
    DIAL,
    INSIDE
  }

  /** The operator does something; a number is a dial's new value. */
  record Turn(long at, What what, int number) {}

  /** From here to there the backend bears only a share of the dial that is set at the start. */
  record Slow(long from, long to, double share) {}

  /** One endless lane, and fans who do nothing but come or not. */
  static Plan of(long seed, Rate dials, double noShow, Tickers tickers, long millis) {
    return new Plan(
        seed,
        dials,
        Crowd.patient(noShow),
        List.of(Lane.ENDLESS),
        tickers,
        10 * MINUTE,
        0,
        5 * MINUTE,
        millis,
        List.of(),
        List.of());
  }

  Plan withTurns(List<Turn> changed) {
    return new Plan(
        seed,
        dials,
        crowd,
        lanes,
        tickers,
        sessionMillis,
        slowStart,
        turnWindow,
        millis,
        changed,
        slows);
  }

  Plan withSession(long changed) {
    return new Plan(
        seed, dials, crowd, lanes, tickers, changed, slowStart, turnWindow, millis, turns, slows);
  }

  Plan withLanes(List<Lane> changed) {
    return new Plan(
        seed,
        dials,
        crowd,
        changed,
        tickers,
        sessionMillis,
        slowStart,
        turnWindow,
        millis,
        turns,
        slows);
  }
}
