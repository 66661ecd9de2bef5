package dev.headgate.policy.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.policy.throttle.ThrottledSale.Second;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The throttle against a shop whose capacity falls and comes back, over many of both. */
@Tag("statistical")
class ThrottleSimulationTest {
  private static final int SEEDS = 20;
  private static final int SETTLED = 61;
  private static final int STEP = ThrottledSale.DIAL * 5 / 100;
  private static final int[] CAPACITIES = {150, 250, 350, 450, 550, 650, 750, 850, 950};

  @ParameterizedTest(name = "fans linger for {0} s, {1} servers")
  @CsvSource({"5, 1", "5, 3", "10, 1", "10, 3", "20, 1", "20, 3"})
  void itSettlesWithinAMinuteAndThenFallsByNoMoreThanOneStep(double linger, int servers) {
    for (int capacity : CAPACITIES) {
      for (int seed = 0; seed < SEEDS; seed++) {
        List<Second> struck = struck(new ModelBackend.Kind(linger, servers, 0.1), capacity, seed);
        int fall = deepestFall(struck.subList(SETTLED, struck.size()));
        assertTrue(fall <= STEP, "falls by " + fall + " at " + capacity + ", seed " + seed);
      }
    }
  }

  /** With no sign before the fall, and a load that follows late, a probe goes one step too far. */
  @ParameterizedTest(name = "fans linger for {0} s")
  @ValueSource(doubles = {5, 10, 20})
  void againstAShopThatBreaksWithoutAWarningItFallsByTwoSteps(double linger) {
    for (int capacity : CAPACITIES) {
      for (int seed = 0; seed < SEEDS; seed++) {
        List<Second> struck = struck(new ModelBackend.Kind(linger, 8, 0.1), capacity, seed);
        int fall = deepestFall(struck.subList(SETTLED, struck.size()));
        assertTrue(fall <= 2 * STEP, "falls by " + fall + " at " + capacity + ", seed " + seed);
      }
    }
  }

  /** Probes that fail are rarer and rarer, and what they cost is over within half a minute. */
  @ParameterizedTest(name = "capacity {0}")
  @ValueSource(ints = {250, 350, 550, 750, 950})
  void onceSettledTheShopIsWellNearlyAlwaysAndMostOfItIsUsed(int capacity) {
    for (int seed = 0; seed < SEEDS; seed++) {
      ThrottledSale sale = new ThrottledSale(new ModelBackend.Kind(10, 3, 0.1), seed);
      sale.run(ThrottledSale.PLENTY, 60);
      sale.run(capacity, 600);
      List<Second> late = sale.run(capacity, 1_200);
      long slow = late.stream().filter(s -> s.p95Millis().orElseThrow() > 1_000).count();
      double used = late.stream().mapToInt(Second::perMinute).average().orElseThrow() / capacity;
      assertTrue(slow * 10 <= late.size(), slow + " slow seconds, seed " + seed);
      assertTrue(used > 0.75 && used <= 1, used + " of the capacity, seed " + seed);
    }
  }

  @ParameterizedTest(name = "fans linger for {0} s, {1} servers")
  @CsvSource({"5, 1", "10, 3", "20, 8"})
  void itComesBackToTheWholeDialWithinElevenMinutes(double linger, int servers) {
    for (int capacity : CAPACITIES) {
      for (int seed = 0; seed < SEEDS; seed++) {
        ThrottledSale sale = new ThrottledSale(new ModelBackend.Kind(linger, servers, 0.1), seed);
        sale.run(capacity, 600);
        List<Second> after = sale.run(ThrottledSale.PLENTY, 660);
        Second last = after.get(after.size() - 1);
        assertEquals(ThrottledSale.DIAL, last.perMinute(), capacity + ", seed " + seed);
        assertEquals("not throttled", last.after().reason().words());
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void howeverTheCapacityMovesItStaysBetweenFloorAndDial(long seed) {
    ThrottledSale sale = new ThrottledSale(new ModelBackend.Kind(10, 3, 0.3), seed);
    IntStream.range(0, 40).forEach(i -> sale.run((int) (50 + i * seed * 7_919 % 1_500), 37));
    for (Second second : sale.seconds()) {
      assertTrue(second.perMinute() >= 100 && second.perMinute() <= 1_000, second::toString);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aShopThatIsWellIsNeverThrottled(long seed) {
    ThrottledSale sale = new ThrottledSale(new ModelBackend.Kind(10, 1, 0.1), seed);
    for (Second second : sale.run(ThrottledSale.PLENTY, 3_600)) {
      assertEquals(ThrottledSale.DIAL, second.perMinute());
    }
  }

  /** A minute in which all is well, then ten with that capacity; those ten. */
  private static List<Second> struck(ModelBackend.Kind kind, int capacity, int seed) {
    ThrottledSale sale = new ThrottledSale(kind, seed);
    sale.run(ThrottledSale.PLENTY, 60);
    return sale.run(capacity, 600);
  }

  private static int deepestFall(List<Second> seconds) {
    int top = 0;
    int fall = 0;
    for (Second second : seconds) {
      top = Math.max(top, second.perMinute());
      fall = Math.max(fall, top - second.perMinute());
    }
    return fall;
  }
}
