package dev.headgate.policy.estimate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.policy.estimate.Pace.Sample;
import dev.headgate.policy.estimate.PromiseLog.Kept;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How well what is told is kept, in simulated sales of twenty thousand fans. */
@Tag("statistical")
class PromisesKeptTest {
  private static final int FANS = 20_000;
  private static final int MAX_SECONDS = 7_000;

  @ParameterizedTest(name = "{0} % stay away")
  @ValueSource(ints = {0, 30, 70, 90})
  void atASteadyDialWhatIsToldIsKept(int away) {
    Sale sale = new Sale(second -> 600, second -> away, second -> Integer.MAX_VALUE);
    sale.run();
    assertWithin(0.85, 1.1, sale.ratioOfLate(50));
    assertWithin(0.9, 1.15, sale.ratioOfLate(90));
    assertTrue(sale.jumpsOfLate() < 0.02, sale.jumpsOfLate() + " jumps a fan");
    assertTrue(sale.jumps() < 1, "one at most, while hardly anybody has been called");
  }

  @ParameterizedTest(name = "{0} % stay away")
  @ValueSource(ints = {30, 70, 90})
  void beforeNoShowsAreKnownNobodyIsToldTooLittle(int away) {
    Sale sale = new Sale(second -> 600, second -> away, second -> Integer.MAX_VALUE);
    sale.run();
    assertWithin(0, 1.1, sale.ratio(90));
  }

  @Test
  void aHouseThatIsFullIsMeasuredAndNotHopedAway() {
    Sale sale = new Sale(second -> 1_200, second -> 30, second -> 600);
    sale.run();
    assertWithin(0.9, 1.1, sale.ratioOfLate(50));
    assertWithin(0.9, 1.15, sale.ratioOfLate(90));
  }

  @Test
  void aDialRaisedToTwiceMakesNobodyWaitLongerThanTold() {
    Sale sale = new Sale(second -> second < 300 ? 600 : 1_200, s -> 20, s -> Integer.MAX_VALUE);
    sale.run();
    assertWithin(0.5, 1.1, sale.ratio(50));
    assertWithin(0.8, 1.15, sale.ratio(90));
    assertTrue(sale.jumps() < 0.02, sale.jumps() + " jumps a fan");
  }

  @Test
  void aDialLoweredToHalfMakesOneJumpAndNotMany() {
    Sale sale = new Sale(second -> second < 300 ? 1_200 : 600, s -> 20, s -> Integer.MAX_VALUE);
    sale.run();
    assertWithin(1, 2.1, sale.ratio(50));
    assertWithin(1.5, 2.1, sale.ratio(90));
    assertWithin(0.5, 1.05, sale.jumps());
  }

  @Test
  void moreAndMoreNoShowsMakeItFasterThanTold() {
    Sale sale = new Sale(second -> 600, s -> Math.min(80, s / 10), s -> Integer.MAX_VALUE);
    sale.run();
    assertWithin(0.3, 1.05, sale.ratio(50));
    assertWithin(0.5, 1.15, sale.ratio(90));
  }

  private static void assertWithin(double low, double high, double value) {
    assertTrue(value >= low && value <= high, value + " (expected: " + low + " to " + high + ")");
  }

  /**
   * Half are there at the start, half come soon. Each second as many are called as the rate and the
   * house allow to come in, and of those called some stay away.
   */
  private static final class Sale {
    private final IntUnaryOperator dial;
    private final IntUnaryOperator awayPercent;
    private final IntUnaryOperator house;
    private final SplittableRandom random = new SplittableRandom(1);
    private final PromiseLog log = new PromiseLog();
    private final List<Sample> samples = new ArrayList<>();
    private final Deque<int[]> settled = new ArrayDeque<>();
    private final List<Kept> kept = new ArrayList<>();
    private long cutoff;
    private double due;

    Sale(IntUnaryOperator dial, IntUnaryOperator awayPercent, IntUnaryOperator house) {
      this.dial = dial;
      this.awayPercent = awayPercent;
      this.house = house;
    }

    void run() {
      for (int second = 0; second < MAX_SECONDS && cutoff < FANS; second++) {
        look(second);
        due = cutoff == known(second) ? 0 : due;
        due += Math.min(dial.applyAsInt(second) * 0.99, house.applyAsInt(second)) / 60;
        call(second);
      }
    }

    private void look(int second) {
      if (cutoff == known(second)) {
        samples.clear();
      }
      if (second % 5 == 0 && cutoff < known(second)) {
        samples.add(new Sample(second * 1_000L, cutoff));
        if (samples.size() > 24) {
          samples.remove(0);
        }
      }
      int of = settled.stream().mapToInt(row -> row[1]).sum();
      int came = settled.stream().mapToInt(row -> row[0]).sum();
      Pace pace = new Pace(samples, dial.applyAsInt(second), came, of);
      log.note(second * 1_000L, cutoff, known(second), WaitEstimate.of(pace));
    }

    /** Half of them come later. */
    private static int known(int second) {
      return second < 60 ? FANS / 2 : FANS;
    }

    private void call(int second) {
      int[] row = new int[2];
      for (; due >= 1 && cutoff < known(second); cutoff++) {
        boolean comes = random.nextInt(100) >= awayPercent.applyAsInt(second);
        due -= comes ? 1 : 0;
        row[0] += comes ? 1 : 0;
        row[1]++;
        Kept one = cutoff % 7 == 0 ? log.kept(cutoff, second * 1_000L + 1_000) : null;
        if (one != null) {
          kept.add(one);
        }
      }
      settled.add(row);
      if (settled.size() > 20) {
        settled.remove();
      }
    }

    /** Of those who were told a minute and more: rounding is most of what is less. */
    double ratio(int percent) {
      return percentile(kept.stream().filter(k -> k.promisedSeconds() >= 60).toList(), percent);
    }

    /** Of those who came when it had been measured that the house is full. */
    double ratioOfLate(int percent) {
      return percentile(kept.subList(kept.size() / 2, kept.size()), percent);
    }

    double jumpsOfLate() {
      List<Kept> late = kept.subList(kept.size() / 2, kept.size());
      return late.stream().mapToInt(Kept::upwardJumps).average().orElseThrow();
    }

    double jumps() {
      return kept.stream().mapToInt(Kept::upwardJumps).average().orElseThrow();
    }

    private static double percentile(List<Kept> kept, int percent) {
      List<Double> ratios =
          kept.stream()
              .map(k -> (double) k.actualSeconds() / k.promisedSeconds())
              .sorted()
              .toList();
      return ratios.get(ratios.size() * percent / 100);
    }
  }
}
