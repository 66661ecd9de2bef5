package dev.headgate.policy.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.policy.estimate.Sizing.Question;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizingTest {

  /** The sale of the textbook: ten thousand orders, half of a thousand a minute buying. */
  @Test
  void fortyThousandSeatsAreSoldInTwentyMinutes() {
    Sizing sizing = Sizing.of(new Question(40_000, 4, 10, 0.5, 1_000));
    assertEquals(10_000, sizing.orders());
    assertEquals(20_000, sizing.fansNeeded());
    assertEquals(10_000, sizing.usersInside());
    assertEquals(20, sizing.minutesToSellOut());
    assertEquals(1_000, sizing.newUsersPerMinute());
    assertEquals(10_300, sizing.totalActiveUsers());
    assertEquals(
        List.of(
            "40,000 seats at 4 tickets an order are 10,000 orders.",
            "When 50 % of those let in buy, 10,000 orders take 20,000 fans.",
            "Little's law: 1,000 admissions a minute x 10 minutes inside = 10,000 users inside.",
            "20,000 fans at 1,000 a minute are let in within 20 minutes; the last of them are inside"
                + " for another 10.",
            "The number inside varies by chance, so totalActiveUsers is 10,300: the mean of 10,000"
                + " and three times its square root, rounded up."),
        sizing.working());
  }

  @Test
  void moreThanTheSeatsCouldServeAreNotLetIn() {
    Sizing sizing = Sizing.of(new Question(100, 2, 10, 0.5, 600));
    assertEquals(50, sizing.orders());
    assertEquals(100, sizing.fansNeeded());
    assertEquals(10, sizing.newUsersPerMinute());
    assertEquals(100, sizing.usersInside());
    assertEquals(10, sizing.minutesToSellOut());
    assertEquals(130, sizing.totalActiveUsers());
    assertEquals(
        "600 a minute for 10 minutes each would have more inside than the 100 fans it takes, so 10"
            + " a minute are enough.",
        sizing.working().get(2));
    assertEquals(6, sizing.working().size());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1440, 1, 10000000, 1, 1, 1, 1440, 1560",
    "10000000, 1, 0.5, 1, 10000000, 10000000, 10000000, 10000000, 5000000, 5010000",
    "100, 3, 10, 0.3, 10, 34, 114, 10, 100, 130",
    "57, 1, 10, 0.57, 1, 57, 100, 1, 10, 20",
    "290000, 1, 1, 0.29, 1, 290000, 1000000, 1, 1, 4",
    "1, 1, 0.5, 1, 1, 1, 1, 1, 1, 4",
    "40000, 2.5, 7.5, 0.1, 800, 16000, 160000, 800, 6000, 6240",
    "10000000, 1, 60, 0.001, 1000000, 10000000, 10000000000, 166500, 9990000, 10000000",
  })
  void partsOfAnOrderOrAFanCountAsWholeOnes(
      long seats,
      double tickets,
      double minutes,
      double conversion,
      long asked,
      long orders,
      long fans,
      int rate,
      long inside,
      int cap) {
    Sizing sizing = Sizing.of(new Question(seats, tickets, minutes, conversion, asked));
    assertEquals(orders, sizing.orders());
    assertEquals(fans, sizing.fansNeeded());
    assertEquals(rate, sizing.newUsersPerMinute());
    assertEquals(inside, sizing.usersInside());
    assertEquals(cap, sizing.totalActiveUsers());
  }

  @Test
  void theDialsItRecommendsSellEverythingAndContradictNothing() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 500; i++) {
      Question asked =
          new Question(
              1 + random.nextInt(100_000),
              1 + random.nextInt(8),
              1 + random.nextInt(29),
              (1 + random.nextInt(100)) / 100.0,
              1 + random.nextInt(20_000));
      Sizing sizing = Sizing.of(asked);
      double bought = sizing.fansNeeded() * asked.conversion() * asked.ticketsPerOrder();
      assertTrue(bought >= asked.seats() * 0.999_999, asked::toString);
      assertTrue(
          sizing.minutesToSellOut() * sizing.newUsersPerMinute() >= sizing.fansNeeded() - 1e-6);
      assertTrue(sizing.totalActiveUsers() >= sizing.usersInside(), asked::toString);
      assertTrue(sizing.newUsersPerMinute() <= asked.newUsersPerMinute(), asked::toString);
      long seconds = (long) (asked.minutesInside() * 60);
      assertEquals(
          List.of(),
          Contradictions.of(
              sizing.newUsersPerMinute(),
              sizing.totalActiveUsers(),
              seconds,
              Math.max(1_800, seconds)),
          asked::toString);
    }
  }

  @Test
  void noMoreAreInsideThanTheDialCanSay() {
    Sizing sizing = Sizing.of(new Question(10_000_000, 1, 60, 0.01, 1_000_000));
    assertEquals(10_000_000, sizing.totalActiveUsers());
    assertEquals(
        "1,000,000 a minute for 60 minutes each would have more inside than totalActiveUsers can"
            + " say, so 166,500 a minute it is.",
        sizing.working().get(2));
  }

  @Test
  void everyValueThatMakesNoSenseIsNamed() {
    assertEquals(
        "seats: 0 (expected: from 1 to 10 million);"
            + " ticketsPerOrder: 0.5 (expected: from 1 to 1,000);"
            + " minutesInside: 0.0 (expected: above 0, at most 1,440);"
            + " conversion: 50.0 (expected: from 0.001 to 1; half of them is 0.5);"
            + " newUsersPerMinute: -1 (expected: from 1 to 10 million)",
        refusal(0, 0.5, 0, 50, -1));
    assertEquals(
        "seats: 10000001 (expected: from 1 to 10 million);"
            + " ticketsPerOrder: 1000.5 (expected: from 1 to 1,000);"
            + " minutesInside: 1440.5 (expected: above 0, at most 1,440);"
            + " conversion: 0.0 (expected: from 0.001 to 1; half of them is 0.5);"
            + " newUsersPerMinute: 10000001 (expected: from 1 to 10 million)",
        refusal(10_000_001, 1_000.5, 1_440.5, 0, 10_000_001));
    assertTrue(
        refusal(1, Double.NaN, Double.NaN, Double.NaN, 0).startsWith("ticketsPerOrder: NaN"));
    assertEquals(10_000_000, new Question(10_000_000, 1_000, 1_440, 1, 10_000_000).seats());
  }

  private static String refusal(
      long seats, double tickets, double minutes, double conversion, long rate) {
    return String.valueOf(
        assertThrows(
                IllegalArgumentException.class,
                () -> new Question(seats, tickets, minutes, conversion, rate))
            .getMessage());
  }
}
