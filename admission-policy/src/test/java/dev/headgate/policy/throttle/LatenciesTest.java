package dev.headgate.policy.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class LatenciesTest {
  @Test
  void bucketsReachFromAMillisecondToAMinuteAndGrowByNoMoreThanAQuarter() {
    assertEquals(1, Latencies.upperMillis(0));
    assertEquals(60_000, Latencies.upperMillis(Latencies.BUCKETS - 1));
    for (int bucket = 1; bucket < Latencies.BUCKETS; bucket++) {
      int upper = Latencies.upperMillis(bucket);
      int before = Latencies.upperMillis(bucket - 1);
      assertTrue(upper > before && upper <= Math.max(before + 1, before * 1.25), "" + upper);
    }
    assertTrue(Latencies.BUCKETS <= 50, "no more than gateways can exchange once a second");
  }

  @Test
  void aLatencyGoesIntoTheFirstBucketThatHoldsIt() {
    for (long millis = 0; millis <= 60_000; millis++) {
      int bucket = Latencies.bucketOf(millis);
      assertTrue(millis <= Latencies.upperMillis(bucket));
      assertTrue(bucket == 0 || millis > Latencies.upperMillis(bucket - 1));
    }
  }

  @Test
  void whatIsBelowOrAboveAllBucketsGoesIntoTheFirstOrTheLast() {
    assertEquals(0, Latencies.bucketOf(-5));
    assertEquals(Latencies.BUCKETS - 1, Latencies.bucketOf(60_001));
    assertEquals(Latencies.BUCKETS - 1, Latencies.bucketOf(Long.MAX_VALUE));
  }

  @Test
  void aPercentileIsWithinAQuarterOfTheTrueOne() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 200; round++) {
      int[] millis = random.ints(1 + random.nextInt(500), 5, 1 + 10 * (1 + round)).toArray();
      long[] counts = new long[Latencies.BUCKETS];
      Arrays.stream(millis).forEach(each -> counts[Latencies.bucketOf(each)]++);
      Arrays.sort(millis);
      int percent = 1 + random.nextInt(100);
      int truth = millis[(millis.length * percent + 99) / 100 - 1];
      int told = Latencies.percentile(counts, percent).orElseThrow();
      assertTrue(told >= truth / 1.26 - 1 && told <= truth * 1.26 + 1, told + " for " + truth);
    }
  }

  @Test
  void withinABucketLatenciesCountAsEvenlySpread() {
    int bucket = Latencies.bucketOf(1_000);
    long[] counts = new long[bucket + 1];
    counts[bucket] = 4;
    int lower = Latencies.upperMillis(bucket - 1);
    int width = Latencies.upperMillis(bucket) - lower;
    assertEquals(lower + width / 4, Latencies.percentile(counts, 25).orElseThrow());
    assertEquals(lower + width / 2, Latencies.percentile(counts, 50).orElseThrow());
    assertEquals(lower + width, Latencies.percentile(counts, 76).orElseThrow());
  }

  @Test
  void theFirstBucketBeginsAtNothing() {
    assertEquals(OptionalInt.of(1), Latencies.percentile(new long[] {3}, 100));
    assertEquals(OptionalInt.of(0), Latencies.percentile(new long[] {3}, 1));
  }

  @Test
  void countsOfSeveralGatewaysMayBeShort() {
    assertEquals(OptionalInt.of(3), Latencies.percentile(List.of(0, 0, 5), 95));
    assertEquals(OptionalInt.of(2), Latencies.percentile(List.of(0, 9, 0, 1), 90));
  }

  @Test
  void ofNothingThereIsNoPercentile() {
    assertEquals(OptionalInt.empty(), Latencies.percentile(List.of(), 95));
    assertEquals(OptionalInt.empty(), Latencies.percentile(new long[Latencies.BUCKETS], 95));
  }

  @Test
  void whatCannotBeCountedIsRefusedInWords() {
    long[] tooMany = new long[Latencies.BUCKETS + 1];
    assertRefused("counts: 50 (expected: at most 49)", () -> Latencies.percentile(tooMany, 95));
    assertRefused("count: -1 (expected: >= 0)", () -> Latencies.percentile(List.of(-1), 95));
    String expected = " (expected: from 1 to 100)";
    assertRefused("percent: 0" + expected, () -> Latencies.percentile(List.of(1), 0));
    assertRefused("percent: 101" + expected, () -> Latencies.percentile(List.of(1), 101));
    assertEquals(OptionalInt.of(1), Latencies.percentile(List.of(1), 100));
  }

  private static void assertRefused(String words, Executable call) {
    assertEquals(words, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
