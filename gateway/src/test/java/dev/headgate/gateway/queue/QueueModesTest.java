package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.policy.order.Lottery;
import dev.headgate.policy.order.Seeds;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How the order comes about in each mode, and how a sale starts, on a real Redis. */
final class QueueModesTest extends OneGatewayOnRedis {

  private void create(Duration untilStart, String... namesAndValues) {
    var json = settings(untilStart, 6_000, 5_000).toJson();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      json.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    await(events.create(DERBY, EventSettings.fromJson(json)));
  }

  @CanIgnoreReturnValue
  private EventView view() {
    return await(events.view(DERBY));
  }

  private ClaimAnswer claim(int position) {
    QueuePosition at = new QueuePosition(DERBY, view().epoch(), 0, position);
    return loop.get(queue -> queue.claim(at));
  }

  private JoinAnswer ask() {
    return loop.get(queue -> queue.join(DERBY));
  }

  /** Puts a field of the event where time would have brought it. */
  private void put(String field, String value) {
    harness.redis(Command.HSET, HASH, field, value);
  }

  private static String millisFromNow(long seconds) {
    return Long.toString(Instant.now().plusSeconds(seconds).toEpochMilli());
  }

  @Test
  void inFifoAPlaceIsItsArrivalNumberFromTheFirstMomentOn() {
    create(LATER, "mode", "fifo");
    for (int i = 0; i < 20; i++) {
      assertEquals(i, join(loop, DERBY));
    }
    EventView before = until(events, DERBY, view -> view.arrivals() == 20);
    assertEquals(7, before.positionOf(0, 7).orElseThrow());
    assertInstanceOf(ClaimAnswer.NotYourTurn.class, claim(0));
    put("onSaleAt", millisFromNow(-1));
    EventView drawn = until(events, DERBY, view -> view.phase() == Phase.ON_SALE);
    assertEquals(OptionalInt.of(0), drawn.entrants());
    for (int i = 0; i < 20; i++) {
      assertEquals(i, drawn.positionOf(0, i).orElseThrow());
    }
    until(events, DERBY, view -> view.cutoff() > 0);
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(0));
  }

  @Test
  void roundsAreShuffledEachByItselfAndFollowOneAnother() {
    create(LATER, "mode", "random-rounds", "roundLength", "PT10M");
    joins(30);
    EventView open = until(events, DERBY, view -> view.arrivals() == 30);
    assertEquals(OptionalInt.empty(), open.positionOf(0, 3));
    assertEquals(1, open.rounds().size());
    assertNull(open.rounds().get(0).seed());
    assertEquals(commitment("derby/round/0"), open.rounds().get(0).commitment());

    put("onSaleAt", millisFromNow(-1));
    until(events, DERBY, view -> view.positionOf(0, 29).isPresent());
    joins(25);
    EventView second = until(events, DERBY, view -> view.arrivals() == 55);
    assertEquals(OptionalInt.empty(), second.positionOf(0, 30), "its round is open");
    put("roundClosesAt", millisFromNow(-1));
    EventView closed = until(events, DERBY, view -> view.positionOf(0, 54).isPresent());
    assertDrawn(closed, "derby/round/0", 0, 30);
    assertDrawn(closed, "derby/round/1", 30, 25);
    Round first = Objects.requireNonNull(closed.round(0));
    assertEquals(30, first.entrants());
    assertNotNull(first.seed());
    assertNull(closed.round(7));
    Round last = closed.rounds().get(closed.rounds().size() - 1);
    assertNull(last.seed(), "the open round's seed is a secret");
    assertEquals(55, last.first());
  }

  @Test
  void nobodyOfAnOpenRoundIsCalled() {
    create(LATER, "mode", "random-rounds", "roundLength", "PT10M");
    joins(10);
    put("onSaleAt", millisFromNow(-1));
    joins(10);
    EventView called = until(events, DERBY, view -> view.cutoff() == 10);
    assertEquals(10, called.waiting());
    assertInstanceOf(ClaimAnswer.NotYourTurn.class, claim(10));
    // A tick that would call them is refused by the store itself.
    assertEquals("MOVED", advanceTo(11).verdict());
  }

  @Test
  void roundsInWhichNobodyComesCostNothingAndTakeNoNumber() {
    create(LATER, "mode", "random-rounds", "roundLength", "PT10M");
    joins(5);
    put("onSaleAt", millisFromNow(-5_700));
    EventView late = until(events, DERBY, view -> view.positionOf(0, 4).isPresent());
    assertEquals(2, late.rounds().size());
    assertEquals(
        10, late.rounds().get(1).number(), "95 minutes after the start the tenth one is open");
  }

  @Test
  void aSecondGatewayKnowsAllRoundsAndPositions() {
    create(LATER, "mode", "random-rounds", "roundLength", "PT10M");
    joins(12);
    put("onSaleAt", millisFromNow(-1));
    until(events, DERBY, view -> view.positionOf(0, 11).isPresent());
    joins(9);
    put("roundClosesAt", millisFromNow(-1));
    EventView one = until(events, DERBY, view -> view.positionOf(0, 20).isPresent());
    Events second = harness.gateway("two");
    EventView two = until(second, DERBY, view -> view.phase() == Phase.ON_SALE);
    for (int arrival = 0; arrival < 21; arrival++) {
      assertEquals(one.positionOf(0, arrival), two.positionOf(0, arrival));
    }
    assertEquals(one.round(0), two.round(0));
  }

  @Test
  void passthroughLetsEveryoneInAtOnceWhateverTheDialsSay() {
    await(
        events.create(
            DERBY,
            EventSettings.fromJson(settings(LATER, 1, 1).toJson().put("mode", "passthrough"))));
    for (int i = 0; i < 50; i++) {
      JoinAnswer.Joined joined = assertInstanceOf(JoinAnswer.Joined.class, ask());
      assertTrue(joined.called());
      assertInstanceOf(ClaimAnswer.Admitted.class, claim(joined.arrival()));
    }
    EventView view = until(events, DERBY, seen -> seen.active() == 50);
    assertEquals(50, view.cutoff());
    assertEquals(0, view.waiting());
    assertEquals(List.of(), view.warnings(), "no dial binds, so none contradicts another");
  }

  @Test
  void whatAJoinWasToldIsNotTakenBackByAnOlderView() {
    create(LATER, "mode", "passthrough");
    EventView before = view();
    JoinAnswer.Joined called = assertInstanceOf(JoinAnswer.Joined.class, ask());
    assertTrue(called.called());
    assertEquals(Standing.State.CALLED, look(before, called.arrival()));
    var open = EventSettings.of("Shop", new Start.Always(), dials(6_000, 10));
    await(events.create("shop", open));
    EventView empty = await(events.view("shop"));
    JoinAnswer.Inside inside =
        assertInstanceOf(
            JoinAnswer.Inside.class, loop.<JoinAnswer>get(queue -> queue.join("shop")));
    assertEquals(Standing.State.ADMITTED, look(empty, inside.arrival()));
    assertEquals(Standing.State.WAITING, look(empty, inside.arrival() + 1));
  }

  private Standing.State look(EventView view, int position) {
    QueuePosition at = new QueuePosition(view.event(), view.epoch(), 0, position);
    return loop.get(queue -> queue.look(view, at)).state();
  }

  @Test
  void aPauseHoldsInPassthroughAndResumingCallsWhoCameMeanwhile() {
    create(LATER, "mode", "passthrough");
    await(events.pause(DERBY, "smoke"));
    JoinAnswer.Joined waits = assertInstanceOf(JoinAnswer.Joined.class, ask());
    assertFalse(waits.called());
    await(events.resume(DERBY));
    until(events, DERBY, view -> view.cutoff() == 1);
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(waits.arrival()));
  }

  @Test
  void whoWaitsWhenAnEventIsOpenedWideIsCalledAndKeepsTheDrawnOrder() {
    create(LATER);
    joins(40);
    EventSettings before = view().settings();
    await(
        events.replace(
            DERBY,
            EventSettings.fromJson(before.toJson().put("mode", "passthrough")),
            view().version()));
    EventView wide = until(events, DERBY, view -> view.cutoff() == 40);
    assertDrawn(wide, "derby", 0, 40);
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(39));
  }

  @Test
  void rejectLetsNobodyJoinOrIn() {
    create(LATER);
    joins(3);
    put("onSaleAt", millisFromNow(-1));
    until(events, DERBY, view -> view.cutoff() == 3);
    EventView called = view();
    await(
        events.replace(
            DERBY,
            EventSettings.fromJson(called.settings().toJson().put("mode", "reject")),
            called.version()));
    assertInstanceOf(JoinAnswer.Rejected.class, ask());
    assertInstanceOf(ClaimAnswer.Rejected.class, claim(0));
    assertEquals(0, view().active());
  }

  @Test
  void aManualSaleWaitsForTheOperatorsWord() {
    create(LATER, "start", "manual");
    joins(25);
    EventView waiting = until(events, DERBY, view -> view.arrivals() == 25);
    assertEquals(Phase.WAITING, waiting.phase());
    assertNull(waiting.onSaleAt());
    assertInstanceOf(ChangeAnswer.Changed.class, await(events.draw(DERBY)));
    EventView drawn = until(events, DERBY, view -> view.phase() == Phase.ON_SALE);
    assertEquals(OptionalInt.of(25), drawn.entrants());
    assertEquals(drawn.drawnAt(), drawn.onSaleAt());
    assertDrawn(drawn, "derby", 0, 25);
    assertInstanceOf(ChangeAnswer.Refused.class, await(events.draw(DERBY)));
    joins(1);
    until(events, DERBY, view -> view.positionOf(0, 25).equals(OptionalInt.of(25)));
  }

  @Test
  void aSaleWithAStartIsNotDrawnByHand() {
    create(LATER);
    assertInstanceOf(ChangeAnswer.Refused.class, await(events.draw(DERBY)));
    assertEquals(OptionalInt.empty(), view().entrants());
  }

  @Test
  void afterTheDrawNeitherTheStartNorRoundsCanBeChosenAnew() {
    create(STARTED);
    EventView drawn = until(events, DERBY, view -> view.entrants().isPresent());
    var json = drawn.settings().toJson();
    for (String change : List.of("start:manual", "mode:random-rounds")) {
      String[] pair = change.split(":", 2);
      EventSettings changed = EventSettings.fromJson(json.copy().put(pair[0], pair[1]));
      assertInstanceOf(
          ChangeAnswer.Refused.class, await(events.replace(DERBY, changed, drawn.version())));
    }
  }

  @Test
  void anAlwaysOpenRoomLetsPeopleStraightInWhileThereIsRoomAndQueuesThemBeyond() {
    await(events.create(DERBY, EventSettings.of("Shop", new Start.Always(), dials(6_000, 10))));
    List<Future<JoinAnswer>> joins = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      joins.add(loop.on(queue -> queue.join(DERBY)));
    }
    Set<Integer> inside = new TreeSet<>();
    Set<Integer> queued = new TreeSet<>();
    for (Future<JoinAnswer> join : joins) {
      JoinAnswer answer = await(join);
      if (answer instanceof JoinAnswer.Inside in) {
        inside.add(in.arrival());
        assertEquals(600, in.expiresSeconds() - in.startSeconds());
      } else {
        queued.add(((JoinAnswer.Joined) answer).arrival());
      }
    }
    assertEquals(10, inside.size(), "as many as may be inside");
    assertEquals(190, queued.size());
    Set<Integer> all = new HashSet<>(inside);
    all.addAll(queued);
    assertEquals(200, all.size(), "each number once");
    assertEquals(9, inside.stream().mapToInt(n -> n).max().orElseThrow(), "the first ten");
    // Nobody overtakes those who wait, however free the room becomes.
    for (int arrival : inside) {
      loop.get(queue -> queue.release(new QueuePosition(DERBY, view().epoch(), 0, arrival)));
    }
    assertInstanceOf(JoinAnswer.Joined.class, ask());
    until(events, DERBY, view -> view.cutoff() > 10);
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(10));
  }

  private static dev.headgate.gateway.config.Dials dials(int perMinute, int active) {
    return dev.headgate.gateway.config.Dials.of(perMinute, active);
  }

  @Test
  void anAlwaysOpenRoomHoldsTheDialOverAnyMinute() {
    await(events.create(DERBY, EventSettings.of("Shop", new Start.Always(), dials(60, 5_000))));
    List<Future<JoinAnswer>> joins = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      joins.add(loop.on(queue -> queue.join(DERBY)));
    }
    long inside =
        joins.stream().map(QueueHarness::await).filter(JoinAnswer.Inside.class::isInstance).count();
    // The time before it was created counts as dial 0: two seconds' worth, as after a pause.
    assertTrue(inside >= 1 && inside <= 60, "inside: " + inside);
    assertEquals(inside, until(events, DERBY, view -> view.arrivals() == 300).active());
  }

  @Test
  void aNavigationIsLetInOnProbationAndARenewalEndsThat() {
    await(events.create(DERBY, EventSettings.of("Shop", new Start.Always(), dials(6_000, 1))));
    view();
    JoinAnswer.Inside in =
        loop.<Optional<JoinAnswer.Inside>>get(queue -> queue.pass(DERBY)).orElseThrow();
    assertEquals(30, in.expiresSeconds() - in.startSeconds());
    assertEquals("1", harness.field(DERBY, "arrivals"));
    assertEquals(Optional.empty(), loop.get(queue -> queue.pass(DERBY)), "the room is full");
    assertEquals("1", harness.field(DERBY, "arrivals"), "nothing was spent");
    QueuePosition at = new QueuePosition(DERBY, in.epoch(), 0, in.arrival());
    RenewAnswer.Renewed renewed =
        assertInstanceOf(
            RenewAnswer.Renewed.class, loop.<RenewAnswer>get(queue -> queue.renew(at)));
    assertEquals(in.startSeconds(), renewed.startSeconds());
    assertTrue(renewed.expiresSeconds() - renewed.startSeconds() >= 600);
  }

  @Test
  void whereTheRoomIsNotAlwaysOnNobodyGoesStraightIn() {
    create(STARTED);
    view();
    assertEquals(Optional.empty(), loop.get(queue -> queue.pass(DERBY)));
    assertEquals("NO", harness.script(Script.PASS, DERBY, 30).verdict());
    assertInstanceOf(JoinAnswer.Joined.class, ask());
  }

  @Test
  void anEventThatIsEndedTakesAndLetsInNobodyUntilItIsOpenedAgain() {
    create(STARTED);
    joins(3);
    until(events, DERBY, view -> view.cutoff() == 3);
    assertInstanceOf(ChangeAnswer.Changed.class, await(events.end(DERBY)));
    EventView ended = until(events, DERBY, view -> view.phase() == Phase.ENDED);
    assertInstanceOf(JoinAnswer.Ended.class, ask());
    assertInstanceOf(ClaimAnswer.Ended.class, claim(0));
    assertNotNull(ended.closesAt());
    await(events.replace(DERBY, ended.settings(), ended.version()));
    until(events, DERBY, view -> view.phase() == Phase.ON_SALE);
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(0));
  }

  @Test
  void aResetBeginsAnotherLifeAndListsTheOneThatEnded() {
    create(STARTED);
    joins(5);
    EventView before = until(events, DERBY, view -> view.cutoff() == 5);
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(2));
    assertInstanceOf(ChangeAnswer.Changed.class, await(events.reset(DERBY, new Start.Manual())));
    EventView after = until(events, DERBY, view -> view.epoch() > before.epoch());
    assertEquals(0, after.arrivals());
    assertEquals(0, after.active());
    assertEquals(Phase.WAITING, after.phase());
    assertNotEquals(before.commitment(), after.commitment());
    assertEquals(
        List.of(new PastEpoch(before.epoch(), before.commitment(), before.seed(), 0)),
        after.earlier());
    QueuePosition old = new QueuePosition(DERBY, before.epoch(), 0, 3);
    assertInstanceOf(
        ClaimAnswer.QueueReset.class, loop.<ClaimAnswer>get(queue -> queue.claim(old)));
    assertInstanceOf(RenewAnswer.Gone.class, loop.<RenewAnswer>get(queue -> queue.renew(old)));
    assertEquals(0, join(loop, DERBY));
    assertInstanceOf(ChangeAnswer.Changed.class, await(events.reset(DERBY, null)));
    EventView third = until(events, DERBY, view -> view.epoch() > after.epoch());
    assertEquals(2, third.earlier().size());
    assertNull(third.earlier().get(1).seed(), "it was never drawn");
  }

  @Test
  void aResetKeepsWhatAnotherGatewayHasJustChanged() {
    Events other = harness.gateway("two");
    await(events.create(DERBY, EventSettings.of("Derby", new Start.Manual(), dials(600, 5_000))));
    for (int i = 1; i <= 30; i++) {
      EventView seen = await(other.view(DERBY));
      EventSettings dialled = seen.settings().withDials(dials(600 + i, 5_000));
      // Sent at the same moment: whichever comes first, neither may undo the other.
      Future<ChangeAnswer> dial = other.replace(DERBY, dialled, seen.version());
      Future<ChangeAnswer> reset = events.reset(DERBY, null);
      boolean dialledIt = await(dial) instanceof ChangeAnswer.Changed;
      assertInstanceOf(ChangeAnswer.Changed.class, await(reset));
      long version = Long.parseLong(harness.field(DERBY, "version"));
      EventView view = until(other, DERBY, after -> after.version() == version);
      if (dialledIt) {
        assertEquals(600 + i, view.settings().dials().newUsersPerMinute(), "round " + i);
      }
    }
  }

  private void joins(int many) {
    for (int i = 0; i < many; i++) {
      join(loop, DERBY);
    }
  }

  private String commitment(String drawId) {
    return Seeds.commitment(seed(drawId));
  }

  private byte[] seed(String drawId) {
    return Seeds.derive(QueueHarness.DRAW_KEY, drawId, view().epoch());
  }

  /** Positions are the published lottery's, recomputed. */
  private void assertDrawn(EventView view, String drawId, int first, int entrants) {
    int[] order = Lottery.order(drawId, seed(drawId), new byte[0], entrants);
    for (int position = 0; position < entrants; position++) {
      assertEquals(
          first + position, view.positionOf(0, first + order[position]).orElseThrow(), drawId);
    }
  }

  private Reply advanceTo(int cutoff) {
    EventView view = view();
    List<Object> args = new ArrayList<>();
    Reply time = new Reply(harness.redis(Command.TIME));
    args.addAll(List.of(view.epoch(), harness.field(DERBY, "tick")));
    args.add(harness.field(DERBY, "dialsVersion"));
    args.add(time.number(0) * 1_000 + time.number(1) / 1_000);
    args.addAll(List.of("NOBODY_WAITS", "", "", 0, 6_000, cutoff, 1));
    args.addAll(List.of(harness.field(DERBY, "settled"), harness.field(DERBY, "lapsed"), 0));
    return harness.script(Script.ADVANCE, DERBY, args.toArray());
  }

  @Test
  void whatOpensLaterIsScheduledAndDrawsNobodyBefore() {
    String opensAt = Instant.now().plus(LATER).toString();
    create(LATER.plus(LATER), "mode", "passthrough", "opensAt", opensAt);
    assertEquals(Phase.SCHEDULED, view().phase());
    assertEquals(OptionalInt.empty(), view().entrants(), "the mode may still be another one");
    EventSettings always =
        EventSettings.fromJson(
            EventSettings.of("Shop", new Start.Always(), dials(6_000, 10))
                .toJson()
                .put("opensAt", opensAt));
    await(events.create("shop", always));
    assertEquals(Phase.SCHEDULED, await(events.view("shop")).phase());
    assertInstanceOf(JoinAnswer.NotOpen.class, loop.<JoinAnswer>get(queue -> queue.join("shop")));
  }
}
