package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Lane;
import dev.headgate.gateway.queue.QueueHarness.Loop;
import dev.headgate.policy.order.Lottery;
import dev.headgate.policy.order.Seeds;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lanes: queues of their own, one door, one house, on a real Redis. */
final class QueueLanesTest extends OneGatewayOnRedis {
  private static final int MEMBERS = 1;

  private void create(int perMinute, int active) {
    await(events.create(DERBY, withMembers(settings(LATER, perMinute, active), 3)));
  }

  private static EventSettings withMembers(EventSettings settings, int weight) {
    JsonArray lanes =
        new JsonArray().add(new JsonObject().put("name", "members").put("weight", weight));
    return EventSettings.fromJson(settings.toJson().put("lanes", lanes));
  }

  @CanIgnoreReturnValue
  private int enter(String entry) {
    JoinAnswer answer = loop.get(queue -> queue.enter(DERBY, new Entry(MEMBERS, entry)));
    return assertInstanceOf(JoinAnswer.Joined.class, answer).arrival();
  }

  private void startNow() {
    long second = new Reply(harness.redis(Command.TIME)).number(0);
    harness.redis(Command.HSET, HASH, "onSaleAt", (second - 1) + "000");
  }

  private ClaimAnswer claim(int lane, int position) {
    QueuePosition at = new QueuePosition(DERBY, await(events.view(DERBY)).epoch(), lane, position);
    return loop.get(queue -> queue.claim(at));
  }

  private static LaneView lane(EventView view, int number) {
    return view.lanes().get(number);
  }

  @Test
  void anEntryGivesOnePlaceHoweverOftenAndWhereverItIsUsed() {
    create(600, 5000);
    Loop second = harness.loop(harness.gateway("two"));
    List<Future<JoinAnswer>> joins = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      joins.add((i % 2 == 0 ? loop : second).on(q -> q.enter(DERBY, new Entry(MEMBERS, "anna"))));
    }
    Set<Integer> numbers = new HashSet<>();
    joins.forEach(one -> numbers.add(((JoinAnswer.Joined) await(one)).arrival()));
    assertEquals(Set.of(0), numbers);
    assertEquals(1, enter("ben"));
    assertEquals(0, join(loop, DERBY), "the general lane counts by itself");
    EventView view = until(events, DERBY, seen -> lane(seen, MEMBERS).arrivals() == 2);
    assertEquals(1, lane(view, 0).arrivals());
    assertEquals(3, view.waiting());
  }

  @Test
  void anEntryForALaneThatIsNotThereGivesNothing() {
    create(600, 5000);
    assertInstanceOf(
        JoinAnswer.NoLane.class,
        loop.<JoinAnswer>get(queue -> queue.enter(DERBY, new Entry(2, "anna"))));
  }

  @Test
  void eachLaneIsDrawnByItselfUnderItsOwnName() {
    create(60, 5000);
    for (int i = 0; i < 30; i++) {
      enter("member" + i);
    }
    for (int i = 0; i < 50; i++) {
      join(loop, DERBY);
    }
    startNow();
    EventView view = until(events, DERBY, seen -> seen.positionOf(MEMBERS, 0).isPresent());
    assertEquals(OptionalInt.of(50), lane(view, 0).entrants());
    assertEquals(OptionalInt.of(30), lane(view, MEMBERS).entrants());
    assertEquals("derby/lane/1", lane(view, MEMBERS).drawId());
    assertEquals(Seeds.commitment(seed("derby/lane/1", view)), lane(view, MEMBERS).commitment());
    assertDrawn(view, 0, "derby", 50);
    assertDrawn(view, MEMBERS, "derby/lane/1", 30);
  }

  private static byte[] seed(String drawId, EventView view) {
    return Seeds.derive(QueueHarness.DRAW_KEY, drawId, view.epoch());
  }

  private static void assertDrawn(EventView view, int lane, String drawId, int entrants) {
    int[] order = Lottery.order(drawId, seed(drawId, view), new byte[0], entrants);
    for (int position = 0; position < entrants; position++) {
      assertEquals(position, view.positionOf(lane, order[position]).orElseThrow());
    }
  }

  @Test
  void theLimitsAreTheEventsOverAllLanes() {
    create(1_000_000, 25);
    for (int i = 0; i < 40; i++) {
      enter("member" + i);
      join(loop, DERBY);
    }
    startNow();
    until(events, DERBY, seen -> seen.positionOf(MEMBERS, 0).isPresent());
    harness.redis(Command.HSET, HASH, "cutoff", "40", "cutoff:1", "40");
    List<Future<ClaimAnswer>> claims = new ArrayList<>();
    long epoch = await(events.view(DERBY)).epoch();
    for (int position = 0; position < 40; position++) {
      for (int lane = 0; lane < 2; lane++) {
        QueuePosition at = new QueuePosition(DERBY, epoch, lane, position);
        claims.add(loop.on(queue -> queue.claim(at)));
      }
    }
    long in =
        claims.stream()
            .map(QueueHarness::await)
            .filter(ClaimAnswer.Admitted.class::isInstance)
            .count();
    assertEquals(25, in);
    EventView view = until(events, DERBY, seen -> seen.active() == 25);
    assertEquals(55, view.door());
  }

  @Test
  void theDoorIsOneForAllLanesInTheOrderOfTheCalls() {
    create(1_000_000, 1);
    for (int i = 0; i < 4; i++) {
      enter("member" + i);
      join(loop, DERBY);
    }
    startNow();
    EventView drawn = until(events, DERBY, seen -> seen.positionOf(MEMBERS, 0).isPresent());
    await(events.close());
    // General 0 and 1 were called first, then the members, then the rest of the general lane.
    long running = drawn.now().toEpochMilli();
    harness.redis(Command.DEL, HASH + ":calls", HASH + ":calls:1");
    harness.redis(Command.HSET, HASH, "cutoff", "4", "cutoff:1", "4", "lapsed", "0");
    call(0, 2, running - 3_000);
    call(MEMBERS, 4, running - 2_000);
    call(0, 4, running - 1_000);
    harness.redis(Command.HSET, HASH, "cap", "0");
    for (String who : List.of("0 3", "1 0", "1 3", "0 1")) {
      assertEquals("MOMENT", claimScript(who).verdict(), who);
    }
    for (String story : List.of("0 1:1", "1 0:2", "1 3:3", "0 3:4")) {
      String[] expected = story.split(":", 2);
      int place = Integer.parseInt(expected[1]);
      harness.redis(Command.HSET, HASH, "cap", Integer.toString(place - 1));
      assertEquals("MOMENT", claimScript(expected[0]).verdict(), "no room yet: " + story);
      harness.redis(Command.HSET, HASH, "cap", Integer.toString(place));
      for (String other : List.of("0 1", "1 0", "1 3", "0 3")) {
        if (!other.equals(expected[0])) {
          String verdict = claimScript(other).verdict();
          assertTrue(verdict.equals("MOMENT") || verdict.equals("SAME"), other + " " + verdict);
        }
      }
      assertEquals("ADMITTED", claimScript(expected[0]).verdict(), story);
    }
  }

  @Test
  void aMemberWhoWasCalledIsToldSoHoweverFarTheGeneralLaneHasCome() {
    create(6_000, 5_000);
    for (int i = 0; i < 5; i++) {
      enter("member" + i);
    }
    startNow();
    EventView view = until(events, DERBY, seen -> seen.cutoff(MEMBERS) == 5);
    assertEquals(0, view.cutoff());
    for (int position = 0; position < 5; position++) {
      QueuePosition at = new QueuePosition(DERBY, view.epoch(), MEMBERS, position);
      Standing standing = loop.get(queue -> queue.look(view, at));
      assertEquals(Standing.State.CALLED, standing.state(), "member " + position);
    }
  }

  private void call(int lane, int to, long at) {
    String rows = HASH + (lane == 0 ? ":calls" : ":calls:" + lane);
    harness.redis(
        Command.ZADD, rows, Integer.toString(to), to + ":" + at + ":" + (at + 300_000) + ":2");
  }

  private Reply claimScript(String who) {
    String[] pair = who.split(" ", 2);
    return harness.script(Script.CLAIM, DERBY, harness.field(DERBY, "epoch"), pair[0], pair[1]);
  }

  @Test
  void callsAreSharedByWeightWhileBothLanesWait() {
    create(1_200, 100_000);
    for (int i = 0; i < 300; i++) {
      enter("member" + i);
      join(loop, DERBY);
    }
    startNow();
    EventView view = until(events, DERBY, seen -> seen.cutoff(MEMBERS) >= 30);
    // Before anybody counts as a no-show: three to one.
    double share = (double) view.cutoff(MEMBERS) / (view.cutoff(0) + view.cutoff(MEMBERS));
    assertTrue(share > 0.6 && share < 0.9, "members' share of the calls: " + share);
  }

  @Test
  void aLaneThatIsAddedLaterBeginsEmptyAndMayBeUsedAtOnce() {
    await(events.create(DERBY, settings(LATER, 6_000, 5000)));
    join(loop, DERBY);
    startNow();
    EventView drawn = until(events, DERBY, seen -> seen.cutoff() == 1);
    await(events.replace(DERBY, withMembers(drawn.settings(), 1), drawn.version()));
    assertEquals(0, enter("anna"));
    until(events, DERBY, seen -> seen.cutoff(MEMBERS) == 1);
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(MEMBERS, 0));
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(0, 0));
    EventView view = await(events.view(DERBY));
    EventSettings without =
        EventSettings.fromJson(view.settings().toJson().put("lanes", new JsonArray()));
    assertInstanceOf(
        ChangeAnswer.Refused.class, await(events.replace(DERBY, without, view.version())));
  }

  @Test
  void aLaneIsNotRenamedOnceSomebodyHasJoinedWhateverAGatewayHasSeen() {
    create(600, 5000);
    EventView empty = await(events.view(DERBY));
    EventSettings renamed =
        EventSettings.fromJson(
            empty
                .settings()
                .toJson()
                .put("lanes", new JsonArray().add(new JsonObject().put("name", "press"))));
    ChangeAnswer.Changed first =
        assertInstanceOf(
            ChangeAnswer.Changed.class, await(events.replace(DERBY, renamed, empty.version())));
    join(loop, DERBY);
    assertInstanceOf(
        ChangeAnswer.Refused.class,
        await(events.replace(DERBY, empty.settings(), first.version())));
    JsonArray longer =
        renamed.toJson().getJsonArray("lanes").add(new JsonObject().put("name", "b"));
    EventSettings added = EventSettings.fromJson(renamed.toJson().put("lanes", longer));
    assertInstanceOf(
        ChangeAnswer.Changed.class, await(events.replace(DERBY, added, first.version())));
  }

  @Test
  void lanesComeBackFromTheStateFolderAfterAFlush() {
    create(6_000, 5000);
    for (int i = 0; i < 20; i++) {
      enter("member" + i);
    }
    join(loop, DERBY);
    startNow();
    EventView before = until(events, DERBY, seen -> seen.cutoff(MEMBERS) == 20);
    harness.redis(Command.FLUSHALL);
    EventView after =
        until(
            events,
            DERBY,
            seen -> !seen.restoring() && seen.lanes().size() == 2 && seen.gaps().size() == 1);
    assertEquals(before.epoch(), after.epoch());
    assertEquals(OptionalInt.of(20), lane(after, MEMBERS).entrants());
    assertTrue(after.cutoff(MEMBERS) >= 20);
    for (int arrival = 0; arrival < 20; arrival++) {
      assertEquals(before.positionOf(MEMBERS, arrival), after.positionOf(MEMBERS, arrival));
    }
    assertTrue(enter("late") > 20, "no number twice");
    assertEquals(new Lane("members", 3), after.settings().lanesByNumber().get(1));
  }

  @Test
  void whereAMemberStandsFollowsFromTheMembersOwnCalls() {
    create(6_000, 5000);
    for (int i = 0; i < 5; i++) {
      enter("member" + i);
    }
    startNow();
    EventView view = until(events, DERBY, seen -> seen.cutoff(MEMBERS) == 5);
    assertEquals(0, view.cutoff());
    QueuePosition third = new QueuePosition(DERBY, view.epoch(), MEMBERS, 3);
    Standing standing = loop.get(queue -> queue.look(view, third));
    assertEquals(Standing.State.CALLED, standing.state());
  }

  @Test
  void twoLanesFansWhoseTurnsRanOutAtTheDoorDoNotHoldEachOtherUp() {
    create(1_000_000, 1);
    enter("anna");
    join(loop, DERBY);
    startNow();
    until(events, DERBY, seen -> seen.cutoff() == 1 && seen.cutoff(MEMBERS) == 1);
    await(events.close());
    harness.redis(Command.HSET, HASH, "cap", "0");
    assertEquals("MOMENT", claimScript("1 0").verdict());
    assertEquals("MOMENT", claimScript("0 0").verdict());
    harness.redis(Command.DEL, HASH + ":calls", HASH + ":calls:1");
    for (String lane : List.of("", ":1")) {
      harness.redis(Command.HSET, HASH, "settled" + lane, "1", "lapsed" + lane, "1");
    }
    harness.redis(Command.HSET, HASH, "cap", "1");
    assertEquals("MOMENT", claimScript("1 0").verdict());
    assertEquals("ADMITTED", claimScript("0 0").verdict());
    harness.redis(Command.HSET, HASH, "cap", "2");
    assertEquals("ADMITTED", claimScript("1 0").verdict());
  }

  @Test
  void thePlaceOfAnEntryIsKeptByItsTicketWhenTheStoreIsLost() {
    create(6_000, 5000);
    int place = enter("anna");
    enter("ben");
    startNow();
    EventView before = until(events, DERBY, seen -> seen.cutoff(MEMBERS) == 2);
    int position = before.positionOf(MEMBERS, place).orElseThrow();
    harness.redis(Command.FLUSHALL);
    until(events, DERBY, EventView::restoring);
    EventView after = until(events, DERBY, seen -> !seen.restoring());
    assertEquals(OptionalInt.of(position), after.positionOf(MEMBERS, place));
    QueuePosition at = new QueuePosition(DERBY, after.epoch(), MEMBERS, position);
    Standing standing = loop.get(queue -> queue.look(after, at));
    assertEquals(Standing.State.CALLED, standing.state());
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(MEMBERS, position));
  }
}
