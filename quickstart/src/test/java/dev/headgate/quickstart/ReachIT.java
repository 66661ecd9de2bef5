package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long what an operator does takes to hold at each of three gateways. A time is from before the
 * operator's request was sent, until the gateway has answered a request that shows the change.
 */
class ReachIT {
  private static final int GATEWAYS = 3;
  private static final int ROUNDS = 40;
  private static final int PLACES = 60;
  private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Calls calls = new Calls();
  private final OperatorAccess access = OperatorAccess.random();
  private final ExecutorService watchers = Executors.newFixedThreadPool(GATEWAYS);
  private final List<GatewayProcess> gateways = new ArrayList<>();
  private final List<String> tickets = new ArrayList<>();
  private EmbeddedRedis redis;
  private HttpServer shop;
  private int looks;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    redis = EmbeddedRedis.start();
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    shop = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    shop.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    shop.start();
    for (int i = 0; i < GATEWAYS; i++) {
      String configuration = configuration(folder, i == 0);
      Path own = folder.resolve("gateway-" + i);
      gateways.add(GatewayProcess.start(own, GatewayProcess.Ports.free(), configuration));
    }
    create("derby", Instant.now().minusSeconds(1), 6);
  }

  @AfterEach
  void close() {
    List<Runnable> unused = watchers.shutdownNow();
    gateways.forEach(GatewayProcess::close);
    shop.stop(0);
    redis.close();
  }

  @Test
  void aChangedDialHoldsAtEachGatewayWithinASecond() {
    List<Long> times = new ArrayList<>();
    List<Long> published = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      int dial = 100 + round;
      JsonObject body = new JsonObject().put("newUsersPerMinute", dial);
      // What a gateway itself knows is in its operators' document, which nothing keeps.
      Change change = new Change("PATCH", "/derby/dials", body);
      times.addAll(reach(round, change, gateway -> settled(gateway, dial)));
      JsonObject back = new JsonObject().put("newUsersPerMinute", dial + 1_000);
      Change again = new Change("PATCH", "/derby/dials", back);
      published.addAll(reach(round, again, gateway -> shown(gateway, dial + 1_000)));
    }
    tell("dial, by the operators' document", times);
    tell("dial, by the public status", published);
    assertWithinASecond(times);
  }

  @Test
  void aPauseAndAResumeHoldAtEachGatewayWithinASecond() {
    takePlaces();
    List<Long> pauses = new ArrayList<>();
    List<Long> resumes = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      Change pause = new Change("POST", "/derby/pause", new JsonObject().put("reason", "A storm"));
      pauses.addAll(reach(round, pause, gateway -> "paused".equals(phase(gateway))));
      Change resume = new Change("POST", "/derby/resume", new JsonObject());
      resumes.addAll(reach(round, resume, gateway -> "on-sale".equals(phase(gateway))));
    }
    tell("pause, by a fan's place", pauses);
    tell("resume, by a fan's place", resumes);
    assertWithinASecond(pauses);
    assertWithinASecond(resumes);
  }

  @Test
  void aMessageIsShownAtEachGatewayWithinASecond() {
    takePlaces();
    List<Long> times = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String text = "Message " + round;
      Change message = new Change("PUT", "/derby/message", new JsonObject().put("text", text));
      times.addAll(reach(round, message, gateway -> text.equals(message(gateway))));
    }
    tell("message, by a fan's place", times);
    assertWithinASecond(times);
  }

  @Test
  void aRevokedSessionIsRefusedAtEachGatewayWithinASecond() {
    create("cup", Instant.now().minusSeconds(1), 60_000);
    List<Long> times = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      Guest guest = Guest.queued(calls, gateways.get(round % GATEWAYS).fans(), "cup");
      for (GatewayProcess gateway : gateways) {
        assertEquals(200, forwarded(gateway, guest));
      }
      String id = CrowdLog.Admission.of(0, guest.token()).claims().getString("jti");
      Change revoke = new Change("DELETE", "/cup/sessions/" + id, new JsonObject());
      times.addAll(reach(round, revoke, gateway -> forwarded(gateway, guest) == 401));
    }
    tell("revocation, by a forwarded request", times);
    assertWithinASecond(times);
  }

  /** What an operator does. */
  private record Change(String method, String path, JsonObject body) {}

  /** Makes a change at one gateway, and tells how long it took at each, in nanoseconds. */
  private List<Long> reach(int round, Change change, Predicate<GatewayProcess> holds) {
    List<CompletableFuture<Void>> watching = new ArrayList<>();
    List<CompletableFuture<Long>> seen = new ArrayList<>();
    for (GatewayProcess gateway : gateways) {
      CompletableFuture<Void> begun = new CompletableFuture<>();
      watching.add(begun);
      CompletableFuture<Long> watched =
          CompletableFuture.supplyAsync(() -> watch(gateway, holds, begun), watchers);
      CompletableFuture<Boolean> unused =
          watched.handle((at, failure) -> failure != null && begun.completeExceptionally(failure));
      seen.add(watched);
    }
    watching.forEach(CompletableFuture::join);
    long sent = System.nanoTime();
    operate(gateways.get(round % GATEWAYS), change);
    return seen.stream().map(one -> one.join() - sent).toList();
  }

  /** Asks again and again; returns when it is so. It is not at first. */
  private static long watch(
      GatewayProcess gateway, Predicate<GatewayProcess> holds, CompletableFuture<Void> begun) {
    if (holds.test(gateway)) {
      throw new AssertionError("is so before");
    }
    begun.complete(null);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.test(gateway)) {
      assertTrue(System.nanoTime() < deadline, "never seen");
    }
    return System.nanoTime();
  }

  private void operate(GatewayProcess gateway, Change change) {
    URI address = gateway.operators().resolve("/api/events" + change.path());
    String body = change.body().isEmpty() ? "" : change.body().encode();
    Answer answer = calls.send(change.method(), address, body, authorization());
    assertEquals(2, answer.status() / 100, answer::toString);
  }

  private boolean settled(GatewayProcess gateway, int dial) {
    Answer event = calls.get(gateway.operators().resolve("/api/events/derby"), authorization());
    JsonObject dials = event.json().getJsonObject("settings").getJsonObject("dials");
    return dials.getInteger("newUsersPerMinute") == dial;
  }

  private boolean shown(GatewayProcess gateway, int dial) {
    Answer status = calls.get(gateway.fans().resolve("/queue/derby/status"));
    return status.json().getInteger("newUsersPerMinute") == dial;
  }

  private String phase(GatewayProcess gateway) {
    return place(gateway).getString("phase", "");
  }

  private String message(GatewayProcess gateway) {
    JsonObject message = place(gateway).getJsonObject("message");
    return message == null ? "" : message.getString("text");
  }

  private int forwarded(GatewayProcess gateway, Guest guest) {
    URI seats = gateway.fans().resolve("/events/cup/seats");
    return calls.get(seats, "Headgate-Admission", guest.token()).status();
  }

  /** What one of many fans is told: one alone would look too often. */
  private JsonObject place(GatewayProcess gateway) {
    URI mine = gateway.fans().resolve("/queue/derby/places/me");
    Answer answer = calls.get(mine, "Headgate-Place", nextTicket());
    return answer.status() == 429 ? new JsonObject() : answer.json();
  }

  private synchronized String nextTicket() {
    return tickets.get(looks++ % tickets.size());
  }

  /** At six a minute most of them wait for as long as this takes. */
  private void takePlaces() {
    URI places = gateways.get(0).fans().resolve("/queue/derby/places");
    for (int i = 0; i < PLACES; i++) {
      tickets.add(calls.send("POST", places, "{}").json().getString("ticket"));
    }
    // Each gateway has computed the order and sells.
    for (GatewayProcess gateway : gateways) {
      await().atMost(PATIENCE).until(() -> "on-sale".equals(phase(gateway)));
    }
  }

  private void create(String event, Instant start, int dial) {
    JsonObject dials =
        new JsonObject().put("newUsersPerMinute", dial).put("totalActiveUsers", 10_000);
    JsonObject settings =
        new JsonObject()
            .put("title", event)
            .put("mode", "fifo")
            .put("start", start.toString())
            .put("dials", dials);
    operate(gateways.get(0), new Change("PUT", "/" + event, settings));
  }

  private static void assertWithinASecond(List<Long> nanos) {
    List<Long> sorted = nanos.stream().sorted().toList();
    assertEquals(GATEWAYS * ROUNDS, sorted.size());
    long p99 = sorted.get(rank(99, sorted.size()));
    assertTrue(p99 < SECOND_NANOS, () -> "p99 " + millis(p99) + " ms");
  }

  private static void tell(String what, List<Long> nanos) {
    List<Long> sorted = nanos.stream().sorted().toList();
    String figures =
        IntStream.of(50, 90, 99, 100)
            .mapToObj(share -> "p" + share + " " + millis(sorted.get(rank(share, sorted.size()))))
            .reduce("", (all, one) -> all + " " + one);
    System.out.println("reach of a " + what + " (ms, " + sorted.size() + " times):" + figures);
  }

  /** The index of the smallest time that so many in a hundred do not exceed. */
  private static int rank(int share, int count) {
    return (share * count + 99) / 100 - 1;
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  private String[] authorization() {
    return new String[] {"Authorization", "Bearer " + access.token()};
  }

  private String configuration(Path folder, boolean first) {
    return """
        publicOrigin: http://127.0.0.1:1
        operatorTokens:
          - {name: test, role: admin, sha256: "%s"}
        redis: %s
        keys: %s
        createMissingKeys: %s
        upstreams: {shop: "http://127.0.0.1:%d"}
        """
        .formatted(
            access.configured().sha256(),
            redis.uri(),
            folder.resolve("keys"),
            first,
            shop.getAddress().getPort());
  }
}
