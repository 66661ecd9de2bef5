package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.config.EventSettings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the scripts of changes write into the audit trail, in the same step. */
final class QueueAuditTest extends OneGatewayOnRedis {
  private static final String TRAIL = HASH + ":audit";
  private static final String FUTURE = "4102444800000";

  private Changes ann() {
    return events.by(Signature.of("ann", "operator", "192.0.2.7", "a \"reason\""));
  }

  private void create(Duration untilStart) {
    await(events.create(DERBY, settings(untilStart, 6_000, 5_000)));
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    harness.redis(Command.ZRANGE, TRAIL, "0", "-1").forEach(line -> lines.add(line.toString()));
    return lines;
  }

  private List<JsonObject> entries() {
    return lines().stream().map(line -> AuditEntry.read(line).orElseThrow().toJson()).toList();
  }

  private JsonObject last() {
    List<JsonObject> entries = entries();
    return entries.get(entries.size() - 1);
  }

  private void assertLast(String change, @Nullable Object from, @Nullable Object to) {
    JsonObject last = last();
    assertEquals(change, last.getString("change"));
    assertEquals(from, last.getValue("from"));
    assertEquals(to, last.getValue("to"));
  }

  @Test
  void everyChangeIsWrittenDownByTheScriptThatMakesItFromWhatToWhatAndByWhom() {
    EventSettings manual =
        EventSettings.fromJson(settings(LATER, 600, 50).toJson().put("start", "manual"));
    await(ann().create(DERBY, manual));
    assertLast("create", null, manual.toJson());
    JsonObject entry = last();
    assertEquals(
        List.of("id", "at", "who", "role", "address", "change", "from", "to", "why"),
        List.copyOf(entry.fieldNames()));
    assertEquals("ann", entry.getString("who"));
    assertEquals("operator", entry.getString("role"));
    assertEquals("192.0.2.7", entry.getString("address"));
    assertEquals("a \"reason\"", entry.getString("why"));

    EventSettings faster = manual.withDials(manual.dials().patched(dial(1_200)));
    await(ann().turn(DERBY, faster, 1));
    assertLast("dials", manual.dials().toJson(), faster.dials().toJson());
    EventSettings renamed =
        EventSettings.fromJson(faster.toJson().put("title", "Das \"Derby\"/{é}"));
    await(ann().replace(DERBY, renamed, 2));
    assertLast("settings", faster.toJson(), renamed.toJson());

    await(ann().pauseSaying(DERBY, Reason.only("Payment is slow")));
    assertLast("pause", "running", "Payment is slow");
    List<Reason> both = List.of(new Reason("Rain", "en"), new Reason("Regen", "de"));
    await(ann().pauseSaying(DERBY, both));
    assertLast("pause", "Payment is slow", Reason.toJson(both));
    await(ann().pauseSaying(DERBY, List.of()));
    assertLast("pause", Reason.toJson(both), null);
    await(ann().resume(DERBY));
    assertLast("resume", null, null);
    await(ann().resume(DERBY));
    assertLast("resume", "running", null);
    assertEquals(8, lines().size());
  }

  @Test
  void messagesAreWrittenDownWithWhatWasSaidBeforeInEachLanguage() {
    create(LATER);
    await(ann().message(DERBY, new Message("Hello / \"you\"", "en", Instant.EPOCH)));
    JsonObject hello = new JsonObject().put("text", "Hello / \"you\"").put("lang", "en");
    assertLast("message", new JsonArray(), hello);
    await(ann().message(DERBY, new Message("Grüße\u2028", "de", Instant.EPOCH)));
    JsonObject said = last().getJsonArray("from").getJsonObject(0);
    Instant at = Instant.parse(said.getString("at"));
    assertTrue(Duration.between(at, Instant.now()).abs().compareTo(Duration.ofMinutes(1)) < 0);
    assertEquals(hello.put("at", said.getString("at")), said);
    await(ann().silence(DERBY, "en"));
    assertEquals("en", last().getValue("to"));
    assertEquals(2, last().getJsonArray("from").size());
    await(ann().silence(DERBY, null));
    assertNull(last().getValue("to"));
    assertEquals("Grüße\u2028", last().getJsonArray("from").getJsonObject(0).getString("text"));
  }

  @Test
  void theTurningPointsOfAnEventAreWrittenDown() {
    EventSettings manual =
        EventSettings.fromJson(settings(LATER, 6_000, 50).toJson().put("start", "manual"));
    await(ann().create(DERBY, manual));
    join(loop, DERBY);
    await(ann().draw(DERBY));
    assertLast("draw", "waiting", "drawn");
    EventView drawn = await(events.view(DERBY));
    await(ann().end(DERBY));
    String closes = last().getString("to");
    assertLast("close", null, closes);
    assertTrue(!Instant.parse(closes).isAfter(Instant.parse(last().getString("at"))));
    await(ann().end(DERBY));
    assertLast("close", closes, closes);
    await(ann().reset(DERBY, null));
    assertLast(
        "reset",
        new JsonObject()
            .put("epoch", drawn.epoch())
            .put("commitment", drawn.commitment())
            .put("arrivals", 1)
            .put("active", 0),
        null);
    assertEquals(5, lines().size(), "a reset leaves the trail");
  }

  @Test
  void aSessionThatAnOperatorEndsIsWrittenDownAndOneThatIsOverIsNot() {
    create(STARTED);
    join(loop, DERBY);
    EventView view = until(events, DERBY, seen -> seen.cutoff() > 0);
    QueuePosition first = new QueuePosition(DERBY, view.epoch(), 0, 0);
    ClaimAnswer in = loop.get(queue -> queue.claim(first));
    assertTrue(in instanceof ClaimAnswer.Admitted, in::toString);
    Optional<AuditEntry> entry = await(ann().revoke(first));
    assertEquals(lines().get(1), entry.orElseThrow().line());
    assertLast("revoke", new JsonObject().put("lane", 0).put("position", 0), null);
    assertEquals(Optional.empty(), await(ann().revoke(first)));
    await(loop.on(queue -> queue.release(first)));
    assertEquals(2, lines().size(), "nobody ended what was over");
  }

  @Test
  void whatIsRefusedOrComesTooLateIsNotWrittenDown() {
    create(STARTED);
    EventSettings settings = await(events.view(DERBY)).settings();
    assertTrue(await(ann().turn(DERBY, settings, 9)) instanceof ChangeAnswer.Stale);
    assertTrue(await(ann().draw(DERBY)) instanceof ChangeAnswer.Refused);
    assertTrue(await(ann().create(DERBY, settings)) instanceof ChangeAnswer.Exists);
    assertThrows(UnknownEventException.class, () -> await(ann().end("nobody")));
    assertEquals(1, lines().size());
  }

  @Test
  void whatCannotBeWrittenDownIsNotDone() {
    create(LATER);
    harness.redis(Command.DEL, TRAIL);
    harness.redis(Command.SET, TRAIL, "something else");
    EventView before = await(events.view(DERBY));
    EventSettings faster = before.settings().withDials(before.settings().dials().patched(dial(1)));
    String hash = everything();
    assertThrows(QueueUnavailableException.class, () -> await(ann().turn(DERBY, faster, 1)));
    assertThrows(QueueUnavailableException.class, () -> await(ann().pause(DERBY, "no")));
    assertThrows(QueueUnavailableException.class, () -> await(ann().end(DERBY)));
    assertThrows(QueueUnavailableException.class, () -> await(ann().silence(DERBY, null)));
    assertThrows(QueueUnavailableException.class, () -> await(ann().reset(DERBY, null)));
    assertEquals(hash, everything());
    for (Script script : List.of(Script.PAUSE, Script.END, Script.MESSAGE)) {
      assertThrows(RuntimeException.class, () -> harness.script(script, DERBY, "1", "x", ""));
    }
    assertEquals(hash, everything(), "nor what nobody puts a name to");
    harness.redis(Command.SET, "hg:{cup}:audit", "something else");
    assertThrows(
        QueueUnavailableException.class, () -> await(ann().create("cup", before.settings())));
    assertEquals("0", harness.redis(Command.EXISTS, "hg:{cup}").toString());
    assertEquals(List.of(DERBY), await(events.list()));
  }

  /** What the changes above would alter. */
  private String everything() {
    return harness
        .redis(Command.HMGET, HASH, "version", "paused", "closesAt", "settings", "message", "epoch")
        .toString();
  }

  @Test
  void anIdOfAWrongClockPutsNoLaterOneOff() {
    create(LATER);
    String made =
        "{\"id\":\"" + FUTURE + "-612345\",\"key\":\"k\",\"who\":\"bob\",\"change\":\"entries\"}";
    harness.redis(Command.ZADD, TRAIL, "0", made);
    await(ann().pause(DERBY, null));
    await(ann().resume(DERBY));
    assertEquals(
        List.of("create", "pause", "resume", "entries"),
        entries().stream().map(entry -> entry.getString("change")).toList());
    assertTrue(entries().get(2).getString("id").compareTo(FUTURE) < 0);
  }

  @Test
  void anIdIsLaterThanEachBeforeThoughTheStoresClockWentBackAndTheTrailWasLost() {
    create(LATER);
    harness.redis(Command.HSET, HASH, "noted", FUTURE + "-499998");
    await(ann().pause(DERBY, null));
    await(ann().resume(DERBY));
    await(ann().pause(DERBY, null));
    List<String> ids = entries().stream().map(entry -> entry.getString("id")).toList();
    assertEquals(
        List.of(FUTURE + "-499999", "4102444800001-000000", "4102444800001-000001"),
        ids.subList(1, 4));
    Instant at = Instant.parse(last().getString("at"));
    assertTrue(at.isBefore(Instant.parse("2099-01-01T00:00:00Z")), "its time is the store's");
    await(ann().reset(DERBY, null));
    harness.redis(Command.DEL, TRAIL);
    await(ann().resume(DERBY));
    assertEquals("4102444800001-000003", last().getString("id"), "also in another life");
  }

  @Test
  void theIdsOfAStoreFromBeforeGoOn() {
    create(LATER);
    harness.redis(Command.DEL, TRAIL);
    harness.redis(Command.HDEL, HASH, "noted");
    String old = "{\"id\":\"4102444800000-000007\",\"key\":\"k\",\"who\":\"bob\",\"to\":1}";
    harness.redis(Command.ZADD, TRAIL, "0", old);
    await(ann().pause(DERBY, null));
    assertEquals("4102444800000-000008", last().getString("id"));
    assertEquals("2100-01-01T00:00:00.000Z", entries().get(0).getString("at"));
    assertEquals(List.of("id", "at", "who", "to"), List.copyOf(entries().get(0).fieldNames()));
  }

  @Test
  void whatGatewaysRememberOfAnEventKeepsItsIdsInOrderWhereTheStoreWasLost() {
    create(LATER);
    harness.redis(Command.HSET, HASH, "noted", FUTURE + "-000003");
    until(events, DERBY, view -> true);
    await(ann().pause(DERBY, null));
    until(events, DERBY, EventView::halted);
    harness.redis.restartEmpty();
    until(events, DERBY, EventView::restoring);
    until(events, DERBY, view -> !view.restoring() && view.halted());
    await(ann().resume(DERBY));
    assertEquals(FUTURE + "-000005", last().getString("id"));
    assertEquals(1, lines().size());
  }

  @Test
  void whatPeopleAreToldIsStillSaidWhereTheStoreWasStartedAgainOrLost() {
    create(LATER);
    List<Reason> rain = List.of(new Reason("Rain", "en"), new Reason("Regen", "de"));
    await(ann().pauseSaying(DERBY, rain));
    await(ann().message(DERBY, new Message("Later", "en", Instant.EPOCH)));
    EventView before = until(events, DERBY, view -> view.halted() && view.message() != null);
    List<Runnable> losses =
        List.of(
            () -> harness.redis(Command.HSET, HASH, "home", "0123456789"),
            () -> harness.redis.restartEmpty());
    for (Runnable loss : losses) {
      loss.run();
      until(events, DERBY, EventView::restoring);
      EventView since = until(events, DERBY, view -> !view.restoring());
      assertEquals(rain, since.pauseReasons());
      assertEquals(before.messages(), since.messages());
    }
    await(ann().resume(DERBY));
    assertLast("resume", Reason.toJson(rain), null);
  }

  @Test
  void aLaterWordThatOnlyTheStoreKnowsStands() {
    create(LATER);
    await(ann().message(DERBY, new Message("Early", "en", Instant.EPOCH)));
    EventView early = until(events, DERBY, view -> view.message() != null);
    EventRecord known =
        EventRecord.of(DERBY, early.settings(), ((LiveView) early).snapshot(), List.of());
    await(ann().message(DERBY, new Message("Late", "en", Instant.EPOCH)));
    harness.redis(Command.HSET, HASH, "home", "0123456789");
    assertEquals("RESTORED", harness.script(Script.RESTORE, DERBY, known.toRestore()).verdict());
    assertTrue(harness.field(DERBY, "message").contains("Late"), "not an older one");
  }

  @Test
  void timesAreWrittenAsEverybodyWritesThem() {
    DateTimeFormatter millis =
        DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    Random random = new Random(7);
    TreeSet<Instant> times = new TreeSet<>();
    for (String time :
        List.of(
            "2000-02-28T23:59:59.999Z",
            "2000-02-29T00:00:00Z",
            "2000-03-01T00:00:00Z",
            "1970-01-01T00:00:00Z",
            "2024-02-29T12:00:00Z",
            "2026-12-31T23:59:59.999Z",
            "2027-01-01T00:00:00Z",
            "2100-02-28T23:59:59Z",
            "2100-03-01T00:00:00Z")) {
      times.add(Instant.parse(time));
    }
    for (int i = 0; i < 500; i++) {
      times.add(Instant.ofEpochMilli(random.nextLong(4_200_000_000_000L)));
    }
    String script =
        AuditTrail.script()
            + "local all = {} for i, time in ipairs(ARGV) do"
            + " all[i] = written_time(tonumber(time)) end return all";
    Request request = Request.cmd(Command.EVAL).arg(script).arg(0);
    times.forEach(time -> request.arg(time.toEpochMilli()));
    List<String> written = new ArrayList<>();
    for (Response each : await(harness.client.send(request))) {
      written.add(each.toString());
    }
    assertEquals(times.stream().map(time -> '"' + millis.format(time) + '"').toList(), written);
  }

  private static JsonObject dial(int perMinute) {
    return new JsonObject().put("newUsersPerMinute", perMinute);
  }
}
