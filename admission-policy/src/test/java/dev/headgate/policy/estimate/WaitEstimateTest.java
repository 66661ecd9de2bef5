package dev.headgate.policy.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.policy.estimate.Pace.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitEstimateTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    # story                                 | ahead  | dial | came | of   | seconds | low   | high
    next                                    | 0      | 600  | 0    | 0    | 0       | 0     | 0
    called meanwhile                        | -7     | 600  | 0    | 0    | 0       | 0     | 0
    a few seconds                           | 40     | 600  | 0    | 0    | 0       | 0     | 10
    half a minute                           | 300    | 600  | 0    | 0    | 30      | 20    | 40
    under two minutes, to ten seconds       | 1_000  | 600  | 0    | 0    | 100     | 90    | 120
    under ten minutes, to half a minute     | 3_000  | 600  | 0    | 0    | 300     | 270   | 360
    under an hour, to a minute              | 12_000 | 600  | 0    | 0    | 1_200   | 960   | 1_440
    beyond, to five minutes                 | 60_000 | 600  | 0    | 0    | 6_000   | 4_200 | 8_100
    half stay away: twice as fast           | 3_000  | 600  | 499  | 999  | 150     | 120   | 180
    nearly all stay away: one in twenty     | 60_000 | 600  | 0    | 9_999 | 300    | 270   | 360
    the smallest dial                       | 10     | 1    | 0    | 0    | 660     | 510   | 780
    next, where one is called a minute      | 0      | 1    | 0    | 0    | 60      | 0     | 70
    """)
  void whatIsToldFollowsFromTheRateAndIsRoundedToWhatCanBeKnown(
      String story, String ahead, int dial, String came, String of, String s, String l, String h) {
    Pace pace = new Pace(List.of(), dial, number(came), number(of));
    Estimate told = WaitEstimate.of(pace).after(number(ahead));
    assertEquals(new Estimate((int) number(s), (int) number(l), (int) number(h)), told);
  }

  @Test
  void atARateOfNothingNothingIsKnown() {
    WaitEstimate halted = WaitEstimate.of(new Pace(steady(0, 600, 120), 0, 10, 10));
    assertNull(halted.after(0));
    assertNull(halted.after(100));
    assertNull(halted.beforeDraw(0, 100, 60_000));
  }

  @Test
  void aQueueThatMovesAsItMayIsTakenAtItsRate() {
    WaitEstimate estimate = WaitEstimate.of(new Pace(steady(0, 594, 120), 600, 0, 0));
    assertEquals(new Estimate(300, 270, 360), estimate.after(3_000));
  }

  @Test
  void oneThatIsHeldUpIsTakenAtWhatWasMeasuredAndMayGetFaster() {
    WaitEstimate estimate = WaitEstimate.of(new Pace(steady(0, 300, 120), 600, 0, 0));
    assertEquals(new Estimate(600, 300, 720), estimate.after(3_000));
  }

  @Test
  void oneThatIsHeldUpForLongMayStillTakeTwiceAndHalfAsLong() {
    WaitEstimate estimate = WaitEstimate.of(new Pace(steady(0, 60, 120), 6_000, 0, 0));
    assertEquals(new Estimate(3_000, 1_500, 3_900), estimate.after(3_000));
  }

  @Test
  void aLoweredDialCountsAtOnce() {
    WaitEstimate estimate = WaitEstimate.of(new Pace(steady(0, 1_200, 120), 600, 0, 0));
    assertEquals(new Estimate(300, 150, 360), estimate.after(3_000));
  }

  @Test
  void aRaisedDialCountsOnceTheQueueHasMovedAccordingly() {
    List<Sample> samples = steady(0, 300, 100);
    samples.addAll(steady(100_000, 1_200, 30).subList(1, 7));
    rebase(samples, 21, 500);
    WaitEstimate estimate = WaitEstimate.of(new Pace(samples, 1_200, 0, 0));
    assertEquals(new Estimate(150, 120, 330), estimate.after(3_000));
  }

  @Test
  void ofAStretchUnderTenSecondsNothingIsMeasured() {
    WaitEstimate nine = WaitEstimate.of(new Pace(samples(0, 0, 9_999, 10), 600, 0, 0));
    assertEquals(new Estimate(300, 270, 360), nine.after(3_000));
    WaitEstimate ten = WaitEstimate.of(new Pace(samples(0, 0, 10_000, 50), 600, 0, 0));
    assertEquals(new Estimate(600, 300, 720), ten.after(3_000));
  }

  @Test
  void aSmallDialIsBelievedWithinOneCall() {
    WaitEstimate one = WaitEstimate.of(new Pace(samples(0, 5, 20_000, 6), 6, 0, 0));
    assertEquals(new Estimate(600, 510, 1_260), one.after(60));
    WaitEstimate none = WaitEstimate.of(new Pace(samples(0, 5, 20_000, 5), 3, 0, 0));
    assertEquals(new Estimate(1_260, 960, 2_520), none.after(60));
  }

  @Test
  void whereNothingMovesThoughItMightNothingIsKnown() {
    assertNull(WaitEstimate.of(new Pace(samples(0, 5, 120_000, 5), 600, 0, 0)).after(10));
  }

  @Test
  void aFullHouseThatLetsSomebodyInNowAndThenIsMeasuredOverAllOfIt() {
    WaitEstimate estimate = WaitEstimate.of(new Pace(samples(0, 0, 120_000, 10), 600, 0, 0));
    assertEquals(new Estimate(1_200, 600, 1_440), estimate.after(100));
  }

  @Test
  void aStretchIsMeasuredFromWhereverItBegins() {
    long base = 1_000_000;
    WaitEstimate nine =
        WaitEstimate.of(new Pace(samples(base, 9_000, base + 9_999, 9_010), 600, 0, 0));
    assertEquals(303, nine.likelySeconds(3_000));
    WaitEstimate ten =
        WaitEstimate.of(new Pace(samples(base, 9_000, base + 10_000, 9_050), 600, 0, 0));
    assertEquals(600, ten.likelySeconds(3_000));
  }

  @Test
  void aQueueThatMovesNowAndThenIsMeasuredOverHalfAMinute() {
    List<Sample> samples = new ArrayList<>();
    for (int second = 0; second <= 120; second += 5) {
      samples.add(new Sample(1_000_000 + second * 1_000L, 9_000 + second / 30 * 100L));
    }
    assertEquals(900, WaitEstimate.of(new Pace(samples, 600, 0, 0)).likelySeconds(3_000));
  }

  @Test
  void aQueueThatHardlyMovesIsMeasuredOverTwentyCalls() {
    List<Sample> samples =
        List.of(
            new Sample(1_000_000, 9_000),
            new Sample(1_030_000, 9_100),
            new Sample(1_060_000, 9_101),
            new Sample(1_090_000, 9_120));
    assertEquals(9_000, WaitEstimate.of(new Pace(samples, 600, 0, 0)).likelySeconds(3_000));
  }

  /** Measured 600 a minute and a call more; chance adds fifteen in a hundred: 690. */
  @Test
  void theRateIsBelievedUpToTheBoundOfChance() {
    List<Sample> samples = samples(0, 0, 60_000, 599);
    assertEquals(260, WaitEstimate.of(new Pace(samples, 230, 32, 99)).likelySeconds(3_000));
    assertEquals(300, WaitEstimate.of(new Pace(samples, 231, 32, 99)).likelySeconds(3_000));
  }

  @Test
  void theShareOfThoseWhoComeIsTakenForNoLessThanOneInTwenty() {
    WaitEstimate estimate = WaitEstimate.of(new Pace(List.of(), 600, 0, 9_999));
    assertEquals(50_505, estimate.likelySeconds(10_000_000));
    WaitEstimate one = WaitEstimate.of(new Pace(List.of(), 600, 499, 9_999));
    assertEquals(50_505, one.likelySeconds(10_000_000));
    WaitEstimate odd = WaitEstimate.of(new Pace(List.of(), 600, 0, 20));
    assertEquals(96_200, odd.likelySeconds(10_000_000));
  }

  @Test
  void aWeekIsTold() {
    WaitEstimate estimate = WaitEstimate.of(new Pace(List.of(), 100, 0, 0));
    assertEquals(604_800, estimate.likelySeconds(997_920));
    assertEquals(-1, estimate.likelySeconds(999_570));
  }

  @Test
  void samplesMayStandStill() {
    assertEquals(2, new Pace(samples(5, 9, 5, 9), 1, 0, 0).samples().size());
  }

  @Test
  void noEstimateIsBelowZeroOrOutOfOrder() {
    assertRefused(
        "estimate: 5, -1, 9 (expected: 0 <= low <= it <= high)", () -> new Estimate(5, -1, 9));
    assertRefused(
        "estimate: 5, 6, 9 (expected: 0 <= low <= it <= high)", () -> new Estimate(5, 6, 9));
    assertRefused(
        "estimate: 5, 4, 4 (expected: 0 <= low <= it <= high)", () -> new Estimate(5, 4, 4));
  }

  @Test
  void whoIsNextBeforeAFullHouseIsNotToldThatItIsAtOnce() {
    WaitEstimate estimate = WaitEstimate.of(new Pace(samples(0, 0, 120_000, 1), 600, 0, 0));
    assertEquals(new Estimate(120, 0, 150), estimate.after(0));
  }

  @Test
  void theRangeHoldsWhatIsLikelyAndIsNeverTooNarrow() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100_000; i++) {
      WaitEstimate estimate = WaitEstimate.of(anyPace(random));
      long ahead = random.nextInt(1 << random.nextInt(1, 22));
      Estimate told = estimate.after(ahead);
      long likely = estimate.likelySeconds(ahead);
      long last = estimate.likelySeconds(ahead + 1);
      if (told != null) {
        assertTrue(told.low() <= likely * 0.9 + 1 && told.high() >= likely * 1.1 - 1, "" + i);
        assertTrue(told.low() >= likely / 2 - 300 && told.high() <= last * 2 + 300, "" + i);
      }
    }
  }

  @Test
  void whoStandsFartherBackIsToldNoLess() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 2_000; i++) {
      WaitEstimate estimate = WaitEstimate.of(anyPace(random));
      Estimate before = estimate.after(0);
      for (long ahead = 0; ahead < 20_000 && before != null; ahead += 1 + ahead / 3) {
        Estimate told = estimate.after(ahead);
        if (told != null) {
          assertTrue(told.seconds() >= before.seconds() && told.low() >= before.low());
          assertTrue(told.high() >= before.high());
          before = told;
        }
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    # story                     | ahead | among  | until  | seconds | low | high
    a minute before the start   | 0     | 6_000  | 60     | 390     | 60  | 780
    at the start                | 0     | 6_000  | 0      | 330     | 0   | 720
    overdue                     | 0     | 6_000  | -5     | 330     | 0   | 720
    alone                       | 0     | 1      | 60     | 60      | 60  | 60
    a round behind others       | 3_000 | 3_000  | 60     | 480     | 270 | 720
    behind others soon called   | 100   | 1_000  | 3_600  | 3_600   | 3_600 | 3_900
    nobody there                | 0     | 0      | 60     | 60      | 60  | 60
    """)
  void beforeTheDrawTheRangeGoesFromTheFirstToTheLast(
      String story, String ahead, String among, String until, String s, String l, String h) {
    Estimate told =
        WaitEstimate.of(new Pace(List.of(), 600, 0, 0))
            .beforeDraw(number(ahead), number(among), number(until) * 1_000);
    assertEquals(new Estimate((int) number(s), (int) number(l), (int) number(h)), told);
  }

  @Test
  void beforeTheDrawCountsBelowZeroAreNone() {
    WaitEstimate estimate = WaitEstimate.of(new Pace(List.of(), 600, 0, 0));
    assertEquals(estimate.beforeDraw(0, 0, 60_000), estimate.beforeDraw(-9, -9, 60_000));
    assertEquals(estimate.beforeDraw(0, 600, 0), estimate.beforeDraw(-600, 600, 0));
  }

  @Test
  void beyondAWeekNothingIsTold() {
    WaitEstimate slow = WaitEstimate.of(new Pace(List.of(), 1, 0, 0));
    assertNotNull(slow.after(6_900));
    assertNull(slow.after(9_000));
    assertNull(slow.after(20_000));
    assertNull(slow.after(Integer.MAX_VALUE));
    assertEquals(-1, slow.likelySeconds(20_000));
    assertNull(slow.beforeDraw(0, 20_000, 0));
    assertNull(slow.beforeDraw(20_000, 0, 0));
    assertNotNull(slow.beforeDraw(0, 0, 7 * 24 * 3_600_000L));
    assertNull(slow.beforeDraw(0, 0, 7 * 24 * 3_600_000L + 1_000));
  }

  @Test
  void theLargestNumbersDoNotOverflow() {
    WaitEstimate fast = WaitEstimate.of(new Pace(List.of(), Integer.MAX_VALUE, 0, 9_999));
    assertEquals(new Estimate(0, 0, 10), fast.after(Integer.MAX_VALUE));
    List<Sample> far = samples(0, 0, 120_000, Integer.MAX_VALUE);
    assertNotNull(WaitEstimate.of(new Pace(far, Integer.MAX_VALUE, 0, 0)).after(1_000_000));
  }

  @Test
  void whatCannotBeMeasuredIsRefusedInWords() {
    assertRefused("perMinute: -1 (expected: >= 0)", () -> new Pace(List.of(), -1, 0, 0));
    assertRefused("came: 3 of 2 (expected: 0 <= came <= of)", () -> new Pace(List.of(), 1, 3, 2));
    assertRefused("came: -1 of 2 (expected: 0 <= came <= of)", () -> new Pace(List.of(), 1, -1, 2));
    assertRefused(
        "samples: Sample[runningMillis=4, cutoff=9] after Sample[runningMillis=5, cutoff=9]"
            + " (expected: neither ever falls)",
        () -> new Pace(samples(5, 9, 4, 9), 1, 0, 0));
    assertRefused(
        "samples: Sample[runningMillis=5, cutoff=8] after Sample[runningMillis=5, cutoff=9]"
            + " (expected: neither ever falls)",
        () -> new Pace(samples(5, 9, 5, 8), 1, 0, 0));
  }

  private static Pace anyPace(SplittableRandom random) {
    int dial = 1 << random.nextInt(16);
    List<Sample> samples = steady(0, random.nextInt(2 * dial + 1), random.nextInt(130));
    return new Pace(samples, dial, random.nextInt(50), 50);
  }

  /** A sample each five seconds. */
  private static List<Sample> steady(long from, int perMinute, int seconds) {
    List<Sample> samples = new ArrayList<>();
    for (int second = 0; second <= seconds; second += 5) {
      samples.add(new Sample(from + second * 1_000L, (long) perMinute * second / 60));
    }
    return samples;
  }

  private static void rebase(List<Sample> samples, int from, long cutoff) {
    for (int i = from; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      samples.set(i, new Sample(sample.runningMillis(), sample.cutoff() + cutoff));
    }
  }

  private static List<Sample> samples(long firstAt, long first, long lastAt, long last) {
    return List.of(new Sample(firstAt, first), new Sample(lastAt, last));
  }

  private static long number(String text) {
    return Long.parseLong(Objects.requireNonNull(text).replace("_", ""));
  }

  private static void assertRefused(String words, Executable call) {
    assertEquals(words, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
