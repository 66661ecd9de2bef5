package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.quickstart.Calls.Answer;
import dev.headgate.quickstart.EngineAudit.Cap;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A sale with 20,000 fans on one Redis, over one or more gateways that are processes of their own.
 * What the operator does is decided by how far the sale has come, so that a slow machine sees the
 * same sale.
 */
final class EngineSale implements AutoCloseable {
  static final String EVENT = "derby";
  static final int FANS = 20_000;

  private static final int EARLY = 15_500;
  private static final int ENTRANTS_AT_LEAST = 15_000;
  private static final int LATEST = 400;
  private static final Duration PATIENCE = Duration.ofMinutes(6);
  private static final long PAUSE_MILLIS = 6_000;
  private static final long SLEEP_MILLIS = 10_000;

  private final Calls calls = new Calls();
  private final OperatorAccess access = OperatorAccess.random();
  private final EmbeddedRedis redis = EmbeddedRedis.start();
  private final List<RedisRelay> relays = new ArrayList<>();
  private final List<GatewayProcess> gateways = new ArrayList<>();
  private final List<Turn> turns = new ArrayList<>();
  private final List<Cap> caps = new ArrayList<>();
  private final RestlessCrowd crowd;
  private final StoreWatch watch;
  private final long epoch;
  private int operating;
  private int sleeper = -1;

  /** What the operator made the rate, between two moments of this machine's clock. */
  record Turn(int perMinute, long sentMillis, long answeredMillis) {}

  EngineSale(Path folder, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      relays.add(new RedisRelay(redis));
      GatewayProcess.Ports ports = GatewayProcess.Ports.free();
      String shared = configuration(folder, relays.get(i).uri(), i == 0);
      gateways.add(GatewayProcess.start(folder.resolve("gateway-" + i), ports, shared));
    }
    crowd = new RestlessCrowd(gateways.stream().map(GatewayProcess::fans).toList(), EVENT, 20_261);
    epoch = create();
    watch = new StoreWatch(redis.uri(), EVENT);
  }

  /** Runs it until everybody who stays is inside or has been. */
  void run(boolean troubled) throws Exception {
    crowd.comes(EARLY, Duration.ofSeconds(10));
    awaitJoined(ENTRANTS_AT_LEAST);
    // Some are still on their way, and stand on one side of the draw or the other.
    turn("POST", "/draw", new JsonObject(), 8_000);
    crowd.comes(FANS - EARLY - LATEST, Duration.ofSeconds(35));
    awaitAdmitted(2_000);
    turn("PATCH", "/dials", new JsonObject().put("newUsersPerMinute", 15_000), 15_000);
    cap(3_500);
    awaitAdmitted(5_000);
    pauseAndResume();
    awaitAdmitted(5_500);
    // More are inside than that: those who have been called wait at the door for some time.
    cap(2_000);
    awaitAdmitted(6_000);
    cap(4_500);
    turn("PATCH", "/dials", new JsonObject().put("newUsersPerMinute", 12_000), 12_000);
    if (troubled) {
      awaitAdmitted(7_000);
      killOneThatDoesNotTick();
      awaitAdmitted(7_500);
      theOneThatTicksSleeps();
    }
    awaitAdmitted(10_000);
    turn("PATCH", "/dials", new JsonObject().put("newUsersPerMinute", 4_800), 4_800);
    awaitAdmitted(11_000);
    turn("PATCH", "/dials", new JsonObject().put("newUsersPerMinute", 15_000), 15_000);
    crowd.comes(LATEST, Duration.ofSeconds(5));
    if (troubled) {
      // Late fans go to all, also to the one that slept.
      int before = log().admittedBy(sleeper);
      await().atMost(PATIENCE).until(() -> log().admittedBy(sleeper) > before);
    }
    await().atMost(PATIENCE).untilAsserted(() -> assertTrue(crowd.allIn(), crowd::missing));
    StoreWatch.Sample unused = watch.now();
    crowd.close();
    watch.close();
  }

  EngineLog log() {
    return crowd.log();
  }

  StoreWatch watch() {
    return watch;
  }

  List<Turn> turns() {
    return List.copyOf(turns);
  }

  List<Cap> caps() {
    return List.copyOf(caps);
  }

  long epoch() {
    return epoch;
  }

  int staying() {
    return crowd.staying();
  }

  /** The gateway that slept; -1 without one. */
  int sleeper() {
    return sleeper;
  }

  /** The public draw document. */
  JsonObject draw() {
    return calls.get(gateway().fans().resolve("/queue/" + EVENT + "/draw?epoch=" + epoch)).json();
  }

  @Override
  public void close() throws IOException {
    crowd.close();
    watch.close();
    for (GatewayProcess gateway : gateways) {
      gateway.close();
    }
    for (RedisRelay relay : relays) {
      relay.close();
    }
    redis.close();
  }

  private void pauseAndResume() {
    turn("POST", "/pause", new JsonObject().put("reason", "A storm"), 0);
    long paused = System.currentTimeMillis();
    await().atMost(PATIENCE).until(() -> watch.now().nowMillis() > paused + PAUSE_MILLIS);
    turn("POST", "/resume", new JsonObject(), 15_000);
  }

  /** Its fans go on at the others. */
  private void killOneThatDoesNotTick() throws Exception {
    int ticking = ticking(releaseAtOnce());
    int victim = (ticking + 1) % gateways.size();
    operating = ticking;
    gateways.get(victim).kill();
    relays.get(victim).close();
  }

  /** Between deciding and writing, which is the worst moment there is. */
  private void theOneThatTicksSleeps() throws Exception {
    List<CompletableFuture<RedisRelay.HeldTick>> held = trapped();
    sleeper = ticking(held);
    GatewayProcess asleep = gateways.get(sleeper);
    asleep.sleep();
    operating = other(sleeper);
    long fell = watch.now().nowMillis();
    long tick = watch.now().tick();
    await().atMost(PATIENCE).until(() -> watch.now().nowMillis() > fell + SLEEP_MILLIS);
    // By now another one has the lease; it ticks when the machine lets it.
    await().atMost(PATIENCE).until(() -> watch.now().tick() > tick);
    // It wakes to a connection that has been silent for too long, and would not read the answer.
    boolean applied = held.get(sleeper).join().release().get(60, TimeUnit.SECONDS);
    assertFalse(applied, "a tick from before changed something");
    asleep.wake();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> calls.get(asleep.operators().resolve("/readyz")).status() == 200);
    await().atMost(PATIENCE).until(() -> isOfToday(asleep));
  }

  /** Shows what is, not what was when it fell asleep. */
  private boolean isOfToday(GatewayProcess gateway) {
    Answer status = calls.get(gateway.fans().resolve("/queue/" + EVENT + "/status"));
    return status.status() == 200
        && Instant.parse(status.json().getString("serverTime")).toEpochMilli()
            > System.currentTimeMillis() - 3_000;
  }

  private int other(int one) {
    for (int i = 0; i < gateways.size(); i++) {
      if (i != one && gateways.get(i).isAlive()) {
        return i;
      }
    }
    throw new AssertionError("none is left");
  }

  private List<CompletableFuture<RedisRelay.HeldTick>> trapped() {
    return relays.stream().map(RedisRelay::holdNextTick).toList();
  }

  private List<CompletableFuture<RedisRelay.HeldTick>> releaseAtOnce() {
    List<CompletableFuture<RedisRelay.HeldTick>> held = trapped();
    held.forEach(
        one -> {
          CompletableFuture<Boolean> unused = one.thenCompose(RedisRelay.HeldTick::release);
        });
    return held;
  }

  /** The gateway whose tick was held; lets those of the others pass. */
  private int ticking(List<CompletableFuture<RedisRelay.HeldTick>> held) {
    await().atMost(PATIENCE).until(() -> held.stream().anyMatch(CompletableFuture::isDone));
    relays.forEach(RedisRelay::letPass);
    int first =
        IntStream.range(0, held.size()).filter(i -> held.get(i).isDone()).findFirst().orElseThrow();
    for (int i = 0; i < held.size(); i++) {
      if (i != first) {
        // Another one may have taken the lease meanwhile.
        CompletableFuture<Boolean> unused = held.get(i).thenCompose(RedisRelay.HeldTick::release);
      }
    }
    return first;
  }

  private void awaitJoined(int count) {
    await().atMost(PATIENCE).until(() -> log().joined.get() >= count);
  }

  private void awaitAdmitted(int count) {
    await().atMost(PATIENCE).until(() -> log().admitted.get() >= count);
  }

  private void turn(String method, String what, JsonObject body, int perMinute) {
    long sent = System.currentTimeMillis();
    JsonObject unused = operate(method, what, body);
    turns.add(new Turn(perMinute, sent, System.currentTimeMillis()));
  }

  private void cap(int sessions) {
    int perMinute = turns.get(turns.size() - 1).perMinute();
    // The store notes the rate again with any dial.
    turn("PATCH", "/dials", new JsonObject().put("totalActiveUsers", sessions), perMinute);
    long sent = turns.get(turns.size() - 1).sentMillis();
    Cap before = caps.remove(caps.size() - 1);
    caps.add(new Cap(before.sessions(), before.notBeforeMillis(), System.currentTimeMillis()));
    caps.add(new Cap(sessions, sent, Long.MAX_VALUE));
  }

  private long create() {
    JsonObject dials =
        new JsonObject()
            .put("newUsersPerMinute", 8_000)
            .put("totalActiveUsers", 10_000)
            .put("sessionDuration", "PT20S")
            .put("turnWindow", "PT20S");
    JsonObject settings =
        new JsonObject().put("title", "Derby").put("start", "manual").put("dials", dials);
    long sent = System.currentTimeMillis();
    JsonObject created = operate("PUT", "", settings);
    turns.add(new Turn(0, sent, System.currentTimeMillis()));
    caps.add(new Cap(10_000, sent, Long.MAX_VALUE));
    return created.getLong("epoch");
  }

  private JsonObject operate(String method, String what, JsonObject body) {
    URI address = gateway().operators().resolve("/api/events/" + EVENT + what);
    Answer answer =
        calls.send(method, address, body.encode(), "Authorization", "Bearer " + access.token());
    assertEquals(2, answer.status() / 100, answer::body);
    return answer.json();
  }

  private GatewayProcess gateway() {
    return gateways.get(operating);
  }

  private String configuration(Path folder, URI store, boolean first) {
    return """
        publicOrigin: http://127.0.0.1:1
        operatorTokens:
          - {name: test, role: admin, sha256: "%s"}
        redis: %s
        keys: %s
        createMissingKeys: %s
        """
        .formatted(access.configured().hash(), store, folder.resolve("keys"), first);
  }
}
