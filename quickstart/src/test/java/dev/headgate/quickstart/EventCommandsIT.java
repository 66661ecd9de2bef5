package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.remote.EventCommands;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./headgate event} at two gateways on one Redis, with more inside than a page holds. */
@Tag("soak")
class EventCommandsIT {
  private static final int FANS = 1_150;

  /** Enough for what is missed while a gateway starts on a slow machine, and some more. */
  private static final int LINES = 30;

  private static final Calls CALLS = new Calls();
  private static final OperatorAccess ACCESS = OperatorAccess.random();

  @TempDir private static Path folder;

  private static EmbeddedRedis redis;
  private static GatewayProcess.Ports ports;
  private static String shared;
  private static GatewayProcess one;
  private static GatewayProcess two;

  @BeforeAll
  static void open() throws Exception {
    redis = EmbeddedRedis.start();
    ports = GatewayProcess.Ports.free();
    shared =
        """
        publicOrigin: http://127.0.0.1:%d
        operatorTokens:
          - {name: test, role: admin, sha256: "%s"}
        redis: %s
        keys: %s
        """
            .formatted(
                ports.fans(), ACCESS.configured().hash(), redis.uri(), folder.resolve("keys"));
    one = GatewayProcess.start(folder.resolve("one"), ports, shared + "createMissingKeys: true\n");
    two = GatewayProcess.start(folder.resolve("two"), GatewayProcess.Ports.free(), shared);
    create();
    try (RovingCrowd crowd = new RovingCrowd(List.of(one.fans(), two.fans()), "derby", 7)) {
      crowd.comes(FANS, 0, 5_000);
      await().atMost(Duration.ofMinutes(5)).until(() -> crowd.admitted() == FANS);
    }
  }

  private static void create() {
    JsonObject dials =
        new JsonObject()
            .put("newUsersPerMinute", 100_000)
            .put("totalActiveUsers", 10_000)
            .put("sessionDuration", "PT30M");
    JsonObject settings =
        new JsonObject()
            .put("title", "Derby")
            .put("start", Instant.now().plusSeconds(1).toString())
            .put("dials", dials);
    URI derby = one.operators().resolve("/api/events/derby");
    Calls.Answer created =
        CALLS.send("PUT", derby, settings.encode(), "Authorization", "Bearer " + ACCESS.token());
    assertEquals(201, created.status(), created.body());
  }

  @AfterAll
  static void close() {
    two.close();
    one.close();
    redis.close();
  }

  /** What a command printed, and how it ended. */
  private record Run(int exitCode, String out, String err) {}

  private static Run run(GatewayProcess at, String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    return new Run(run(at, out, err, words), out.toString(), err.toString());
  }

  private static int run(GatewayProcess at, StringWriter out, StringWriter err, String... words) {
    Map<String, String> environment =
        Map.of(
            "HEADGATE_OPERATOR_URL", at.operators().toString(),
            "HEADGATE_OPERATOR_TOKEN", ACCESS.token());
    return EventCommands.of(environment, false, new BufferedReader(new StringReader("")))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(words);
  }

  private static JsonArray sessions(GatewayProcess at) {
    Run listed = run(at, "sessions", "list", "derby", "--json");
    assertEquals(0, listed.exitCode, listed.err);
    return new JsonObject(listed.out).getJsonArray("sessions");
  }

  private static String id(JsonArray sessions, int index) {
    return sessions.getJsonObject(index).getString("sessionId");
  }

  @Test
  void everySessionIsListedOnceAtEitherGatewayHoweverManyPagesThereAre() {
    for (GatewayProcess each : List.of(one, two)) {
      JsonArray sessions = sessions(each);
      Set<String> ids = new HashSet<>();
      Set<Integer> positions = new HashSet<>();
      for (int i = 0; i < sessions.size(); i++) {
        assertTrue(ids.add(id(sessions, i)), "twice: " + id(sessions, i));
        assertTrue(positions.add(sessions.getJsonObject(i).getInteger("position")));
      }
      assertTrue(ids.size() >= FANS - 2, ids.size() + " sessions"); // The others may be revoked.
    }
  }

  @Test
  void whoIsInsideIsFoundByTheirPlaceAndOutOnceTheyAreRevoked() {
    JsonArray sessions = sessions(one);
    JsonObject fan = sessions.getJsonObject(17);
    String id = fan.getString("sessionId");
    Run byPosition =
        run(two, "sessions", "list", "derby", "--position", "" + fan.getInteger("position"));
    assertEquals(0, byPosition.exitCode, byPosition.err);
    assertEquals(2, byPosition.out.lines().count(), byPosition.out);
    assertTrue(byPosition.out.contains(id), byPosition.out);
    Run story = run(two, "fan", "derby", "" + fan.getInteger("arrival"));
    assertEquals(0, story.exitCode, story.err);
    for (String word : List.of("joined", "called", "admitted", "inside")) {
      assertTrue(story.out.contains(word), word + " in " + story.out);
    }
    assertEquals(0, run(one, "sessions", "revoke", "derby", id, "--why", "a bot").exitCode);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> run(two, "fan", "derby", "session:" + id).out.contains("revoked"));
    assertFalse(sessions(two).encode().contains("\"" + id + "\""));
    assertTrue(run(two, "audit", "derby").out.contains("a bot"));
    assertEquals(1, run(two, "fan", "derby", "" + (FANS + 7)).exitCode, "nobody has that one");
  }

  @Test
  void whoWatchesGoesOnWhenTheGatewayIsBackAndIsToldWhatWasMissed() throws Exception {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    GatewayProcess watched = one;
    CompletableFuture<Integer> watch =
        CompletableFuture.supplyAsync(
            () -> run(watched, out, err, "watch", "derby", "--json", "--count", LINES + ""));
    await().atMost(Duration.ofSeconds(60)).until(() -> lines(out).size() >= 3);
    one.kill();
    Instant killed = Instant.now();
    await().atMost(Duration.ofSeconds(60)).until(() -> err.toString().contains("connecting again"));
    await().atMost(Duration.ofMinutes(2)).until(() -> samples(killed) >= 2);
    one = GatewayProcess.start(folder.resolve("one"), ports, shared);
    assertEquals(0, watch.get(3, TimeUnit.MINUTES), err + "");
    List<JsonObject> lines = lines(out).stream().map(JsonObject::new).toList();
    assertEquals(LINES, lines.size());
    List<Instant> missed =
        lines.stream()
            .filter(line -> line.containsKey("at"))
            .map(line -> Instant.parse(line.getString("at")))
            .toList();
    assertTrue(missed.size() >= 2, "what happened meanwhile: " + out);
    assertEquals(missed.stream().sorted().distinct().toList(), missed);
    assertFalse(lines.get(LINES - 1).containsKey("at"), "and then it goes on");
  }

  private static List<String> lines(StringWriter out) {
    return out.toString().lines().toList();
  }

  /** How many samples of the last hour are later than a time. */
  private static int samples(Instant from) {
    URI history = two.operators().resolve("/api/events/derby/history?from=" + from);
    Calls.Answer answer = CALLS.get(history, "Authorization", "Bearer " + ACCESS.token());
    return answer.json().getJsonArray("samples").size();
  }
}
