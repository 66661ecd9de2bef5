package dev.headgate.quickstart;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.Shop;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.embedded.EmbeddedPostgres;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.quickstart.Calls.Answer;
import dev.headgate.quickstart.RovingCrowd.Fan;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Two gateway processes on one Redis, with one shop behind them. */
@Tag("soak")
class TwoGatewaysIT {
  private static final int DIAL = 900;
  private static final int FANS = 1_500;
  private static final int LATEST = 100;
  private static final Duration WHOLE_SALE = Duration.ofMinutes(4);

  private final Calls calls = new Calls();
  private final OperatorAccess access = OperatorAccess.random();
  private EmbeddedRedis redis;
  private EmbeddedPostgres postgres;
  private GatewayProcess one;
  private GatewayProcess two;
  private Shop shop;
  private String nameOfOne = "";

  @BeforeEach
  void open(@TempDir Path folder) throws Exception {
    redis = EmbeddedRedis.start();
    postgres = EmbeddedPostgres.start();
    GatewayProcess.Ports ports = GatewayProcess.Ports.free();
    URI origin = URI.create("http://127.0.0.1:" + ports.fans());
    int shopPort = FreePort.next();
    String shared = configuration(folder, origin, shopPort);
    one = GatewayProcess.start(folder.resolve("one"), ports, shared + "createMissingKeys: true\n");
    // While it is alone, whoever holds a lease is this one.
    assertEquals(201, create(one, "alone", Instant.now().plusSeconds(3_600)).status());
    nameOfOne = await().until(() -> holder("alone"), name -> !name.isEmpty());
    two = GatewayProcess.start(folder.resolve("two"), GatewayProcess.Ports.free(), shared);
    shop = startShop(folder, origin, shopPort);
  }

  @AfterEach
  void close() throws Exception {
    Object unused = shop.stop().await(60, TimeUnit.SECONDS);
    two.close();
    one.close();
    postgres.close();
    redis.close();
  }

  @Test
  void aKilledGatewayLosesNoPlaceGivesNoneTwiceAndLetsNobodyInTooMany(TestReporter report)
      throws Exception {
    Answer created = create(one, "derby", "manual");
    assertEquals(201, created.status(), created.body());
    long epoch = created.json().getLong("epoch");
    List<URI> gateways = List.of(one.fans(), two.fans());
    try (RovingCrowd crowd = new RovingCrowd(gateways, "derby", 20_261_201)) {
      crowd.comes(FANS / 2, 0, 5_000);
      await().atMost(WHOLE_SALE).until(() -> crowd.joined() > FANS / 4);
      change(one, "POST", "derby/draw", new JsonObject());
      crowd.comes(FANS / 2 - LATEST, 0, 31_000);
      assertSameDraw(epoch);
      await()
          .atMost(WHOLE_SALE)
          .until(() -> crowd.admitted() >= 150 && crowd.joined() > FANS / 2 + 100);
      GatewayProcess survivor = killTheOneThatTicks();
      int cutoff = status(survivor, "derby").getInteger("cutoff");
      int moved = crowd.moves();
      crowd.comes(LATEST, 0, 5_000);
      await().atMost(WHOLE_SALE).until(() -> crowd.admitted() == FANS);
      assertTrue(crowd.moves() > moved, "its fans went on at the other");
      assertTrue(status(survivor, "derby").getInteger("cutoff") > cutoff);
      assertEquals(List.of(), crowd.surprises());
      assertArrivals(crowd.fans());
      assertPositions(crowd.fans(), survivor, epoch);
      int worst = worstMinute(crowd.fans());
      report.publishEntry(
          Map.of(
              "worst 60 s",
              worst + " of " + DIAL,
              "longest silence",
              silence(crowd.fans()) + " s"));
      assertTrue(worst <= DIAL, "admitted in 60 s: " + worst);
      assertTokensOfTheKilledOneAreGood(crowd.fans(), survivor);
    }
  }

  @Test
  void aChangeMadeAtOneShowsAtTheOther() {
    assertEquals(201, create(one, "cup", Instant.now().plusSeconds(2)).status());
    await().until(() -> "on-sale".equals(status(two, "cup").getString("phase")));
    change(one, "PATCH", "cup/dials", new JsonObject().put("newUsersPerMinute", 123));
    awaitStatus(two, "newUsersPerMinute", 123);
    change(two, "PATCH", "cup/dials", new JsonObject().put("newUsersPerMinute", 456));
    awaitStatus(one, "newUsersPerMinute", 456);
    change(two, "POST", "cup/pause", new JsonObject().put("reason", "A storm"));
    awaitStatus(one, "phase", "paused");
    awaitStatus(one, "pauseReason", "A storm");
    change(one, "POST", "cup/resume", new JsonObject());
    awaitStatus(two, "phase", "on-sale");
    change(one, "PUT", "cup/message", new JsonObject().put("text", "Doors open late"));
    await()
        .until(
            () -> {
              JsonObject message = status(two, "cup").getJsonObject("message");
              return message != null && "Doors open late".equals(message.getString("text"));
            });
    Answer silent = calls.send("DELETE", api(two, "cup/message"), "", authorization());
    assertEquals(200, silent.status(), silent.body());
    await().until(() -> status(one, "cup").getValue("message") == null);
  }

  @Test
  void aTokenOfEitherIsGoodAtBothAndAtTheShopUntilTheSessionIsLeft() {
    assertEquals(201, create(two, "cup", Instant.now().plusSeconds(2)).status());
    for (GatewayProcess home : List.of(one, two)) {
      Guest guest = Guest.queued(calls, home.fans(), "cup");
      for (URI place : List.of(one.fans(), two.fans(), shop())) {
        Answer seats = seats(place, "cup", guest.token());
        assertEquals(200, seats.status(), seats.body());
      }
      GatewayProcess other = home == one ? two : one;
      Answer again =
          calls.send(
              "POST",
              other.fans().resolve("/queue/cup/admissions"),
              "",
              "Headgate-Place",
              guest.ticket());
      assertEquals(200, again.status(), again.body());
      assertEquals(
          guest.token(), again.json().getString("token"), "the same session, byte for byte");
      URI mine = home.fans().resolve("/queue/cup/admissions/me");
      assertEquals(204, calls.send("DELETE", mine, "", "Headgate-Place", guest.ticket()).status());
      await().until(() -> seats(other.fans(), "cup", guest.token()).status() == 401);
      assertEquals(
          200, seats(shop(), "cup", guest.token()).status(), "good there until it expires");
    }
  }

  private void assertSameDraw(long epoch) {
    String path = "/queue/derby/draw?epoch=" + epoch;
    await()
        .atMost(WHOLE_SALE)
        .until(
            () ->
                List.of(one, two).stream()
                    .map(gateway -> calls.get(gateway.fans().resolve(path)))
                    .allMatch(
                        draw -> draw.status() == 200 && draw.json().getString("seed") != null));
    JsonObject draw = calls.get(one.fans().resolve(path)).json();
    assertEquals(draw, calls.get(two.fans().resolve(path)).json());
    assertEquals(draw.getString("commitment"), PublishedDraw.commitment(draw.getString("seed")));
  }

  private GatewayProcess killTheOneThatTicks() throws Exception {
    String before = await().until(() -> holder("derby"), name -> !name.isEmpty());
    GatewayProcess holder = before.equals(nameOfOne) ? one : two;
    holder.kill();
    await()
        .until(
            () -> {
              String now = holder("derby");
              return !now.isEmpty() && !now.equals(before);
            });
    return holder == one ? two : one;
  }

  /** No number twice, and whoever was answered before another asked has the smaller one. */
  private static void assertArrivals(List<Fan> fans) {
    Set<Integer> arrivals = new HashSet<>();
    fans.forEach(fan -> assertTrue(arrivals.add(fan.arrival()), "twice: " + fan.arrival()));
    List<Fan> byAnswer =
        fans.stream().sorted(Comparator.comparingLong(Fan::answeredNanos)).toList();
    List<Fan> byQuestion = fans.stream().sorted(Comparator.comparingLong(Fan::askedNanos)).toList();
    int answered = 0;
    int highest = -1;
    for (Fan fan : byQuestion) {
      while (byAnswer.get(answered).answeredNanos() < fan.askedNanos()) {
        highest = Math.max(highest, byAnswer.get(answered++).arrival());
      }
      assertTrue(fan.arrival() > highest, fan.arrival() + " after " + highest);
    }
  }

  /** Every ticket is good at the one that is left, for the position that the draw gives it. */
  private void assertPositions(List<Fan> fans, GatewayProcess survivor, long epoch) {
    URI drawn = survivor.fans().resolve("/queue/derby/draw?epoch=" + epoch);
    int[] positions = PublishedDraw.positions(calls.get(drawn).json());
    int entrants = positions.length;
    assertTrue(entrants > 100 && entrants < FANS, entrants + " entrants");
    URI mine = survivor.fans().resolve("/queue/derby/places/me");
    for (Fan fan : fans) {
      JsonObject place = calls.get(mine, "Headgate-Place", fan.ticket()).json();
      int arrival = fan.arrival();
      int expected = arrival < entrants ? positions[arrival] : arrival;
      assertEquals(arrival, place.getInteger("arrival"));
      assertEquals(expected, place.getInteger("position"));
      assertEquals("admitted", place.getString("state"));
      assertTrue(Set.of(expected).containsAll(fan.positions()), "told " + fan.positions());
      assertEquals(expected, claims(fan).getInteger("pos"));
    }
  }

  private void assertTokensOfTheKilledOneAreGood(List<Fan> fans, GatewayProcess survivor) {
    Fan orphan =
        fans.stream()
            .filter(fan -> !fan.admittedAt().equals(survivor.fans()))
            .findFirst()
            .orElseThrow();
    assertEquals(200, seats(survivor.fans(), "derby", orphan.token()).status());
    assertEquals(200, seats(shop(), "derby", orphan.token()).status());
  }

  /** The most admissions in any 60 consecutive seconds, by what the tokens say. */
  private static int worstMinute(List<Fan> fans) {
    long[] admissions = admissions(fans);
    int worst = 0;
    int from = 0;
    for (int to = 0; to < admissions.length; to++) {
      while (admissions[to] - admissions[from] >= 60) {
        from++;
      }
      worst = Math.max(worst, to - from + 1);
    }
    return worst;
  }

  private static long silence(List<Fan> fans) {
    long[] admissions = admissions(fans);
    long longest = 0;
    for (int i = 1; i < admissions.length; i++) {
      longest = Math.max(longest, admissions[i] - admissions[i - 1]);
    }
    return longest;
  }

  private static long[] admissions(List<Fan> fans) {
    long[] seconds = fans.stream().mapToLong(fan -> claims(fan).getLong("iat")).toArray();
    Arrays.sort(seconds);
    return seconds;
  }

  private static JsonObject claims(Fan fan) {
    String payload = fan.token().split("\\.", -1)[1];
    return new JsonObject(new String(Base64.getUrlDecoder().decode(payload), UTF_8));
  }

  private Answer seats(URI place, String event, String token) {
    return calls.get(place.resolve("/events/" + event + "/seats"), "Headgate-Admission", token);
  }

  private URI shop() {
    return URI.create("http://127.0.0.1:" + shop.port());
  }

  private JsonObject status(GatewayProcess gateway, String event) {
    return calls.get(gateway.fans().resolve("/queue/" + event + "/status")).json();
  }

  private void awaitStatus(GatewayProcess gateway, String field, Object value) {
    await().until(() -> value.equals(status(gateway, "cup").getValue(field)));
  }

  private Answer create(GatewayProcess gateway, String event, Instant start) {
    return create(gateway, event, start.toString());
  }

  private Answer create(GatewayProcess gateway, String event, String start) {
    JsonObject settings =
        new JsonObject()
            .put("title", event)
            .put("start", start)
            .put(
                "dials",
                new JsonObject().put("newUsersPerMinute", DIAL).put("totalActiveUsers", 10_000));
    return calls.send("PUT", api(gateway, event), settings.encode(), authorization());
  }

  private void change(GatewayProcess gateway, String method, String what, JsonObject body) {
    Answer changed = calls.send(method, api(gateway, what), body.encode(), authorization());
    assertEquals(200, changed.status(), changed.body());
  }

  private static URI api(GatewayProcess gateway, String what) {
    return gateway.operators().resolve("/api/events/" + what);
  }

  private String[] authorization() {
    return new String[] {"Authorization", "Bearer " + access.token()};
  }

  /** The gateway that ticks an event, by the name it gave itself; empty when there is none. */
  private String holder(String event) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), redis.port())) {
      socket.getOutputStream().write(("GET hg:{" + event + "}:lease\r\n").getBytes(US_ASCII));
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      return "$-1".equals(in.readLine()) ? "" : in.readLine();
    }
  }

  private String configuration(Path folder, URI origin, int shopPort) {
    return """
        publicOrigin: %s
        operatorTokens:
          - {name: test, role: admin, sha256: "%s"}
        redis: %s
        keys: %s
        upstreams: {shop: "http://127.0.0.1:%d"}
        """
        .formatted(
            origin, access.configured().hash(), redis.uri(), folder.resolve("keys"), shopPort);
  }

  private Shop startShop(Path folder, URI origin, int port) throws Exception {
    ShopConfig config =
        ShopConfig.of(
                ShopConfig.Store.at(postgres.createDatabase("shop").toString()),
                ShopConfig.Admission.of(
                    two.fans().resolve("/.well-known/jwks.json"), origin.toString()),
                List.of(
                    EventSettings.generated("derby", "Derby", 400),
                    EventSettings.generated("cup", "Cup", 400)))
            .withListen(ShopConfig.Listen.onLoopback(port, 0))
            .withSession(ShopConfig.Session.keptIn(folder.resolve("session.key")))
            .withTickets(new ShopConfig.Tickets(folder.resolve("tickets.key")));
    Shop started = Shop.start(config).await(60, TimeUnit.SECONDS);
    URI ready = URI.create("http://127.0.0.1:" + started.internalPort() + "/readyz");
    await().until(() -> calls.get(ready).status() == 200);
    return started;
  }
}
