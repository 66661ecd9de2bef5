package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A room that is always on and an event that lets everyone pass, through a real gateway. */
@Tag("soak")
class OpenRoomIT {
  private static final int CAP = 3;
  private static final int PROBATION_SECONDS = 30;
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String PAGE = "shop's page";

  private final Calls calls = new Calls();
  private final OperatorAccess access = OperatorAccess.random();
  private final Queue<Headers> seenByShop = new ConcurrentLinkedQueue<>();
  private EmbeddedRedis redis;
  private HttpServer shop;
  private GatewayProcess gateway;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    redis = EmbeddedRedis.start();
    shop = startShop();
    String configuration =
        """
        publicOrigin: http://127.0.0.1:1
        operatorTokens:
          - {name: test, role: admin, sha256: "%s"}
        redis: %s
        keys: %s
        createMissingKeys: true
        upstreams: {shop: "http://127.0.0.1:%d"}
        """
            .formatted(
                access.configured().hash(),
                redis.uri(),
                folder.resolve("keys"),
                shop.getAddress().getPort());
    gateway =
        GatewayProcess.start(folder.resolve("own"), GatewayProcess.Ports.free(), configuration);
  }

  @AfterEach
  void close() {
    gateway.close();
    shop.stop(0);
    redis.close();
  }

  @Test
  void browsersGoStraightInUpToTheCapAndWhoDoesNotComeBackIsOutAfterHalfAMinute() {
    create("club", "random-then-fifo", "always", 6_000, CAP);
    assertEquals(401, navigate("club", "Sec-Fetch-Mode", "cors").status(), "a script");
    assertEquals(401, calls.get(seats("club"), "Accept", "*/*").status(), "a program");
    assertQueuePage(navigate("club", "Sec-Purpose", "prefetch"));
    assertEquals(401, calls.send("HEAD", seats("club"), "", browser()).status());

    // Nothing of this has spent anything.
    List<Visitor> visitors = new ArrayList<>();
    for (int i = 0; i < CAP; i++) {
      visitors.add(goesIn("club"));
    }
    assertEquals(CAP, new HashSet<>(visitors.stream().map(Visitor::position).toList()).size());
    for (int i = 0; i < 20; i++) {
      assertQueuePage(navigate("club"));
    }
    assertEquals(CAP, seenByShop.size(), "the shop sees nobody else");

    Visitor comesBack = visitors.remove(0).comesBack();
    await().atMost(PATIENCE).until(() -> live("club").getInteger("active") == CAP);
    for (Visitor gone : visitors) {
      await().atMost(PATIENCE).until(() -> "over".equals(gone.place().getString("state")));
      // By the clock that the store has, too; what the gateway says of it is a moment older.
      Instant now = Instant.now();
      assertFalse(now.isBefore(gone.began().plusSeconds(PROBATION_SECONDS)), now + "");
    }
    assertEquals("admitted", comesBack.place().getString("state"));
    await().atMost(PATIENCE).until(() -> live("club").getInteger("active") == 1);
    for (Visitor gone : visitors) {
      assertEquals(401, gone.asks().status(), "too late");
    }
    assertEquals(200, comesBack.asks().status());
    Visitor next = goesIn("club");
    assertNotEquals(comesBack.position(), next.position());
  }

  @Test
  void browsersGoStraightInUpToTheDial() {
    int dial = 60;
    long before = System.currentTimeMillis();
    create("gallery", "fifo", "always", dial, 1_000);
    int in = 0;
    int queued = 0;
    while (queued < 20) {
      Answer answer = navigate("gallery");
      // Two seconds' worth, and what has been earned since the room was made.
      long most = 2 + (System.currentTimeMillis() - before) * dial / 60_000;
      if (isShopsPage(answer)) {
        in++;
      } else {
        assertQueuePage(answer);
        queued++;
      }
      assertTrue(in <= most, in + " in, at most " + most);
    }
    assertTrue(in >= 1, "somebody goes in");
    assertEquals(in, seenByShop.size());
  }

  @Test
  void whoeverPassesThroughIsLetInAtOnceWhateverTheDials() {
    create("fair", "passthrough", Instant.now().minusSeconds(1).toString(), 1, 1);
    Set<String> sessions = new HashSet<>();
    String lastTicket = "";
    for (int i = 0; i < 10; i++) {
      JsonObject place = join("fair");
      assertEquals("called", place.getString("state"));
      assertNull(place.getInteger("position"));
      lastTicket = place.getString("ticket");
      Answer claim = claim("fair", lastTicket);
      assertEquals(201, claim.status(), claim::toString);
      assertTrue(sessions.add(claim.json().getString("sessionId")));
      String cookie = "hg_admission_fair=" + claim.json().getString("token");
      assertTrue(isShopsPage(calls.get(seats("fair"), "Cookie", cookie)));
    }
    Set<String> seen = new HashSet<>();
    for (Headers headers : seenByShop) {
      assertEquals("fair", headers.getFirst("Headgate-Event"));
      assertTrue(seen.add(headers.getFirst("Headgate-Session")));
    }
    assertEquals(sessions, seen);
    JsonObject early = join("fair");
    operate("POST", "/fair/pause", new JsonObject());
    Answer held = claim("fair", early.getString("ticket"));
    assertEquals("moment-please", held.code(), held::toString);
    Answer same = claim("fair", lastTicket);
    assertEquals(200, same.status(), "who is inside stays");
    operate("POST", "/fair/resume", new JsonObject());
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(1_100)) // A place is asked for once a second at most.
        .until(() -> claim("fair", early.getString("ticket")).status() == 201);
  }

  /** A browser that went straight in, with the cookies it was given. */
  private final class Visitor {
    private final String event;
    private final Map<String, String> cookies = new HashMap<>();

    Visitor(String event, Answer answer) {
      this.event = event;
      take(answer);
      assertTrue(cookies.containsKey("hg_place_" + event), "a place");
      long life = claims().getLong("exp") - claims().getLong("iat");
      assertEquals(PROBATION_SECONDS, life, "on probation");
    }

    Visitor comesBack() {
      Answer answer = asks();
      assertTrue(isShopsPage(answer), answer::toString);
      take(answer);
      long life = claims().getLong("exp") - claims().getLong("iat");
      assertTrue(life > PROBATION_SECONDS, "stays for " + life + " s");
      return this;
    }

    /** Asks for the shop's data, as the page in a browser does. */
    Answer asks() {
      List<String> pairs = new ArrayList<>();
      cookies.forEach((name, value) -> pairs.add(name + "=" + value));
      String all = String.join("; ", pairs);
      return calls.get(seats(event), "Sec-Fetch-Mode", "cors", "Cookie", all);
    }

    JsonObject place() {
      URI mine = gateway.fans().resolve("/queue/" + event + "/places/me");
      return calls
          .get(mine, "Headgate-Place", cookies.getOrDefault("hg_place_" + event, ""))
          .json();
    }

    int position() {
      return claims().getInteger("pos");
    }

    Instant began() {
      return Instant.ofEpochSecond(claims().getLong("iat"));
    }

    private JsonObject claims() {
      String token = cookies.getOrDefault("hg_admission_" + event, "");
      return CrowdLog.Admission.of(0, token).claims();
    }

    private void take(Answer answer) {
      for (String cookie : answer.response().headers().allValues("Set-Cookie")) {
        String[] pair = cookie.substring(0, cookie.indexOf(';')).split("=", 2);
        cookies.put(pair[0], pair[1]);
      }
    }
  }

  private Visitor goesIn(String event) {
    int before = seenByShop.size();
    Answer answer = navigate(event);
    assertTrue(isShopsPage(answer), answer::toString);
    Visitor visitor = new Visitor(event, answer);
    assertEquals(before + 1, seenByShop.size());
    Headers seen = List.copyOf(seenByShop).get(before);
    assertEquals(event, seen.getFirst("Headgate-Event"));
    assertEquals(visitor.claims().getString("jti"), seen.getFirst("Headgate-Session"));
    assertEquals(visitor.position() + "", seen.getFirst("Headgate-Position"));
    assertEquals(visitor.cookies.get("hg_admission_" + event), seen.getFirst("Headgate-Admission"));
    return visitor;
  }

  /** A person's browser goes to a page; further headers are names and values in turn. */
  private Answer navigate(String event, String... more) {
    Map<String, String> headers = new HashMap<>();
    String[] plain = browser();
    for (int i = 0; i < plain.length; i += 2) {
      headers.put(plain[i], plain[i + 1]);
    }
    for (int i = 0; i < more.length; i += 2) {
      headers.put(more[i], more[i + 1]);
    }
    List<String> all = new ArrayList<>();
    headers.forEach((name, value) -> all.addAll(List.of(name, value)));
    return calls.get(seats(event), all.toArray(String[]::new));
  }

  private static String[] browser() {
    return new String[] {
      "Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
      "Sec-Fetch-Mode", "navigate",
      "Sec-Fetch-Dest", "document",
      "Sec-Fetch-Site", "none",
    };
  }

  private static boolean isShopsPage(Answer answer) {
    return answer.status() == 200 && answer.body().equals(PAGE);
  }

  private static void assertQueuePage(Answer answer) {
    assertEquals(200, answer.status());
    assertEquals("queue", answer.header("Headgate"));
    assertEquals(List.of(), answer.response().headers().allValues("Set-Cookie"));
  }

  private URI seats(String event) {
    return gateway.fans().resolve("/events/" + event + "/seats");
  }

  private JsonObject join(String event) {
    URI places = gateway.fans().resolve("/queue/" + event + "/places");
    Answer joined = calls.send("POST", places, "{}");
    assertEquals(201, joined.status(), joined::toString);
    return joined.json();
  }

  private Answer claim(String event, String ticket) {
    URI admissions = gateway.fans().resolve("/queue/" + event + "/admissions");
    return calls.send("POST", admissions, "", "Headgate-Place", ticket);
  }

  private JsonObject live(String event) {
    URI address = gateway.operators().resolve("/api/events/" + event);
    return calls.get(address, authorization()).json().getJsonObject("live");
  }

  private void create(String event, String mode, String start, int dial, int cap) {
    JsonObject dials = new JsonObject().put("newUsersPerMinute", dial).put("totalActiveUsers", cap);
    JsonObject settings =
        new JsonObject().put("title", event).put("mode", mode).put("start", start);
    operate("PUT", "/" + event, settings.put("dials", dials));
  }

  private void operate(String method, String what, JsonObject body) {
    URI address = gateway.operators().resolve("/api/events" + what);
    Answer answer = calls.send(method, address, body.encode(), authorization());
    assertEquals(2, answer.status() / 100, answer::toString);
  }

  private String[] authorization() {
    return new String[] {"Authorization", "Bearer " + access.token()};
  }

  private HttpServer startShop() throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    byte[] page = PAGE.getBytes(StandardCharsets.US_ASCII);
    server.createContext(
        "/",
        exchange -> {
          seenByShop.add(exchange.getRequestHeaders());
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    return server;
  }
}
