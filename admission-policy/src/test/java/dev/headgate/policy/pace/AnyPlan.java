package dev.headgate.policy.pace;

import dev.headgate.policy.pace.Plan.Crowd;
import dev.headgate.policy.pace.Plan.Lane;
import dev.headgate.policy.pace.Plan.Slow;
import dev.headgate.policy.pace.Plan.Tickers;
import dev.headgate.policy.pace.Plan.Turn;
import dev.headgate.policy.pace.Plan.What;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A plan out of a seed: what may go on during a sale, in any combination. */
final class AnyPlan {
  private static final long MINUTE = 60_000;
  private static final double[] NO_SHOWS = {0, 0.3, 0.7, 0.9};
  private static final int[] DIALS = {6, 60, 300, 600, 1000, 2000};

  private final SplittableRandom random;

  private AnyPlan(SplittableRandom random) {
    this.random = random;
  }

  /** Twelve minutes in which everything changes. */
  static Plan eventful(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new AnyPlan(random).eventful(seed, dial(random));
  }

  private Plan eventful(long seed, int dial) {
    return new Plan(
        seed,
        Rate.of(dial, inside(dial)),
        crowd(seed),
        lanes(dial),
        tickers(),
        random.nextLong(30_000, 5 * MINUTE),
        random.nextInt(3) == 0 ? random.nextLong(1_000, 2 * MINUTE) : 0,
        random.nextLong(30_000, 5 * MINUTE),
        12 * MINUTE,
        turns(),
        slows());
  }

  /** Eleven minutes in which nothing is changed, and there is always somebody to call. */
  static Plan steady(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int dial = new int[] {300, 600, 1000, 3000}[random.nextInt(4)];
    double noShow = NO_SHOWS[(int) (seed % 4)];
    Tickers tickers = new AnyPlan(random).tickers();
    Plan plan = Plan.of(seed, Rate.of(dial, Plan.UNBOUNDED), noShow, tickers, 11 * MINUTE);
    return plan.withLanes(
        random.nextBoolean()
            ? List.of(Lane.ENDLESS)
            : List.of(
                new Lane(1 + random.nextInt(9), 10_000_000, 0, 0),
                new Lane(1 + random.nextInt(9), 0, random.nextInt(dial), random.nextInt(90_000))));
  }

  private Crowd crowd(long seed) {
    double sleepers = random.nextInt(3) == 0 ? random.nextDouble() * 0.5 : 0;
    long patience = random.nextInt(3) == 0 ? random.nextLong(10_000, 10 * MINUTE) : 0;
    return new Crowd(NO_SHOWS[(int) (seed % 4)], sleepers, patience, random.nextBoolean());
  }

  private Tickers tickers() {
    int millis = random.nextBoolean() ? 1_000 : 250;
    return new Tickers(1 + random.nextInt(3), millis, random.nextBoolean());
  }

  private List<Lane> lanes(int dial) {
    List<Lane> lanes = new ArrayList<>();
    for (int count = 1 + random.nextInt(3); lanes.size() < count; ) {
      lanes.add(
          new Lane(
              1 + random.nextInt(20),
              random.nextInt(20 * dial),
              random.nextInt(4 * dial),
              random.nextBoolean() ? 0 : random.nextLong(2_000, 2 * MINUTE)));
    }
    return lanes;
  }

  /** A change or two every minute. */
  private List<Turn> turns() {
    List<Turn> turns = new ArrayList<>();
    long at = 0;
    while (at < 12 * MINUTE) {
      at += random.nextLong(1_000, MINUTE);
      turns.add(
          switch (random.nextInt(6)) {
            case 0 -> new Turn(at, What.PAUSE, 0);
            case 1, 2 -> new Turn(at, What.RESUME, 0);
            case 3 -> new Turn(at, What.INSIDE, inside(dial(random)));
            default -> new Turn(at, What.DIAL, random.nextInt(12) == 0 ? 0 : dial(random));
          });
    }
    return turns;
  }

  private List<Slow> slows() {
    List<Slow> slows = new ArrayList<>();
    if (random.nextInt(2) == 0) {
      return slows;
    }
    for (long at = 0; at < 12 * MINUTE; ) {
      long from = at + random.nextLong(MINUTE);
      at = from + random.nextLong(20_000, 2 * MINUTE);
      slows.add(new Slow(from, at, random.nextDouble()));
    }
    return slows;
  }

  /** From too few for the dial to far too many. */
  private int inside(int dial) {
    return random.nextInt(3) == 0 ? Plan.UNBOUNDED : 1 + random.nextInt(2 * dial);
  }

  private static int dial(SplittableRandom random) {
    return DIALS[random.nextInt(DIALS.length)];
  }
}
