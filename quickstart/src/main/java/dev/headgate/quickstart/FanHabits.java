package dev.headgate.quickstart;

import java.time.Duration;
import java.util.Random;

/**
 * How one simulated fan is. Chosen so that a sale looks like one: most come in the last moments
 * before it starts, some never come back, some only look around.
 *
 * @param joinMillis when they come, from the crowd's beginning on
 * @param comes whether they come when called
 * @param listens whether their page is told its place by a stream; it looks by itself otherwise
 * @param reactMillis how long they take to come when called
 * @param lookMillis how long they look at seats, and again before they pay
 * @param seats how many they want
 * @param buys whether they want any
 * @param pays whether they pay for what they hold
 * @param card what they pay with first
 */
record FanHabits(
    long joinMillis,
    boolean comes,
    boolean listens,
    long reactMillis,
    long lookMillis,
    int seats,
    boolean buys,
    boolean pays,
    String card) {
  private static final double EARLY = 0.75;
  private static final Duration LATER = Duration.ofMinutes(2);

  /** The same fan in a hurry: inside, everything takes so many times less. */
  FanHabits hurried(int times) {
    return new FanHabits(
        joinMillis,
        comes,
        listens,
        reactMillis / times,
        lookMillis / times,
        seats,
        buys,
        pays,
        card);
  }

  /** One more fan of a crowd whose sale starts so much later. */
  static FanHabits drawn(Random random, Duration untilSale) {
    return new FanHabits(
        joinMillis(random, untilSale.toMillis()),
        random.nextDouble() < 0.92,
        random.nextDouble() < 0.2,
        300 + between(random, 0, 7_000),
        between(random, 3_000, 25_000),
        1 + random.nextInt(4),
        random.nextDouble() < 0.85,
        random.nextDouble() < 0.85,
        card(random.nextDouble()));
  }

  /** Before the start ever more until it is there; from then on ever fewer. */
  private static long joinMillis(Random random, long untilSale) {
    if (random.nextDouble() < EARLY) {
      double rising = Math.sqrt(random.nextDouble());
      return Math.round(rising * Math.max(untilSale, 5_000) * 0.98);
    }
    double fading = -Math.log(1 - random.nextDouble()) / 3;
    return untilSale + Math.round(Math.min(fading, 2) * LATER.toMillis());
  }

  private static String card(double chance) {
    if (chance < 0.88) {
      return "pm_card_visa";
    }
    if (chance < 0.93) {
      return "pm_card_chargeDeclined";
    }
    if (chance < 0.96) {
      return "pm_sim_slow";
    }
    return chance < 0.98 ? "pm_sim_lostResponse" : "pm_sim_duplicateWebhook";
  }

  private static long between(Random random, int least, int most) {
    return (long) least + random.nextInt(most - least);
  }
}
