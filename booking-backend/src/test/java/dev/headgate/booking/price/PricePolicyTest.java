package dev.headgate.booking.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.price.PricePolicy.Demand;
import dev.headgate.booking.price.PricePolicy.Market;
import dev.headgate.booking.price.PricePolicy.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricePolicyTest {
  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

  /** 150 until a fifth is left, then 175; 200 for the last twentieth. */
  private static final PricePolicy LADDER =
      new PricePolicy(List.of(new Tier(50, 1_334), new Tier(200, 1_167)), null, 1_000, 2_000, 500);

  private static final PricePolicy DEMAND =
      new PricePolicy(
          List.of(), new Demand(400, 200, 60, -300, Duration.ofHours(10)), 800, 1_500, 50);

  @ParameterizedTest
  @CsvSource({
    "1000, 1000, 1000",
    "1000,  201, 1000",
    "1000,  200, 1000",
    "1000,  199, 1167",
    "1000,   50, 1167",
    "1000,   49, 1334",
    "1000,    0, 1334",
    "   0,    0, 1000",
    "   3,    1, 1000",
  })
  void theLadderStepsUpWhenFewerThanSoManyAreFree(long seats, long free, int factor) {
    assertEquals(factor, LADDER.target(new Market(seats, free, 0, null)));
  }

  @ParameterizedTest
  @CsvSource({
    // free of 100, holds in five minutes (300 are expected), hours to the start, factor
    "100, 300, ,   1000",
    " 50, 300, ,   1200",
    "  0, 300, ,   1400",
    "100,   0, ,    800",
    "100, 150, ,    900",
    "100, 600, ,   1200",
    "100, 9999, ,  1200",
    "  0, 9999, ,  1500",
    "100, 300, 20, 1000",
    "100, 300, 10, 1000",
    "100, 300,  5,  850",
    "100, 300,  0,  800",
    "100, 300, -1,  800",
    " 50, 600,  5, 1250",
  })
  void demandMovesThePriceWithinFloorAndCeiling(long free, long holds, Integer hours, int factor) {
    Duration toStart = hours == null ? null : Duration.ofHours(hours);
    assertEquals(factor, DEMAND.target(new Market(100, free, holds, toStart)));
  }

  @Test
  void aPriceMovesOneStepAtMostAndNotTwiceInAMinute() {
    Market soldOut = new Market(100, 0, 9_999, null);
    assertEquals(1_050, DEMAND.next(1_000, null, soldOut, NOON));
    assertEquals(1_050, DEMAND.next(1_050, NOON, soldOut, NOON.plusSeconds(59)));
    assertEquals(1_100, DEMAND.next(1_050, NOON, soldOut, NOON.plusSeconds(60)));
    // A tick that was late for an hour still makes one step.
    assertEquals(1_100, DEMAND.next(1_050, NOON, soldOut, NOON.plusSeconds(3_600)));
    assertEquals(1_500, DEMAND.next(1_480, NOON, soldOut, NOON.plusSeconds(60)));
    Market empty = new Market(100, 100, 0, null);
    assertEquals(1_430, DEMAND.next(1_480, NOON, empty, NOON.plusSeconds(60)));
  }

  @Test
  void whateverTheMarketDoesThePriceStaysWithinItsBoundsAndItsPace() {
    Random random = new Random(7);
    for (int run = 0; run < 200; run++) {
      PricePolicy policy =
          new PricePolicy(
              List.of(new Tier(1 + random.nextInt(1_000), 1 + random.nextInt(3_000))),
              new Demand(
                  random.nextInt(3_000) - 1_000,
                  random.nextInt(3_000) - 1_000,
                  1 + random.nextInt(500),
                  random.nextInt(3_000) - 1_000,
                  Duration.ofSeconds(1 + random.nextInt(100_000))),
              1 + random.nextInt(1_000),
              1_000 + random.nextInt(2_000),
              1 + random.nextInt(200));
      follow(policy, random);
    }
  }

  private static void follow(PricePolicy policy, Random random) {
    int factor = PricePolicy.UNCHANGED;
    Instant changedAt = null;
    Instant now = NOON;
    for (int tick = 0; tick < 100; tick++) {
      now = now.plusSeconds(random.nextInt(90));
      long seats = random.nextInt(1_000);
      Duration toStart =
          random.nextBoolean() ? null : Duration.ofSeconds(random.nextInt(100_000) - 50_000);
      Market market =
          new Market(seats, seats == 0 ? 0 : random.nextInt((int) seats), tick * 37L, toStart);
      int next = policy.next(factor, changedAt, market, now);
      assertEquals(next, policy.next(factor, changedAt, market, now), "the same again");
      assertTrue(Math.abs(next - factor) <= policy.stepPerMille());
      assertTrue(next >= policy.floorPerMille() && next <= policy.ceilingPerMille());
      if (next != factor) {
        assertTrue(changedAt == null || !now.isBefore(changedAt.plusSeconds(60)));
        changedAt = now;
        factor = next;
      }
    }
  }

  @Test
  void fewerFreeSeatsNeverMakeItCheaperWhereScarcityIsPaidFor() {
    int before = 0;
    for (int free = 1_000; free >= 0; free--) {
      int factor = DEMAND.target(new Market(1_000, free, 300, null));
      assertTrue(factor >= before, free + " free");
      before = factor;
    }
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    for (int[] bounds :
        new int[][] {{0, 1_000, 1}, {1_001, 2_000, 1}, {1_000, 999, 1}, {1, 1_000, 0}}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new PricePolicy(List.of(), null, bounds[0], bounds[1], bounds[2]));
    }
    assertThrows(IllegalArgumentException.class, () -> new Tier(0, 1_000));
    assertThrows(IllegalArgumentException.class, () -> new Demand(0, 0, 0, 0, Duration.ofHours(1)));
  }
}
