package dev.headgate.policy.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.headgate.policy.estimate.Outlook.Clock;
import dev.headgate.policy.estimate.Outlook.Inside;
import dev.headgate.policy.estimate.Outlook.Line;
import dev.headgate.policy.estimate.Outlook.Seats;
import dev.headgate.policy.estimate.Outlook.State;
import dev.headgate.policy.estimate.Throughput.Mark;
import dev.headgate.policy.pace.AdmissionPolicy;
import dev.headgate.policy.pace.Decision;
import dev.headgate.policy.pace.Rate;
import dev.headgate.policy.pace.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A small sale under the real pacing: what is forecast from what was measured of its first minutes
 * is what comes of the rest. The seed is the bug report.
 */
@Tag("statistical")
class ForecastsComeTrueTest {
  private static final long ADMISSION = 6_000_000;
  private static final int MEASURED_SECONDS = 20 * 60;
  private static final int LONGEST_SECONDS = 20_000;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void whatIsForecastAfterTwentyMinutesIsWhatComesOfTheRest(long seed) {
    Sale sale = new Sale(seed);
    while (sale.second < MEASURED_SECONDS) {
      sale.tick();
    }
    Forecast forecast = Forecast.of(sale.outlook());
    Instant in = forecast.waitingInAt();
    Long inside = forecast.insideExpected();
    assertNotNull(in, forecast::sentence);
    assertNotNull(inside, forecast::sentence);
    while (sale.waiting > 0 && sale.second < LONGEST_SECONDS) {
      sale.tick();
    }
    double actual = sale.second - MEASURED_SECONDS;
    double told = in.getEpochSecond() - MEASURED_SECONDS;
    assertEquals(actual, told, 0.08 * actual, () -> sale + ": " + forecast.sentence());
    assertEquals(
        (double) sale.active,
        (double) inside,
        0.1 * sale.active,
        () -> sale + ": " + forecast.sentence());
  }

  /** One lane. Some stay away; whoever comes does so within a second and stays by chance. */
  private static final class Sale {
    private final AdmissionPolicy policy = AdmissionPolicy.pacing();
    private final SplittableRandom random;
    private final int dial;
    private final int cap;
    private final int away;
    private final double stayMinutes;
    private final List<Snapshot.Call> unsettled = new ArrayList<>();
    private final List<Snapshot.Settled> recent = new ArrayList<>();
    private final PriorityQueue<Long> leaving = new PriorityQueue<>();
    private final List<Mark> marks = new ArrayList<>();
    private long waiting;
    private long cutoff;
    private long settled;
    private long credit;
    private long door;
    private long active;
    private long admitted;
    private int second;

    Sale(long seed) {
      random = new SplittableRandom(seed);
      dial = 300 + random.nextInt(2_700);
      stayMinutes = 1 + random.nextInt(8);
      away = random.nextInt(60);
      boolean tight = random.nextBoolean();
      cap = (int) (dial * stayMinutes * (tight ? 0.6 : 2));
      waiting = dial * 50L;
    }

    void tick() {
      second++;
      long now = second * 1_000L;
      while (!leaving.isEmpty() && leaving.element() <= now) {
        leaving.remove();
        active--;
      }
      come(now);
      Snapshot.Lane lane =
          new Snapshot.Lane(1, waiting, cutoff, settled, 0, 0, unsettled, recent, door, credit);
      Snapshot snapshot = new Snapshot(now, now, now - 1_000, true, false, active, List.of(lane));
      apply(policy.decide(snapshot, Rate.of(dial, cap)).moves().get(0), now);
      if (second % 10 == 0) {
        marks.add(new Mark(now, admitted, active, null));
      }
    }

    private void come(long now) {
      while (door > 0 && active < cap) {
        door--;
        active++;
        admitted++;
        credit -= ADMISSION;
        leaving.add(now + (long) (-Math.log(1 - random.nextDouble()) * stayMinutes * 60_000));
      }
    }

    private void apply(Decision.Move move, long now) {
      credit += move.creditDelta();
      while (!unsettled.isEmpty() && unsettled.get(0).cutoffTo() <= move.settledTo()) {
        Snapshot.Call call = unsettled.remove(0);
        recent.add(new Snapshot.Settled(call.called(), call.came()));
      }
      if (recent.size() > 256) {
        recent.remove(0);
      }
      settled = move.settledTo();
      if (move.calls() > 0) {
        long came = 0;
        for (int fan = 0; fan < move.calls(); fan++) {
          came += random.nextInt(100) >= away ? 1 : 0;
        }
        waiting -= move.calls();
        cutoff += move.calls();
        door += came;
        unsettled.add(new Snapshot.Call(cutoff, now, move.calls(), came));
      }
    }

    Outlook outlook() {
      long called = recent.stream().mapToLong(Snapshot.Settled::called).sum();
      long came = recent.stream().mapToLong(Snapshot.Settled::came).sum();
      return new Outlook(
          State.RUNNING,
          new Clock(second * 1_000L, true, null, null),
          new Line(waiting, 0, false, came, called),
          Rate.of(dial, cap),
          new Inside(active, Throughput.of(marks).stayMinutes()),
          Seats.UNKNOWN);
    }

    @Override
    public String toString() {
      return dial + "/min, " + cap + " inside, " + away + " % away, " + stayMinutes + " min";
    }
  }
}
