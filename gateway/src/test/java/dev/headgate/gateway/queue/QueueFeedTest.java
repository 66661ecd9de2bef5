package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.FeedTypes;
import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.feed.FeedEntry;
import dev.headgate.gateway.feed.FeedParts;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the feed says of an event's life, written by the scripts of one or more gateways. */
final class QueueFeedTest extends OneGatewayOnRedis {
  private @Nullable Feed opened;

  @BeforeEach
  void open() {
    opened = Feed.inRedis(new FeedParts(harness.vertx, harness.redis.uri(), Duration.ofMillis(50)));
  }

  @AfterEach
  void closeIt() {
    await(feed().close());
  }

  private Feed feed() {
    return Objects.requireNonNull(opened);
  }

  private List<FeedEntry> entries(@Nullable String event) {
    return await(feed().read(event, "", Feed.LARGEST_PAGE)).entries();
  }

  private List<String> types(String event) {
    return entries(event).stream().map(FeedEntry::type).toList();
  }

  private FeedEntry last(String type) {
    return entries(DERBY).stream()
        .filter(entry -> entry.type().equals(type))
        .reduce((before, after) -> after)
        .orElseThrow(() -> new AssertionError(type + " is not in " + entries(DERBY)));
  }

  private void create(Duration untilStart, Object... namesAndValues) {
    await(events.create(DERBY, changed(settings(untilStart, 6_000, 5_000), namesAndValues)));
  }

  private static EventSettings changed(EventSettings settings, Object... namesAndValues) {
    JsonObject json = settings.toJson();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      json.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return EventSettings.fromJson(json);
  }

  private void change(Object... namesAndValues) {
    EventView view = await(events.view(DERBY));
    await(events.replace(DERBY, changed(view.settings(), namesAndValues), view.version()));
  }

  private void moveHouse() {
    harness.redis(Command.HSET, HASH, "home", "0123456789");
  }

  @Test
  void aSaleIsToldFromItsCreationToItsEnd() {
    create(LATER);
    assertEquals(List.of("created", "opened"), types(DERBY));
    change("start", "manual");
    join(loop, DERBY);
    join(loop, DERBY);
    await(events.draw(DERBY));
    await(events.pauseSaying(DERBY, Reason.only("Payment is \"slow\"")));
    await(events.resume(DERBY));
    await(events.message(DERBY, new Message("Grüße", "de", Instant.EPOCH)));
    await(events.silence(DERBY, null));
    await(events.end(DERBY));
    await(events.end(DERBY));
    EventView over = await(events.view(DERBY));
    JsonObject open = over.settings().toJson().putNull("closesAt");
    await(events.replace(DERBY, EventSettings.fromJson(open), over.version()));
    assertEquals(
        List.of(
            "created",
            "opened",
            "settings-changed",
            "drawn",
            "on-sale",
            "paused",
            "resumed",
            "message-changed",
            "message-changed",
            "closed",
            "reopened"),
        types(DERBY));
    assertEquals(2, last("drawn").data().getInteger("entrants"));
    assertEquals("Payment is \"slow\"", last("paused").data().getString("reason"));
    FeedEntry said = entries(DERBY).get(7);
    assertEquals(new JsonObject().put("lang", "de").put("text", "Grüße"), said.data());
    assertEquals(new JsonArray().add("start"), entries(DERBY).get(2).data().getValue("fields"));
  }

  @Test
  void whoeverNamesAnEntryThatIsKeptNoLongerIsToldThatSomeAreMissing() {
    create(LATER);
    List<FeedEntry> all = new ArrayList<>(entries(DERBY));
    FeedEntry first = all.get(0);
    assertFalse(await(feed().read(DERBY, first.id(), 10)).missed());
    String before = "0000000000001-000000";
    assertFalse(await(feed().read(DERBY, before, 10)).missed(), "nothing has gone yet");
    for (int i = 0; i < 3; i++) {
      await(events.pauseSaying(DERBY, Reason.only("pause " + i)));
    }
    all = entries(DERBY);
    for (String key : List.of(HASH + ":feed", Feed.KEY)) {
      harness.redis(Command.XTRIM, key, "MAXLEN", "2");
    }
    for (String event : Arrays.asList(DERBY, null)) {
      Feed.Page late = await(feed().read(event, first.id(), 10));
      assertTrue(late.missed());
      assertEquals(2, late.entries().size());
      String oldest = late.entries().get(0).id();
      assertFalse(await(feed().read(event, oldest, 10)).missed());
      assertFalse(await(feed().read(event, "", 10)).missed());
    }
    Feed.Page lost = await(feed().read(DERBY, "9999999999999-000000", 10));
    assertTrue(lost.missed(), "of a store that was lost");
    assertEquals(all.subList(all.size() - 2, all.size()), lost.entries());
  }

  @Test
  void aMessageThatChangesNothingIsNotTold() {
    create(LATER);
    await(events.silence(DERBY, null));
    await(events.silence(DERBY, "de"));
    assertEquals(List.of("created", "opened"), types(DERBY));
    await(events.message(DERBY, new Message("Hallo", "de", Instant.EPOCH)));
    await(events.message(DERBY, new Message("Hallo", "de", Instant.EPOCH)));
    await(events.silence(DERBY, "en"));
    assertEquals(List.of("created", "opened", "message-changed"), types(DERBY));
    await(events.message(DERBY, new Message("Guten Tag", "de", Instant.EPOCH)));
    await(events.silence(DERBY, "de"));
    await(events.silence(DERBY, "de"));
    assertEquals(5, types(DERBY).size());
    assertNull(last("message-changed").data().getValue("text"));
  }

  @Test
  void aResetBeginsAgainBehindWhatWasTold() {
    create(STARTED);
    long before = await(events.view(DERBY)).epoch();
    await(events.reset(DERBY, null));
    assertEquals(
        List.of("created", "opened", "drawn", "on-sale", "reset", "opened", "drawn", "on-sale"),
        types(DERBY));
    assertEquals(before, last("reset").data().getLong("from"));
    assertEquals(await(events.view(DERBY)).epoch(), last("reset").data().getLong("to"));
  }

  @Test
  void turnedDialsAreToldWithWhatTheyWereAndNothingElseIs() {
    create(LATER);
    JsonObject dials = await(events.view(DERBY)).settings().dials().toJson();
    change("dials", dials.copy().put("newUsersPerMinute", 1_200).put("turnWindow", "PT1M"));
    FeedEntry turned = last("dials-changed");
    assertEquals(
        new JsonObject().put("newUsersPerMinute", 6_000).put("turnWindow", "PT5M"),
        turned.data().getJsonObject("from"));
    assertEquals(
        new JsonObject().put("newUsersPerMinute", 1_200).put("turnWindow", "PT1M"),
        turned.data().getJsonObject("to"));
    change();
    assertEquals(List.of("created", "opened", "dials-changed"), types(DERBY));
  }

  @Test
  void pausingAgainIsToldOnlyWhereTheReasonIsAnotherOne() {
    create(STARTED);
    await(events.pauseSaying(DERBY, Reason.only("one")));
    await(events.pauseSaying(DERBY, Reason.only("one")));
    await(events.pauseSaying(DERBY, Reason.only("two")));
    await(events.resume(DERBY));
    await(events.resume(DERBY));
    List<String> types = types(DERBY);
    assertEquals(List.of("paused", "reason-changed", "resumed"), types.subList(4, types.size()));
  }

  @Test
  void whatFallsDueWhileNobodyAsksIsToldOnceSomebodyDoesWithTheTimeItWasDue() {
    Instant start = Instant.now().plusSeconds(3_600);
    create(LATER, "opensAt", start.minusSeconds(600).toString());
    assertEquals(List.of("created"), types(DERBY));
    // As if hours had passed.
    long due = Instant.now().minusSeconds(7_200).toEpochMilli();
    harness.redis(
        Command.HSET,
        HASH,
        "epoch",
        Long.toString(due - 1_000_000),
        "opensAt",
        Long.toString(due - 600_000),
        "onSaleAt",
        Long.toString(due),
        "closesAt",
        Long.toString(due + 3_600_000));
    harness.script(Script.SNAPSHOT, DERBY, "other", 1, 0, "-", 0, 1, "", 0, "");
    harness.script(Script.SNAPSHOT, DERBY, "another", 1, 0, "-", 0, 1, "", 0, "");
    assertEquals(List.of("created", "opened", "drawn", "on-sale", "ended"), types(DERBY));
    List<Instant> at = entries(DERBY).stream().map(FeedEntry::at).toList();
    assertEquals(Instant.ofEpochMilli(due - 600_000), at.get(1));
    assertEquals(Instant.ofEpochMilli(due), at.get(2));
    assertEquals(Instant.ofEpochMilli(due), at.get(3));
    assertEquals(Instant.ofEpochMilli(due + 3_600_000), at.get(4));
  }

  @Test
  void manyGatewaysTellATransitionOnce() {
    List<Events> gateways = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      gateways.add(harness.gateway("gateway-" + i));
    }
    create(LATER);
    gateways.forEach(gateway -> await(gateway.view(DERBY)));
    change("start", Instant.now().toString());
    until(events, DERBY, view -> view.phase() == Phase.ON_SALE);
    change("closesAt", Instant.now().toString());
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              gateways.forEach(gateway -> await(gateway.view(DERBY)));
              return types(DERBY).contains("ended");
            });
    gateways.forEach(gateway -> await(gateway.view(DERBY)));
    List<String> told =
        types(DERBY).stream().filter(type -> !type.equals("settings-changed")).toList();
    assertEquals(List.of("created", "opened", "drawn", "on-sale", "ended"), told);
  }

  @Test
  void aBackendInTroubleIsToldWhenItBeginsAndWhenItIsOver() {
    create(STARTED);
    until(events, DERBY, view -> view.phase() == Phase.ON_SALE);
    await(events.close());
    assertEquals("OK", advance("1,CUTTING", "", "0", 300, "hold p95 1,840 ms").verdict());
    assertEquals("OK", advance("1,CUTTING", "", "0", 200, "errors 7 %").verdict());
    assertEquals("OK", advance("", "5:9", "0", 6_000, null).verdict());
    assertEquals("OK", advance("", "0:0", "1", 0, null).verdict());
    assertEquals("OK", advance("", "2:0", "0", 6_000, null).verdict());
    List<String> types = types(DERBY);
    assertEquals(
        List.of("throttled", "throttle-lifted", "sold-out", "seats-back"),
        types.subList(4, types.size()));
    JsonObject throttled = last("throttled").data();
    assertEquals(300, throttled.getInteger("to"));
    assertEquals("hold p95 1,840 ms", throttled.getString("why"));
    JsonObject lifted = last("throttle-lifted").data();
    assertEquals(200, lifted.getInteger("from"));
    assertEquals(6_000, lifted.getInteger("to"));
    assertEquals(2, last("seats-back").data().getInteger("free"));
  }

  /** A tick that moves nobody. */
  private Reply advance(
      String throttle, String stock, String soldOut, int effective, @Nullable String why) {
    Reply time = new Reply(harness.redis(Command.TIME));
    List<Object> args = new ArrayList<>();
    args.add(harness.field(DERBY, "epoch"));
    args.add(harness.field(DERBY, "tick"));
    args.add(harness.field(DERBY, "dialsVersion"));
    args.add(time.number(0) * 1_000 + time.number(1) / 1_000);
    args.addAll(List.of("NOBODY_WAITS", throttle, stock, soldOut, effective));
    args.addAll(List.of(0, 0, 0, 0, 0));
    if (why != null) {
      args.add(why);
    }
    return harness.script(Script.ADVANCE, DERBY, args.toArray());
  }

  @Test
  void aStoreThatIsAnotherOneIsToldAndThatTheEventIsBack() {
    create(STARTED);
    until(events, DERBY, view -> view.phase() == Phase.ON_SALE);
    moveHouse();
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              await(events.view(DERBY));
              return types(DERBY).contains("restored");
            });
    List<String> types = types(DERBY);
    assertEquals(List.of("restoring", "restored"), types.subList(4, types.size()));
  }

  @Test
  void aFeedThatIsLostWithItsStoreBeginsAgainAndRepeatsNothing() {
    create(STARTED);
    until(events, DERBY, view -> view.phase() == Phase.ON_SALE);
    harness.redis(Command.FLUSHALL);
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              await(events.view(DERBY));
              return types(DERBY).contains("restored");
            });
    assertEquals(List.of("restoring", "restored"), types(DERBY));
  }

  @Test
  void theFeedOfAllIsThoseOfEachInOneOrderAndIsReadByPages() {
    List<String> ids = IntStream.range(0, 5).mapToObj(i -> "event-" + i).toList();
    List<Future<?>> made = new ArrayList<>();
    ids.forEach(id -> made.add(events.create(id, settings(LATER, 60, 100))));
    await(Future.all(made));
    List<FeedEntry> all = entries(null);
    assertEquals(10, all.size());
    List<String> sorted = all.stream().map(FeedEntry::id).toList();
    assertEquals(List.copyOf(new TreeSet<>(sorted)), sorted, "in order, and each once");
    for (String id : ids) {
      assertEquals(
          all.stream().filter(entry -> entry.event().equals(id)).toList(), entries(id), id);
    }
    List<FeedEntry> paged = new ArrayList<>();
    String after = "";
    do {
      Feed.Page page = await(feed().read(null, after, 3));
      paged.addAll(page.entries());
      after = page.next() == null ? "" : page.next();
    } while (!after.isEmpty());
    assertEquals(all, paged);
    assertEquals(sorted.get(9), await(feed().newest()));
  }

  @Test
  void ofManyEntriesTheNewestAreKept() {
    create(LATER);
    String fill = "for i = 1, 1200 do redis.call('XADD', KEYS[1], '*', 'type', 'x') end return 1";
    harness.redis(Command.EVAL, fill, "1", HASH + ":feed");
    harness.redis(Command.DEL, "headgate:{feed}:entries");
    String later = "redis.call('XADD', KEYS[1], '*', 'type', 'x') return 1";
    harness.redis(Command.EVAL, later, "1", "headgate:{feed}:entries");
    await(events.pauseSaying(DERBY, List.of()));
    assertEquals("1000", harness.redis(Command.XLEN, HASH + ":feed").toString());
    assertEquals("paused", types(DERBY).get(999));
  }

  @Test
  void aFeedThatCannotBeWrittenStopsNothing() {
    create(LATER);
    harness.redis(Command.SET, "headgate:{feed}:entries", "not a stream");
    await(events.pauseSaying(DERBY, List.of()));
    assertTrue(await(events.view(DERBY)).halted());
    harness.redis(Command.DEL, "headgate:{feed}:entries");
    await(events.resume(DERBY));
    assertEquals(List.of("created", "opened", "resumed"), types(DERBY));
  }

  @Test
  void eventsThatNobodyKnowsLeaveNothingBehind() {
    harness.script(Script.SNAPSHOT, "invented", "other", 0, 0, "-", 0, 1, "", 0, "");
    assertEquals(0, harness.redis(Command.KEYS, "*").size());
  }

  @Test
  void whoeverFollowsIsCalledWhenThereIsSomethingNewAndWhoeverStopsIsNot() {
    AtomicInteger calls = new AtomicInteger();
    Runnable stop = feed().follow(calls::incrementAndGet);
    Awaitility.await().until(() -> calls.get() == 1);
    create(LATER);
    Awaitility.await().until(() -> calls.get() == 2);
    stop.run();
    await(events.pauseSaying(DERBY, List.of()));
    AtomicInteger others = new AtomicInteger();
    Runnable other = feed().follow(others::incrementAndGet);
    Awaitility.await().until(() -> others.get() == 1);
    other.run();
    assertEquals(2, calls.get());
  }

  @Test
  void everyTypeThatAScriptTellsIsDocumented() {
    TreeSet<String> told = new TreeSet<>();
    for (Script script : Script.values()) {
      var calls = Pattern.compile("(?:tell|say)\\(([^\\n]*)").matcher(script.source());
      while (calls.find()) {
        Pattern.compile("'([a-z-]{4,})'")
            .matcher(calls.group(1))
            .results()
            .forEach(found -> told.add(found.group(1)));
      }
    }
    told.removeAll(List.of("arrivals"));
    assertEquals(new TreeSet<>(FeedTypes.ALL), told);
  }
}
