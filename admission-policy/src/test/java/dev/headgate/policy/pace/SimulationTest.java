package dev.headgate.policy.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.policy.pace.Plan.Tickers;
import dev.headgate.policy.pace.Plan.Turn;
import dev.headgate.policy.pace.Plan.What;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whole sales in virtual time. Each step is held against what must always be true (in {@link
 * VirtualSale}); a failure prints the plan, whose seed repeats it.
 */
class SimulationTest {
  private static final long MINUTE = VirtualStore.MINUTE;
  private static final double[] NO_SHOWS = {0, 0.3, 0.7, 0.9};

  @ParameterizedTest(name = "dial {0}, {1} no-shows")
  @CsvSource({
    "300, 0", "300, 0.3", "300, 0.7", "300, 0.9",
    "1000, 0", "1000, 0.3", "1000, 0.7", "1000, 0.9",
    "3000, 0", "3000, 0.3", "3000, 0.7", "3000, 0.9",
  })
  void steadyDemandIsAdmittedAtTheDialAndNeverAboveIt(int dial, double noShow) {
    List<Outcome> sales = steady(dial, noShow, 1500 / dial + 1);
    for (Outcome sale : sales) {
      assertAtMost(dial, sale.worstMinute(), "worst 60 s", sale);
      assertAtMost(0, sale.worstExcess(), "beyond the limit", sale);
      // Ten minutes at 300 are few enough for chance to show: one sale in some hundred is below.
      assertAtLeast(dial == 300 ? 0.965 : 0.97, sale.meanOfDial(1, 11), "mean of the dial", sale);
      assertAtMost(10_000, sale.longestGap(MINUTE, 11 * MINUTE), "longest gap", sale);
      assertAtMost(10 + dial / 60 * 8, (long) sale.worstBurst(), "burst", sale);
    }
    double mean = sales.stream().mapToDouble(sale -> sale.meanOfDial(1, 11)).average().orElse(0);
    assertTrue(mean > 0.98 && mean < 0.995, "over " + sales.size() + " sales: mean " + mean);
  }

  @ParameterizedTest(name = "dial {0}, {1} no-shows")
  @CsvSource({
    "1, 0", "1, 0.3", "1, 0.7", "1, 0.9",
    "6, 0", "6, 0.3", "6, 0.7", "6, 0.9",
    "30, 0", "30, 0.3", "30, 0.7", "30, 0.9",
    "100, 0", "100, 0.3", "100, 0.7", "100, 0.9",
  })
  void aSmallDialIsKeptTooAndNobodyWaitsInVain(int dial, double noShow) {
    for (Outcome sale : steady(dial, noShow, 6)) {
      assertAtMost(dial, sale.worstMinute(), "worst 60 s", sale);
      assertAtLeast(0.8, sale.meanOfDial(1, 11), "mean of the dial", sale);
      assertAtMost(150_000, sale.longestGap(MINUTE, 11 * MINUTE), "longest gap", sale);
    }
  }

  @Test
  void aTickOfTheModelAndOfThePolicyAreTheSame() {
    for (int dial : new int[] {60, 300, 1000, 3000}) {
      for (double noShow : NO_SHOWS) {
        compareWithModel(steadyPlan(dial, noShow, 11, 1, 1000));
        compareWithModel(steadyPlan(dial, noShow, 12, 1, 250));
      }
    }
  }

  private static void compareWithModel(Plan plan) {
    ModelPacing model = new ModelPacing();
    List<Long> differences = new ArrayList<>();
    Outcome unused =
        VirtualSale.run(
            plan,
            (reading, decision) -> {
              Snapshot snapshot = reading.snapshot();
              Decision.Move move = decision.moves().get(0);
              ModelPacing.Step step = model.step(snapshot, reading.rate());
              double credit = (snapshot.lanes().get(0).credit() + move.creditDelta()) / 6e6;
              assertEquals(step.credit(), credit, 1e-6);
              assertEquals(step.show(), (double) move.show().came() / move.show().of(), 1e-12);
              // Only where a quotient is whole may the model's rounding make it one less.
              differences.add(Math.abs(move.calls() - step.calls()));
            });
    assertTrue(differences.size() > 600, plan + ": " + differences.size() + " ticks");
    assertTrue(differences.stream().allMatch(d -> d <= 1), plan + ": " + differences);
    long differ = differences.stream().filter(d -> d != 0).count();
    assertTrue(differ * 30 < differences.size(), plan + ": " + differ + " ticks differ");
  }

  @ParameterizedTest(name = "{0} no-shows")
  @CsvSource({"0", "0.3", "0.7", "0.9"})
  void raisedLoweredPausedAndResumedWithoutABurst(double noShow) {
    List<Turn> turns =
        List.of(
            new Turn(5 * MINUTE, What.DIAL, 3000),
            new Turn(10 * MINUTE, What.DIAL, 600),
            new Turn(15 * MINUTE, What.PAUSE, 0),
            new Turn(17 * MINUTE, What.RESUME, 0),
            new Turn(22 * MINUTE, What.DIAL, 0),
            new Turn(24 * MINUTE, What.DIAL, 1000));
    for (int seed = 0; seed < 4; seed++) {
      Outcome sale = VirtualSale.run(plan(seed, 600, noShow, 29, turns));
      assertAtMost(0, sale.worstExcess(), "beyond the limit", sale);
      assertAtMost(0, sale.admitted(15 * MINUTE, 17 * MINUTE), "while paused", sale);
      assertAtMost(0, sale.admitted(22 * MINUTE, 24 * MINUTE), "at dial 0", sale);
      assertNoBurst(sale, 0, 600);
      assertNoBurst(sale, 5 * MINUTE, 3000);
      assertNoBurst(sale, 17 * MINUTE, 600);
      assertNoBurst(sale, 24 * MINUTE, 1000);
      // Those called before it was lowered are still let in; a few seconds later they are.
      assertNoBurst(sale, 10 * MINUTE + 10_000, 600);
      for (int from : new int[] {1, 6, 11, 18, 25}) {
        assertAtLeast(0.96, sale.meanOfDial(from, from + 4), "from minute " + from, sale);
      }
    }
  }

  /** From one moment on, over any time up to a minute: the dial and a few seconds' worth. */
  private static void assertNoBurst(Outcome sale, long from, int dial) {
    for (int seconds = 1; seconds <= 60; seconds++) {
      long most = dial * (seconds + 4L) / 60;
      long admitted = sale.admitted(from, from + seconds * 1000L);
      assertAtMost(most, admitted, seconds + " s from " + from, sale);
    }
  }

  @Test
  void whateverTheOperatorDoesTheLimitHoldsAndNothingIsCaughtUp() {
    for (int seed = 0; seed < 40; seed++) {
      Plan plan = plan(seed, 600, NO_SHOWS[seed % 4], 20, anyTurns(seed));
      Outcome sale = VirtualSale.run(plan);
      assertAtMost(0, sale.worstExcess(), "beyond the limit", sale);
      assertAtMost(400, (long) sale.worstBurst(), "eight seconds' worth at the highest dial", sale);
    }
  }

  private static List<Turn> anyTurns(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<What> whats = List.of(What.PAUSE, What.RESUME, What.DIAL);
    int[] dials = {0, 60, 300, 600, 1000, 3000};
    List<Turn> turns = new ArrayList<>();
    for (long at = 0; at < 15 * MINUTE; at += random.nextInt(1_000, 150_000)) {
      What what = whats.get(random.nextInt(whats.size()));
      turns.add(new Turn(at, what, dials[random.nextInt(dials.length)]));
    }
    return turns;
  }

  @Test
  void aFullHouseStaysFullAndNeverOverfills() {
    for (int seed = 0; seed < 24; seed++) {
      Tickers tickers = new Tickers(1 + seed % 3, tickMillis(seed), false);
      double noShow = NO_SHOWS[seed % 4];
      Plan plan =
          Plan.of(seed, Rate.of(3000, 500), noShow, tickers, 12 * MINUTE).withSession(120_000);
      Outcome sale = VirtualSale.run(plan);
      // 500 inside for two minutes each are 250 a minute.
      assertAtMost(2_500, sale.admitted(2 * MINUTE, 12 * MINUTE), "in ten minutes", sale);
      assertAtLeast(0.92, sale.admitted(2 * MINUTE, 12 * MINUTE) / 2_500.0, "of them", sale);
    }
  }

  private static List<Outcome> steady(int dial, double noShow, int seeds) {
    return Stream.iterate(0, seed -> seed < seeds * 6, seed -> seed + 1)
        .map(seed -> steadyPlan(dial, noShow, seed, 1 + seed % 3, tickMillis(seed / 3)))
        .map(VirtualSale::run)
        .toList();
  }

  private static Plan steadyPlan(int dial, double noShow, int seed, int tickers, int tickMillis) {
    Rate rate = Rate.of(dial, Plan.UNBOUNDED);
    return Plan.of(seed, rate, noShow, new Tickers(tickers, tickMillis, false), 11 * MINUTE);
  }

  private static Plan plan(int seed, int dial, double noShow, int minutes, List<Turn> turns) {
    Rate rate = Rate.of(dial, Plan.UNBOUNDED);
    Tickers tickers = new Tickers(1 + seed % 3, tickMillis(seed / 3), false);
    return Plan.of(seed, rate, noShow, tickers, minutes * MINUTE).withTurns(turns);
  }

  private static int tickMillis(int seed) {
    return seed % 2 == 0 ? 1000 : 250;
  }

  private static void assertAtMost(long most, long value, String what, Outcome sale) {
    assertTrue(value <= most, what + ": " + value + " (at most " + most + ") in " + sale.plan());
  }

  private static void assertAtLeast(double least, double value, String what, Outcome sale) {
    assertTrue(value >= least, what + ": " + value + " (at least " + least + ") " + sale.plan());
  }
}
