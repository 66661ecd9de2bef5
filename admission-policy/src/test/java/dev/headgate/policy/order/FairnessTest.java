package dev.headgate.policy.order;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Nobody is better off by when they came or by whom they stood beside: three statistics over many
 * draws with fixed seeds. Each is turned on shuffles that are known to be unfair as well, to show
 * that it would find them out.
 *
 * <p>Every statistic is a number of standard deviations from what a fair shuffle gives; beyond
 * {@link #LIMIT} a fair one comes once in some millions.
 */
@Tag("statistical")
class FairnessTest {
  private static final double LIMIT = 5;
  private static final int DRAWS = 20_000;
  private static final int ENTRANTS = 24;

  @Test
  void everyPositionIsEquallyLikelyForEveryArrival() {
    assertFair(positions(FairnessTest::lottery));
  }

  @Test
  void thePositionDoesNotDependOnTheTimeOfArrival() {
    assertFair(arrivalAgainstPosition(FairnessTest::lottery));
  }

  @Test
  void fansWhoCameTogetherAreNotKeptTogether() {
    assertFair(neighbours(FairnessTest::lottery));
  }

  @Test
  void aLargeDrawTellsNothingOfTheTimeOfArrivalEither() {
    for (int draw = 0; draw < 20; draw++) {
      double sigmas = correlation(Lottery.order("large", seed(draw), new byte[0], 50_000));
      assertTrue(Math.abs(sigmas) < LIMIT, "draw " + draw + ": " + sigmas);
    }
  }

  @Test
  void swappingWithAnyoneWouldBeFoundOut() {
    assertUnfair(positions(draw -> shuffled(draw, (random, i) -> random.nextInt(ENTRANTS))));
  }

  @Test
  void neverStayingInPlaceWouldBeFoundOut() {
    assertUnfair(positions(draw -> shuffled(draw, SplittableRandom::nextInt)));
  }

  @Test
  void takingARemainderOfAByteWithoutRefusingAnyWouldBeFoundOut() {
    assertUnfair(positions(draw -> shuffled(draw, (random, i) -> random.nextInt(256) % (i + 1))));
  }

  @Test
  void cuttingTheLineInsteadOfShufflingItWouldBeFoundOut() {
    assertUnfair(neighbours(FairnessTest::cut));
  }

  @Test
  void lettingEarlyOnesKeepALittleOfTheirLeadWouldBeFoundOut() {
    IntFunction<int[]> leaning =
        draw -> shuffled(draw, (random, i) -> random.nextInt(20) == 0 ? i : random.nextInt(i + 1));
    assertUnfair(arrivalAgainstPosition(leaning));
  }

  /** Chi-square over who got which position; rows and columns each add up by themselves. */
  private static double positions(IntFunction<int[]> shuffle) {
    int[][] counts = new int[ENTRANTS][ENTRANTS];
    for (int draw = 0; draw < DRAWS; draw++) {
      int[] order = shuffle.apply(draw);
      for (int position = 0; position < ENTRANTS; position++) {
        counts[order[position]][position]++;
      }
    }
    double expected = (double) DRAWS / ENTRANTS;
    double chiSquare = 0;
    for (int[] row : counts) {
      chiSquare += IntStream.of(row).mapToDouble(n -> (n - expected) * (n - expected)).sum();
    }
    double freedom = (ENTRANTS - 1) * (ENTRANTS - 1);
    return (chiSquare / expected - freedom) / Math.sqrt(2 * freedom);
  }

  /** The mean correlation over all draws. */
  private static double arrivalAgainstPosition(IntFunction<int[]> shuffle) {
    double sum = IntStream.range(0, DRAWS).mapToDouble(d -> correlation(shuffle.apply(d))).sum();
    return sum / Math.sqrt(DRAWS);
  }

  /** The correlation of arrival and position; without any it varies by 1 / sqrt(n - 1). */
  private static double correlation(int[] order) {
    double mean = (order.length - 1) / 2.0;
    double product = 0;
    double square = 0;
    for (int position = 0; position < order.length; position++) {
      product += (order[position] - mean) * (position - mean);
      square += (position - mean) * (position - mean);
    }
    return product / square * Math.sqrt(order.length - 1.0);
  }

  /** How often the next arrival stands right behind: (n - 1) / n times a draw, give or take 1. */
  private static double neighbours(IntFunction<int[]> shuffle) {
    long together = IntStream.range(0, DRAWS).mapToLong(d -> together(shuffle.apply(d))).sum();
    double expected = DRAWS * (ENTRANTS - 1.0) / ENTRANTS;
    return (together - expected) / Math.sqrt(DRAWS);
  }

  private static long together(int[] order) {
    return IntStream.range(1, order.length).filter(p -> order[p] == order[p - 1] + 1).count();
  }

  private static int[] lottery(int draw) {
    return Lottery.order("fairness", seed(draw), new byte[0], ENTRANTS);
  }

  private static int[] cut(int draw) {
    int at = new SplittableRandom(draw).nextInt(ENTRANTS);
    return IntStream.range(0, ENTRANTS).map(p -> (p + at) % ENTRANTS).toArray();
  }

  private static int[] shuffled(int draw, Partner partner) {
    SplittableRandom random = new SplittableRandom(draw);
    int[] order = IntStream.range(0, ENTRANTS).toArray();
    for (int i = ENTRANTS - 1; i >= 1; i--) {
      int j = partner.of(random, i);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }

  private static byte[] seed(int draw) {
    return new Sha256().of(("draw " + draw).getBytes(US_ASCII));
  }

  private static void assertFair(double sigmas) {
    assertTrue(Math.abs(sigmas) < LIMIT, sigmas + " standard deviations off");
  }

  private static void assertUnfair(double sigmas) {
    assertTrue(Math.abs(sigmas) > LIMIT, "only " + sigmas + " standard deviations off");
  }

  /** With whom the fan at place {@code i} swaps. */
  private interface Partner {
    int of(SplittableRandom random, int i);
  }
}
