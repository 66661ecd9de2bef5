package dev.headgate.booking.price;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a price follows its market. Everything is a whole number of thousandths: 1000 is the price as
 * configured. The same market, factor and time give the same answer everywhere.
 *
 * @param ladder a step up for each threshold that fewer free seats are left than; may be empty
 * @param demand what else moves the price; null is nothing
 * @param floorPerMille never less than this
 * @param ceilingPerMille never more than this
 * @param stepPerMille never further than this at once, and never twice within a minute
 */
public record PricePolicy(
    List<Tier> ladder,
    @Nullable Demand demand,
    int floorPerMille,
    int ceilingPerMille,
    int stepPerMille) {
  /** The price as configured. */
  public static final int UNCHANGED = 1_000;

  private static final Duration BETWEEN_STEPS = Duration.ofMinutes(1);
  private static final int MOST = 100_000;

  public PricePolicy {
    ladder = ladder.stream().sorted(Comparator.comparingInt(Tier::belowFreePerMille)).toList();
    check(floorPerMille, 1, UNCHANGED, "pricing.floorPerMille");
    check(ceilingPerMille, UNCHANGED, MOST, "pricing.ceilingPerMille");
    check(stepPerMille, 1, MOST, "pricing.stepPerMille");
  }

  /**
   * A rung of the ladder.
   *
   * @param belowFreePerMille counts while fewer than this share of the seats is free
   * @param perMille the factor from there on, until a lower rung counts
   */
  public record Tier(int belowFreePerMille, int perMille) {
    public Tier {
      check(belowFreePerMille, 1, UNCHANGED, "pricing.ladder.belowFreePerMille");
      check(perMille, 1, MOST, "pricing.ladder.perMille");
    }
  }

  /**
   * What is added to, or with a negative number taken from, the ladder's factor, in thousandths of
   * it.
   *
   * @param scarcityPerMille in full once no seat is free, half of it while half are
   * @param pacePerMille in full once holds come twice as fast as expected, taken off in full when
   *     none come
   * @param expectedHoldsPerMinute over the last five minutes
   * @param latePerMille in full when the event starts, growing evenly over the window before
   * @param lateWindow how long before the start that begins
   */
  public record Demand(
      int scarcityPerMille,
      int pacePerMille,
      int expectedHoldsPerMinute,
      int latePerMille,
      Duration lateWindow) {
    public Demand {
      check(scarcityPerMille, -UNCHANGED, MOST, "pricing.demand.scarcityPerMille");
      check(pacePerMille, -UNCHANGED, MOST, "pricing.demand.pacePerMille");
      check(expectedHoldsPerMinute, 1, 1_000_000, "pricing.demand.expectedHoldsPerMinute");
      check(latePerMille, -UNCHANGED, MOST, "pricing.demand.latePerMille");
      check(lateWindow.toSeconds(), 1, 366L * 86_400, "pricing.demand.lateWindow (seconds)");
    }
  }

  /**
   * What is known of the seats of one ticket type.
   *
   * @param seats that the event sells as this
   * @param free of them
   * @param recentHolds of the event, in the last five minutes
   * @param toStart until the event starts; null where that is not said
   */
  public record Market(long seats, long free, long recentHolds, @Nullable Duration toStart) {
    int freePerMille() {
      return seats == 0 ? UNCHANGED : (int) (free * UNCHANGED / seats);
    }
  }

  /** Where the factor belongs in this market, were there no limit to how fast it moves. */
  public int target(Market market) {
    int ladderPerMille =
        ladder.stream()
            .filter(tier -> market.freePerMille() < tier.belowFreePerMille())
            .findFirst()
            .map(Tier::perMille)
            .orElse(UNCHANGED);
    long factor = Math.floorDiv((long) ladderPerMille * demandPerMille(market), UNCHANGED);
    return (int) Math.max(floorPerMille, Math.min(ceilingPerMille, factor));
  }

  private long demandPerMille(Market market) {
    Demand rule = demand;
    if (rule == null) {
      return UNCHANGED;
    }
    long scarce = rule.scarcityPerMille() * (long) (UNCHANGED - market.freePerMille());
    long expected = rule.expectedHoldsPerMinute() * 5L;
    long pace = Math.min(UNCHANGED, market.recentHolds() * UNCHANGED / expected - UNCHANGED);
    long late = rule.latePerMille() * lateness(rule, market.toStart());
    long sum = scarce + rule.pacePerMille() * pace + late;
    return UNCHANGED + Math.floorDiv(sum, UNCHANGED);
  }

  private static long lateness(Demand rule, @Nullable Duration toStart) {
    if (toStart == null) {
      return 0;
    }
    long window = rule.lateWindow().toMillis();
    long left = Math.max(0, Math.min(window, toStart.toMillis()));
    return (window - left) * UNCHANGED / window;
  }

  /**
   * The factor to be used from now on.
   *
   * @param perMille the one in use
   * @param changedAt when that came to be; null where it never changed
   */
  public int next(int perMille, @Nullable Instant changedAt, Market market, Instant now) {
    boolean early = changedAt != null && now.isBefore(changedAt.plus(BETWEEN_STEPS));
    if (early) {
      return perMille;
    }
    int target = target(market);
    return Math.max(perMille - stepPerMille, Math.min(perMille + stepPerMille, target));
  }

  private static void check(long value, long least, long most, String setting) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          setting + ": " + value + " (expected: " + least + " to " + most + ")");
    }
  }
}
