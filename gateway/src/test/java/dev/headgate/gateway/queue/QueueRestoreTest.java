package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.QueueHarness.Loop;
import dev.headgate.policy.order.Lottery;
import dev.headgate.policy.order.Seeds;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A store that was lost or comes back with an old file, and gateways that know more or less. */
final class QueueRestoreTest extends OneGatewayOnRedis {

  private void create(Duration untilStart, Object... namesAndValues) {
    JsonObject json = settings(untilStart, 6_000, 5_000).toJson();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      json.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    await(events.create(DERBY, EventSettings.fromJson(json)));
  }

  private void joins(int many) {
    for (int i = 0; i < many; i++) {
      join(loop, DERBY);
    }
  }

  private void put(String... namesAndValues) {
    String[] args = new String[namesAndValues.length + 1];
    args[0] = HASH;
    System.arraycopy(namesAndValues, 0, args, 1, namesAndValues.length);
    harness.redis(Command.HSET, args);
  }

  private static String millisFromNow(long seconds) {
    return Long.toString(Instant.now().plusSeconds(seconds).toEpochMilli());
  }

  /** What a gateway that has just seen the store would restore. */
  private EventRecord seen(ClosedRound... rounds) {
    Reply answer = harness.script(Script.SNAPSHOT, DERBY, "other", 1, 0, "-", 0, 1, "", 0, "");
    EventSnapshot seen = EventSnapshot.read(answer);
    EventSettings settings = EventSettings.fromJson(new JsonObject(seen.text("settings")));
    return EventRecord.of(DERBY, settings, seen, List.of(rounds));
  }

  /** Another process, or one that was started again: it is not the one the event was at home in. */
  private void moveHouse() {
    put("home", "0123456789");
  }

  private void restore(EventRecord known) {
    Reply answer = harness.script(Script.RESTORE, DERBY, known.toRestore());
    assertEquals("RESTORED", answer.verdict());
    // Whatever it was restored from, every script must be able to run on it.
    assertEquals("OK", harness.script(Script.JOIN, DERBY, 1, 0, "").verdict());
    assertNotNull(seen());
  }

  @Test
  void whoSawTheStoreToTheEndRestoresItAndNotWhoKnewItLongAgo() {
    create(LATER);
    joins(10);
    Events two = harness.gateway("two");
    until(two, DERBY, view -> view.arrivals() == 10);
    await(two.close());
    // Far more than a gateway adds for what it may have missed.
    put("arrivals", "900000", "reserved", "900100", "reservedNext", "900100");
    until(events, DERBY, view -> view.arrivals() == 900_000);
    harness.redis(Command.FLUSHALL);
    harness.redis(Command.SET, HASH + ":lease", "two", "PX", "3000");
    Events again = harness.gateway("two");
    until(again, DERBY, view -> await(events.view(DERBY)).restoring() && view.restoring());
    until(again, DERBY, view -> !await(events.view(DERBY)).restoring() && !view.restoring());
    assertTrue(join(loop, DERBY) >= 900_000, "a number was given twice");
  }

  @Test
  void aStoreWhoseFileKnowsLaterRoundsKeepsThem() {
    create(LATER, "mode", "random-rounds", "roundLength", "PT10M");
    joins(6);
    put("onSaleAt", millisFromNow(-1));
    joins(2);
    EventRecord early = seen(ClosedRound.parse("0:6:1000"));
    await(events.close());
    String closes = millisFromNow(500);
    harness.redis(Command.RPUSH, HASH + ":rounds", "3:8:2000");
    put("entrants", "8", "round", "4", "roundClosesAt", closes);
    moveHouse();
    restore(early);
    assertEquals("4", harness.field(DERBY, "round"));
    assertEquals(closes, harness.field(DERBY, "roundClosesAt"));
    assertEquals("8", harness.field(DERBY, "entrants"));
    assertEquals("2", harness.redis(Command.LLEN, HASH + ":rounds").toString());
  }

  @Test
  void aDrawAtTheOperatorsWordStandsAlsoWhereTheGatewayHasNotHeardOfIt() {
    create(LATER, "start", "manual", "mode", "random-rounds", "roundLength", "PT10M");
    joins(5);
    EventRecord before = seen();
    await(events.draw(DERBY));
    await(events.close());
    String onSaleAt = harness.field(DERBY, "onSaleAt");
    moveHouse();
    restore(before);
    assertEquals(onSaleAt, harness.field(DERBY, "onSaleAt"));
    assertEquals("5", harness.field(DERBY, "entrants"));
    assertEquals("1", harness.field(DERBY, "round"));
  }

  @Test
  void aDrawAtTheOperatorsWordSurvivesTheLossOfTheStore() {
    create(LATER, "start", "manual");
    joins(5);
    await(events.draw(DERBY));
    EventView drawn = until(events, DERBY, view -> view.phase() == Phase.ON_SALE);
    await(events.end(DERBY));
    EventView ended = until(events, DERBY, view -> view.phase() == Phase.ENDED);
    harness.redis(Command.FLUSHALL);
    until(events, DERBY, EventView::restoring);
    EventView after = until(events, DERBY, view -> !view.restoring());
    assertEquals(drawn.onSaleAt(), after.onSaleAt());
    assertEquals(5, after.entrants().orElseThrow());
    assertEquals(ended.closesAt(), after.closesAt());
    assertEquals(Phase.ENDED, after.phase());
    assertInstanceOf(JoinAnswer.Ended.class, loop.<JoinAnswer>get(queue -> queue.join(DERBY)));
  }

  @Test
  void anEndThatOnlyTheStoresFileKnowsStands() {
    create(Duration.ofSeconds(-1));
    EventRecord before = seen();
    await(events.end(DERBY));
    String closesAt = harness.field(DERBY, "closesAt");
    await(events.close());
    moveHouse();
    Reply answer = harness.script(Script.RESTORE, DERBY, before.toRestore());
    assertEquals("RESTORED", answer.verdict());
    assertEquals(closesAt, harness.field(DERBY, "closesAt"));
  }

  @Test
  void aLaneThatOnlyTheStoresFileKnowsStands() {
    create(LATER);
    EventRecord before = seen();
    JsonArray lanes = new JsonArray().add(new JsonObject().put("name", "members"));
    EventView view = await(events.view(DERBY));
    JsonObject json = view.settings().toJson().put("lanes", lanes);
    await(events.replace(DERBY, EventSettings.fromJson(json), view.version()));
    assertEquals(0, harness.script(Script.JOIN, DERBY, 7, 1, "").number(2));
    await(events.close());
    moveHouse();
    restore(before);
    assertEquals("2", harness.field(DERBY, "lanes"));
    assertTrue(harness.script(Script.JOIN, DERBY, 1, 1, "").number(2) > 7, "a number twice");
    assertTrue(harness.field(DERBY, "gaps:1").startsWith("7-"));
  }

  @Test
  void aLaterLifeThatOnlyTheStoresFileKnowsGoesOn() {
    create(LATER);
    joins(3);
    EventRecord before = seen();
    await(events.reset(DERBY, new Start.Manual()));
    joins(4);
    String epoch = harness.field(DERBY, "epoch");
    String earlier = harness.field(DERBY, "earlier");
    await(events.close());
    moveHouse();
    restore(before);
    assertEquals(epoch, harness.field(DERBY, "epoch"));
    assertEquals(earlier, harness.field(DERBY, "earlier"));
    assertEquals("manual", harness.field(DERBY, "start"));
    assertTrue(harness.field(DERBY, "gaps").startsWith("4-"));
  }

  @Test
  void theStoresOwnFileIsTakenWhereNoGatewayRemembersTheEvent() {
    create(LATER);
    joins(9);
    String epoch = harness.field(DERBY, "epoch");
    await(events.close());
    moveHouse();
    Events stranger = harness.gateway("without any state");
    Loop fans = harness.loop(stranger);
    EventView view =
        org.awaitility.Awaitility.await()
            .atMost(Duration.ofMinutes(1))
            .ignoreExceptions()
            .until(() -> await(stranger.view(DERBY)), seen -> !seen.restoring());
    assertEquals(epoch, Long.toString(view.epoch()));
    assertTrue(join(fans, DERBY) > 9);
  }

  @Test
  void aGatewayThatKnewOtherRoundsThanTheStoreTakesTheStores() {
    create(LATER, "mode", "random-rounds", "roundLength", "PT10M");
    joins(12);
    put("onSaleAt", millisFromNow(-1));
    until(events, DERBY, view -> view.positionOf(0, 11).isPresent());
    put("entrants", "10", "cutoff", "0", "settled", "0", "lapsed", "0");
    harness.redis(Command.DEL, HASH + ":rounds", HASH + ":calls");
    harness.redis(Command.RPUSH, HASH + ":rounds", "0:10:2000");
    EventView told = until(events, DERBY, view -> view.positionOf(0, 11).isEmpty());
    assertEquals(10, Objects.requireNonNull(told.round(0)).entrants());
    byte[] seed = Seeds.derive(QueueHarness.DRAW_KEY, "derby/round/0", told.epoch());
    int[] order = Lottery.order("derby/round/0", seed, new byte[0], 10);
    EventView drawn = until(events, DERBY, view -> view.positionOf(0, 9).isPresent());
    for (int position = 0; position < 10; position++) {
      assertEquals(position, drawn.positionOf(0, order[position]).orElseThrow());
    }
  }

  @Test
  void anOpenRoundWithSkippedNumbersIsDrawnAndCalledLikeAnyOther() {
    create(LATER, "mode", "random-rounds", "roundLength", "PT1H", "maxPlaces", 4_096);
    joins(6);
    put("onSaleAt", millisFromNow(-1));
    joins(5);
    until(events, DERBY, view -> view.cutoff() == 6 && view.arrivals() == 11);
    harness.redis(Command.FLUSHALL);
    until(events, DERBY, EventView::restoring);
    until(events, DERBY, view -> !view.restoring());
    joins(3);
    EventView open = until(events, DERBY, view -> view.waiting() == 8);
    assertTrue(open.positionOf(0, 7).isEmpty());
    assertEquals(2, open.rounds().size());
    put("roundClosesAt", millisFromNow(-1));
    EventView called = until(events, DERBY, view -> view.waiting() == 0);
    assertEquals(open.arrivals(), called.entrants().orElseThrow());
    // Behind the last fan there may be numbers of nobody.
    assertTrue(called.positionOf(0, 7).orElseThrow() < called.cutoff());
    assertTrue(called.positionOf(0, open.arrivals() - 1).orElseThrow() < called.cutoff());
  }
}
