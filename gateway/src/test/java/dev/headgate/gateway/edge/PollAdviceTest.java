package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Round;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.PlaceTicket;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PollAdviceTest {

  private final ScriptedView view = new ScriptedView("derby");

  private static Place place(OptionalInt position, Standing.State state) {
    PlaceTicket ticket = new PlaceTicket("derby", ScriptedView.EPOCH, 0, 90, "fan");
    return new Place(ticket, position, new Standing(state, null));
  }

  private static Place waiting() {
    return place(OptionalInt.empty(), Standing.State.WAITING);
  }

  private Place ahead(int ahead) {
    return place(OptionalInt.of(view.cutoff + ahead), Standing.State.WAITING);
  }

  /** Every one of many advices lies within these, and they are not all the same. */
  private void advised(Place place, int least, int most) {
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      int millis = PollAdvice.millis(view, place);
      assertTrue(millis >= least && millis <= most, "millis: " + millis);
      seen.add(millis);
    }
    assertTrue(seen.size() > 50, "no crowd is told one time: " + seen);
  }

  @Test
  void whereNobodyKnowsTheStartFansLookEveryTenToFifteenSeconds() {
    view.beforeTheDraw();
    view.start = new Start.Manual();
    view.onSaleAt = null;
    advised(waiting(), 10_000, 15_000);
    view.phase = Phase.PAUSED;
    advised(waiting(), 10_000, 15_000);
  }

  @Test
  void whereNothingComesAnyMoreFansLookEveryHalfMinute() {
    for (Standing.State state : Standing.State.values()) {
      Place near = place(OptionalInt.of(view.cutoff), state);
      for (Phase phase : List.of(Phase.SOLD_OUT, Phase.ENDED)) {
        view.phase = phase;
        advised(near, 27_000, 30_000);
      }
      view.phase = Phase.ON_SALE;
      view.mode = Mode.REJECT;
      advised(near, 27_000, 30_000);
      view.mode = Mode.RANDOM_THEN_FIFO;
    }
  }

  @Test
  void theIntervalGrowsWithTheDistanceFromTheFront() {
    view.newUsersPerMinute = 600;
    advised(ahead(0), 2_000, 3_000);
    advised(ahead(400), 6_600, 10_000);
    advised(ahead(800), 13_300, 20_000);
    advised(ahead(100_000), 20_000, 30_000);
  }

  @Test
  void itGoesByTheRateThatIsReallyThere() {
    view.newUsersPerMinute = 6_000;
    view.effectivePerMinute = 600;
    advised(ahead(400), 6_600, 10_000);
  }

  @Test
  void whileTheRateComesUpSlowlyItGoesByTheDial() {
    view.newUsersPerMinute = 600;
    view.effectivePerMinute = 6;
    view.slowStart = Duration.ofMinutes(1);
    advised(ahead(400), 6_600, 10_000);
  }

  @Test
  void whoWaitsForTheirRoundLooksWhenItCloses() {
    view.mode = Mode.RANDOM_ROUNDS;
    view.rounds = List.of(closed(0, 0, 50), open(1, 50, view.now.plusSeconds(40)));
    advised(waiting(), 13_300, 20_000);
    view.rounds = List.of(closed(0, 0, 50), open(1, 50, view.now.minusMillis(1)));
    advised(waiting(), 2_000, 3_000);
    view.rounds = List.of(open(0, 0, null));
    view.onSaleAt = null;
    advised(waiting(), 10_000, 15_000);
  }

  static Round closed(int number, int first, int entrants) {
    return new Round(
        number,
        first,
        entrants,
        ScriptedView.START.plusSeconds(60L * number),
        "derby/round/" + number,
        "c0ffee" + number,
        "5eed" + number);
  }

  static Round open(int number, int first, @Nullable Instant closesAt) {
    return new Round(
        number, first, null, closesAt, "derby/round/" + number, "c0ffee" + number, null);
  }

  @Test
  void aPauseBeforeTheStartBringsNobodyBackSooner() {
    view.beforeTheDraw();
    view.phase = Phase.PAUSED;
    view.now = ScriptedView.START.minusSeconds(3_600);
    advised(waiting(), 20_000, 30_000);
  }

  @Test
  void whoeverWillBeLetThroughLooksSoon() {
    view.mode = Mode.PASSTHROUGH;
    advised(ahead(100_000), 2_000, 3_000);
    advised(place(OptionalInt.of(0), Standing.State.CALLED), 2_000, 3_000);
    assertEquals(Phase.ON_SALE, view.phase);
  }
}
