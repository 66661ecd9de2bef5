package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.BackendReport.Load;
import dev.headgate.policy.estimate.Estimate;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What the backend's health and stock do to the queue, and what the queue tells of it. */
final class QueueBackendTest extends OneGatewayOnRedis {

  private void create(String throttle, int fans) {
    JsonObject json = settings(Duration.ofSeconds(-1), 6_000, 5_000).toJson();
    json.getJsonObject("dials").put("throttle", throttle);
    await(events.create(DERBY, EventSettings.fromJson(json)));
    for (int i = 0; i < fans; i++) {
      join(loop, DERBY);
    }
  }

  private static BackendReport load(int p95Millis, Remaining left) {
    return new BackendReport(List.of(), 0, 0, new Load(p95Millis, 0, 10, left));
  }

  private ClaimAnswer claim(int position) {
    QueuePosition at = new QueuePosition(DERBY, await(events.view(DERBY)).epoch(), 0, position);
    return loop.get(queue -> queue.claim(at));
  }

  @Test
  void aSlowBackendLowersTheRateAndTheLimitSaysWhy() {
    create("auto", 2_000);
    harness.report = load(4_000, new Remaining(100_000, 0));
    EventView slow = until(events, DERBY, view -> view.effectivePerMinute() < 6_000);
    assertTrue(slow.effectivePerMinute() >= 600, "never under the floor");
    EventView bound = until(events, DERBY, view -> view.limit().contains("throttle"));
    assertTrue(bound.limit().contains("4,000 ms"), bound.limit());
    assertEquals(4_000, Objects.requireNonNull(bound.backend()).p95Millis());
  }

  @Test
  void aThrottleThatIsOffLeavesTheDialAloneButKnowsWhenNothingIsLeft() {
    create("off", 10);
    harness.report = load(4_000, new Remaining(30, 0));
    EventView view = until(events, DERBY, seen -> seen.remaining() != null);
    assertEquals(6_000, view.effectivePerMinute());
    assertEquals(new Remaining(30, 0), view.remaining());
  }

  @Test
  void whenFewSeatsAreFreeFewAreCalled() {
    create("auto", 3_000);
    harness.report = load(20, new Remaining(40, 10));
    EventView few = until(events, DERBY, view -> view.remaining() != null);
    assertEquals(80, few.effectivePerMinute());
  }

  @Test
  void whileHeldSeatsMayReturnNobodyIsCalledAndNothingIsCalledSoldOut() {
    harness.report = load(20, new Remaining(0, 7));
    create("off", 50);
    EventView view = until(events, DERBY, seen -> seen.limit().startsWith("stock"));
    assertEquals(0, view.cutoff());
    assertEquals(Phase.ON_SALE, view.phase());
    assertTrue(view.limit().contains("7 held"), view.limit());
    harness.report = load(20, new Remaining(7, 0));
    until(events, DERBY, seen -> seen.cutoff() > 0);
  }

  @Test
  void soldOutIsSaidToAllAndTakenBackWhenSeatsReturn() {
    create("off", 30);
    until(events, DERBY, view -> view.cutoff() == 30);
    Events second = harness.gateway("two");
    await(second.view(DERBY));
    harness.report = load(20, new Remaining(0, 0));
    until(second, DERBY, view -> view.phase() == Phase.SOLD_OUT);
    assertInstanceOf(JoinAnswer.SoldOut.class, loop.<JoinAnswer>get(queue -> queue.join(DERBY)));
    assertInstanceOf(ClaimAnswer.SoldOut.class, claim(0));
    // A backend that falls silent takes nothing back.
    harness.report = BackendReport.NONE;
    until(events, DERBY, view -> view.remaining() == null);
    assertEquals(Phase.SOLD_OUT, await(events.view(DERBY)).phase());
    harness.report = load(20, new Remaining(2, 0));
    until(events, DERBY, view -> view.phase() == Phase.ON_SALE);
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(0));
  }

  @Test
  void aSlowStartRisesFromNothingAndFromWhereTheRateWas() {
    JsonObject json = settings(Duration.ofSeconds(-1), 6_000, 5_000).toJson();
    await(events.create(DERBY, EventSettings.fromJson(json.put("slowStart", "PT1H"))));
    for (int i = 0; i < 500; i++) {
      join(loop, DERBY);
    }
    EventView rising = until(events, DERBY, view -> view.cutoff() > 0);
    assertTrue(rising.effectivePerMinute() < 600, "a minute of an hour: a hundredth of the way");
    // An hour on, the dial is raised: the rate goes on from the old one.
    long now = new Reply(harness.redis(Command.TIME)).number(0);
    harness.redis(Command.HSET, HASH, "rampAt", (now - 3_600) + "000");
    EventView full = until(events, DERBY, view -> view.effectivePerMinute() == 6_000);
    EventSettings raised =
        full.settings()
            .withDials(
                full.settings().dials().patched(new JsonObject().put("newUsersPerMinute", 60_000)));
    await(events.replace(DERBY, raised, full.version()));
    int effective = await(events.view(DERBY)).effectivePerMinute();
    assertTrue(effective >= 6_000 && effective < 8_000, "effective: " + effective);
    await(events.pause(DERBY, null));
    await(events.resume(DERBY));
    assertTrue(await(events.view(DERBY)).effectivePerMinute() < 1_000, "a resume begins anew");
  }

  @Test
  void beforeTheSaleASlowStartHasNotBegunAndCountsInNoEstimate() {
    JsonObject json = settings(Duration.ofMinutes(10), 600, 5_000).toJson();
    await(events.create(DERBY, EventSettings.fromJson(json.put("slowStart", "PT1H"))));
    join(loop, DERBY);
    EventView view = until(events, DERBY, seen -> seen.arrivals() == 1);
    assertEquals(600, view.effectivePerMinute());
    assertNotNull(view.estimate(0, OptionalInt.empty()));
  }

  @Test
  void waitingTimesAreToldAsARangeAndMeasuredWhenTheyComeDue() {
    JsonObject json = settings(Duration.ofSeconds(-1), 600, 5_000).toJson();
    await(events.create(DERBY, EventSettings.fromJson(json)));
    for (int i = 0; i < 300; i++) {
      join(loop, DERBY);
    }
    EventView view = until(events, DERBY, seen -> seen.cutoff() > 0);
    Estimate told = view.estimate(0, OptionalInt.of(view.cutoff() + 100));
    assertNotNull(told);
    assertTrue(told.low() <= told.seconds() && told.seconds() <= told.high(), "" + told);
    assertTrue(told.high() > told.low(), "a range, not a promise to the second");
    int behind = view.cutoff() + 120;
    until(events, DERBY, seen -> seen.cutoff() > behind);
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(behind));
    assertEquals(1, harness.promises.size());
    assertTrue(harness.promises.get(0).promisedSeconds() >= 0);
    await(events.pause(DERBY, "smoke"));
    assertNull(await(events.view(DERBY)).estimate(0, OptionalInt.of(250)));
  }

  @Test
  void whereTheHouseIsFullAndNobodyHasLeftYetNobodyIsToldATime() {
    await(events.create(DERBY, settings(Duration.ofSeconds(-1), 6_000, 2)));
    for (int i = 0; i < 30; i++) {
      join(loop, DERBY);
    }
    until(events, DERBY, seen -> seen.cutoff() >= 2);
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(0));
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(1));
    EventView full = until(events, DERBY, seen -> seen.limit().startsWith("totalActiveUsers"));
    assertNull(full.estimate(0, OptionalInt.of(29)));
  }

  @Test
  void beforeTheDrawTheEstimateSpansAllPositions() {
    await(events.create(DERBY, settings(Duration.ofMinutes(10), 600, 5_000)));
    for (int i = 0; i < 900; i++) {
      join(loop, DERBY);
    }
    EventView view = until(events, DERBY, seen -> seen.arrivals() == 900);
    Estimate told = Objects.requireNonNull(view.estimate(0, OptionalInt.empty()));
    assertTrue(told.low() >= 540 && told.low() <= 600, "the first are called at the start");
    assertTrue(told.high() >= 600 + 90, "the last after them");
  }

  @Test
  void whatAnotherVersionReportsStopsNobody() {
    create("auto", 5);
    until(events, DERBY, view -> view.cutoff() == 5);
    String later = "99999999999999:";
    String health = HASH + ":health";
    harness.redis(
        Command.HSET,
        health,
        "v0",
        "nothing we know",
        "v9",
        later + "|9|x;{}",
        "v7",
        later + "1|2");
    harness.redis(Command.HSET, HASH + ":present", "v0", "many", "v9", later + "some");
    harness.report = load(20, new Remaining(3, 0));
    join(loop, DERBY);
    EventView view = until(events, DERBY, seen -> seen.cutoff() == 6);
    until(events, DERBY, seen -> new Remaining(3, 0).equals(seen.remaining()));
    assertNotNull(view.backend());
  }

  @Test
  void theThrottleHoldsAlsoForThoseWhoWouldGoStraightIn() {
    JsonObject json =
        EventSettings.of(
                "Shop",
                new dev.headgate.gateway.config.Start.Always(),
                dev.headgate.gateway.config.Dials.of(6_000, 50_000))
            .toJson();
    json.getJsonObject("dials").put("throttle", "auto");
    harness.report = load(9_000, new Remaining(100_000, 0));
    await(events.create(DERBY, EventSettings.fromJson(json)));
    EventView slow = until(events, DERBY, view -> view.effectivePerMinute() < 2_000);
    List<Future<JoinAnswer>> joins = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      joins.add(loop.on(queue -> queue.join(DERBY)));
    }
    long inside =
        joins.stream().map(QueueHarness::await).filter(JoinAnswer.Inside.class::isInstance).count();
    // Two seconds' worth may lie ready.
    assertTrue(inside <= slow.effectivePerMinute() / 30 + 5, "inside: " + inside);
    assertTrue(inside > 0, "as far as there is credit");
  }
}
