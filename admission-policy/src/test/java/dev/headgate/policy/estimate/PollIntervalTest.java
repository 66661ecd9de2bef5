package dev.headgate.policy.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PollIntervalTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    # story                                  | ahead               | dial    | longest | shortest
    next                                     | 0                   | 600     | 3000    | 2000
    called meanwhile                         | -5                  | 600     | 3000    | 2000
    within ten seconds                       | 100                 | 600     | 3000    | 2000
    twelve seconds                           | 120                 | 600     | 3000    | 2000
    twenty seconds                           | 200                 | 600     | 5000    | 3333
    a minute                                 | 600                 | 600     | 15000   | 10000
    two minutes                              | 1200                | 600     | 30000   | 20000
    an hour                                  | 36000               | 600     | 30000   | 20000
    a queue beyond all bounds                | 9223372036854775807 | 1000000 | 30000   | 20000
    a very large dial                        | 3999999             | 2000000 | 29999   | 20000
    the largest dial                         | 2147483647          | 2147483647 | 15000 | 10000
    the smallest dial, next                  | 0                   | 1       | 3000    | 2000
    the smallest dial, second                | 1                   | 1       | 15000   | 10000
    paused, at the front                     | 50                  | 0       | 3000    | 2000
    paused, called soon after a fast resume  | 4000                | 0       | 10000   | 6666
    paused, far behind                       | 100000              | 0       | 30000   | 20000
    """)
  void theNearerTheTurnTheSooner(
      String story, long ahead, int perMinute, int longest, int shortest) {
    assertEquals(longest, PollInterval.millis(ahead, perMinute, 0));
    assertEquals(shortest, PollInterval.millis(ahead, perMinute, 1), 1);
  }

  @ParameterizedTest(name = "{0} ms before the sale")
  @CsvSource({
    "86400000, 30000, 20000",
    "60000, 30000, 20000",
    "59000, 29500, 19666",
    "20000, 10000, 6666",
    "5000, 2500, 2000",
    "4000, 2000, 2000",
    "3999, 3000, 2000",
    "0, 3000, 2000",
    "-60000, 3000, 2000",
  })
  void theNearerTheSaleTheSooner(long untilSale, int longest, int shortest) {
    assertEquals(longest, PollInterval.beforeSaleMillis(untilSale, 0));
    assertEquals(shortest, PollInterval.beforeSaleMillis(untilSale, 1), 1);
  }

  @Test
  void theContractHoldsForAnybodyAtAnyDial() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200_000; i++) {
      int perMinute = 1 << random.nextInt(20);
      int ahead = random.nextInt(1 << random.nextInt(1, 24));
      int millis = PollInterval.millis(ahead, perMinute, random.nextDouble());
      double callAtTwiceTheDial = ahead * 60_000.0 / (2.0 * perMinute);
      assertTrue(millis >= 2_000 && millis <= 30_000, () -> ahead + " at " + perMinute);
      assertTrue(millis <= Math.max(3_000, callAtTwiceTheDial / 2), () -> ahead + "@" + perMinute);
    }
  }

  @Test
  void beforeTheSaleItIsAtMostHalfOfWhatIsLeft() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 100_000; i++) {
      long untilSale = random.nextLong(4_000, 200_000);
      int millis = PollInterval.beforeSaleMillis(untilSale, random.nextDouble());
      assertTrue(millis >= 2_000 && millis <= 30_000, () -> "" + untilSale);
      assertTrue(millis <= untilSale / 2.0, () -> "" + untilSale);
    }
  }

  @Test
  void forAStartThatNobodyKnowsItIsTenToFifteenSeconds() {
    assertEquals(15_000, PollInterval.beforeUnknownStartMillis(0));
    assertEquals(12_500, PollInterval.beforeUnknownStartMillis(0.5));
    assertEquals(10_000, PollInterval.beforeUnknownStartMillis(1));
    assertThrows(
        IllegalArgumentException.class, () -> PollInterval.beforeUnknownStartMillis(1.001));
  }

  @Test
  void jitterOnlyShortens() {
    for (double jitter = 0; jitter <= 1; jitter += 0.01) {
      assertTrue(PollInterval.millis(900, 600, jitter) <= PollInterval.millis(900, 600, 0));
      assertTrue(
          PollInterval.beforeSaleMillis(30_000, jitter)
              <= PollInterval.beforeSaleMillis(30_000, 0));
    }
  }

  /** A crowd that was answered in one instant: no tenth of a second sees more than its share. */
  @ParameterizedTest
  @ValueSource(longs = {-1_000, 0, 1_000, 3_000, 10_000, 60_000, 3_600_000})
  void aCrowdAnsweredAtOnceDoesNotComeBackAtOnce(long untilSale) {
    SplittableRandom random = new SplittableRandom(untilSale);
    int[] tenths = new int[301];
    for (int fan = 0; fan < 100_000; fan++) {
      tenths[PollInterval.beforeSaleMillis(untilSale, random.nextDouble()) / 100]++;
    }
    for (int count : tenths) {
      assertTrue(count < 12_000, () -> count + " of 100,000 fans within 100 ms");
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.001, 1.001, Double.NaN, Double.POSITIVE_INFINITY})
  void jitterIsFromZeroToOne(double jitter) {
    assertThrows(IllegalArgumentException.class, () -> PollInterval.millis(1, 1, jitter));
    assertThrows(IllegalArgumentException.class, () -> PollInterval.beforeSaleMillis(1, jitter));
  }

  @Test
  void thereIsNoNegativeDial() {
    assertThrows(IllegalArgumentException.class, () -> PollInterval.millis(1, -1, 0));
  }
}
