package dev.headgate.quickstart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds beside every proxy that asks: a real one, with the example's configuration, before a
 * real gateway and a shop that writes down what reaches it.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class BesideProxyRules {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SEATS = "/events/fair/seats";
  private static final String[] BROWSER = {
    "Accept", "text/html,*/*;q=0.8", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"
  };

  private final Calls calls = new Calls();
  private final OperatorAccess access = OperatorAccess.random();
  private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
  private final Vertx vertx = Vertx.vertx();
  private FrontProxy proxy;
  private EmbeddedRedis redis;
  private GatewayProcess gateway;

  /** The word for it in the gateway's configuration. */
  abstract String source();

  /** A header that the proxy does not write, and that some servers take a path from. */
  abstract String contradiction();

  abstract FrontProxy start(FrontProxy.Ports ports) throws IOException;

  /** A request as it reached the shop. */
  private record Seen(String method, String uri, MultiMap headers, Buffer body) {
    String all(String name) {
      return String.join(" | ", headers.getAll(name));
    }
  }

  @BeforeAll
  void open(@TempDir Path folder) throws IOException {
    HttpServer shop =
        vertx.createHttpServer().requestHandler(this::serve).listen(0, "127.0.0.1").await();
    GatewayProcess.Ports ports = GatewayProcess.Ports.free();
    int front = FreePort.next();
    proxy = start(new FrontProxy.Ports(front, ports.fans(), shop.actualPort()));
    redis = EmbeddedRedis.start();
    String configuration =
        """
        publicOrigin: http://127.0.0.1:%d
        operatorTokens:
          - {name: test, role: admin, sha256: "%s"}
        redis: %s
        keys: %s
        createMissingKeys: true
        upstreams: {shop: "http://127.0.0.1:%d"}
        trustedProxies: [127.0.0.1]
        authorize: {source: %s}
        """
            .formatted(
                front,
                access.configured().hash(),
                redis.uri(),
                folder.resolve("keys"),
                shop.actualPort(),
                source());
    gateway = GatewayProcess.start(folder.resolve("own"), ports, configuration);
    create("fair", "passthrough", Instant.now().minusSeconds(1).toString());
    create("cup", "passthrough", Instant.now().minusSeconds(1).toString());
    create("club", "random-then-fifo", "always");
  }

  @AfterAll
  void close() {
    if (gateway != null) {
      gateway.close();
      redis.close();
    }
    if (proxy != null) {
      proxy.close();
    }
    vertx.close().await();
  }

  @BeforeEach
  void forget() {
    seen.clear();
  }

  private void serve(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              seen.add(new Seen(request.method().name(), request.uri(), request.headers(), body));
              MultiMap headers = request.response().headers();
              headers.add("Set-Cookie", "shop=1").add("Set-Cookie", "more=2");
              if (request.uri().startsWith("/events/fair")) {
                headers.add("Headgate-Session", "end");
              }
              request.response().end("shop").onFailure(gone -> {});
            });
  }

  @Test
  void aBrowserWithoutAdmissionEndsAtTheQueuePageAndTheShopSeesNothing() {
    Answer sent = calls.get(at(SEATS + "?section=A"), BROWSER);
    assertEquals(302, sent.status(), sent::toString);
    assertTrue(sent.header("Cache-Control").contains("no-store"));
    URI queue = proxy.address().resolve(sent.header("Location"));
    assertEquals(at("/queue/fair"), queue);
    Answer page = calls.get(queue, BROWSER);
    assertEquals(200, page.status(), page::toString);
    assertTrue(page.header("Content-Type").startsWith("text/html"));
    Answer old = calls.get(at(SEATS), "Accept", "text/html");
    assertEquals(302, old.status(), "older browsers say less");
    assertEquals(List.of(), List.copyOf(seen));
  }

  @Test
  void aProgramWithoutAdmissionIsRefusedAndTheShopSeesNothing() {
    for (String method : List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")) {
      String body = method.equals("GET") ? "" : "{\"seats\":[\"A-1\"]}";
      Answer refused =
          calls.send(method, at(SEATS), body, "Accept", "application/json", "X-A", "b");
      assertEquals(401, refused.status(), refused::toString);
      assertEquals("admission-required", refused.code());
      assertEquals("/queue/fair", refused.json().getString("queue"));
      assertEquals("Bearer", refused.header("WWW-Authenticate"));
      assertEquals(1, refused.response().headers().allValues("WWW-Authenticate").size());
    }
    Answer script = calls.get(at(SEATS), "Accept", "text/html", "Sec-Fetch-Mode", "cors");
    assertEquals(401, script.status());
    assertEquals(401, calls.get(at(SEATS), "Headgate-Admission", "bad").status());
    assertEquals(401, calls.get(at(SEATS), "Authorization", "Bearer bad").status());
    assertEquals(List.of(), List.copyOf(seen));
  }

  @Test
  void whoIsInsideReachesTheShopWithTheirAdmissionAndNothingThatTheySayOfIt() {
    JsonObject inside = admission("fair");
    String token = inside.getString("token");
    List<String[]> ways =
        List.of(
            new String[] {"Cookie", "a=1; hg_admission_fair=" + token + "; hg_place_fair=x; b=2"},
            new String[] {"Headgate-Admission", token, "Cookie", "a=1; b=2"},
            new String[] {"Authorization", "Bearer " + token, "Cookie", "a=1; b=2"});
    for (String[] way : ways) {
      seen.clear();
      List<String> headers = new ArrayList<>(Arrays.asList(way));
      headers.addAll(List.of("Headgate-Event", "cup", "Headgate-Session", "1.0.1.x"));
      headers.addAll(List.of("Headgate-Position", "1", "Headgate-Place", "hgp1.x"));
      headers.addAll(List.of("headgate_event", "cup", "Headgate-Bypass", "x"));
      String path = SEATS + "?q=%C3%A9%20x&wr_pass=1&&a=b+c";
      Answer answer = calls.get(at(path), headers.toArray(String[]::new));
      assertEquals("200 shop", answer.toString());
      Seen at = only();
      assertEquals(path, at.uri(), "byte for byte");
      assertEquals("fair", at.all("Headgate-Event"));
      assertEquals(inside.getString("sessionId"), at.all("Headgate-Session"));
      assertEquals(inside.getString("sessionId").split("\\.", -1)[2], at.all("Headgate-Position"));
      assertEquals(token, at.all("Headgate-Admission"));
      assertEquals("a=1; b=2", at.all("Cookie"));
      assertEquals("", at.all("Authorization"), "the token is there once");
      assertEquals("", at.all("headgate_event") + at.all("Headgate-Place"));
      assertEquals("", at.all("Headgate-Bypass"));
      assertEquals(
          List.of("shop=1", "more=2"), answer.response().headers().allValues("Set-Cookie"));
      assertEquals("", answer.header("Headgate-Session") + answer.header("Headgate-Admission"));
    }
    seen.clear();
    Answer theirs =
        calls.get(
            at(SEATS),
            "Cookie",
            "hg_admission_fair=" + token,
            "Authorization",
            "Bearer of-the-shop");
    assertEquals(200, theirs.status());
    assertEquals("Bearer of-the-shop", only().all("Authorization"));
  }

  @Test
  void whatIsPublicPassesWithoutAdmissionAndWithoutWordsOfOurs() {
    Answer answer = calls.get(at("/events?x=1"), "Headgate-Event", "fair", "Cookie", "a=1");
    assertEquals("200 shop", answer.toString());
    assertEquals("/events?x=1", only().uri());
    assertEquals("", only().all("Headgate-Event"));
    assertEquals("a=1", only().all("Cookie"));
  }

  @Test
  void anAdmissionForAnotherEventIsForbiddenAndWhatNoRouteNamesAsWell() {
    String other = admission("cup").getString("token");
    assertEquals(403, calls.get(at(SEATS), "Headgate-Admission", other).status());
    assertEquals(403, calls.get(at(SEATS), "Authorization", "Bearer " + other).status());
    assertEquals(401, calls.get(at(SEATS), "Cookie", "hg_admission_cup=" + other).status());
    assertEquals(403, calls.get(at("/admin"), "Headgate-Admission", other).status());
    assertEquals(403, calls.get(at("/authorize"), "Headgate-Admission", other).status());
    assertEquals(403, calls.send("DELETE", at("/events"), "").status());
    assertEquals(List.of(), List.copyOf(seen));
  }

  @Test
  void aHeaderThatDescribesAnotherRequestIsForbidden() {
    String token = admission("fair").getString("token");
    for (String name : List.of(contradiction(), "X-Original-URL", "X-Rewrite-URL")) {
      Answer answer = calls.get(at(SEATS), "Headgate-Admission", token, name, "/events");
      assertEquals(403, answer.status(), name + ": " + answer);
    }
    assertEquals(List.of(), List.copyOf(seen));
    // What the proxy writes itself it writes over.
    Answer written =
        calls.get(
            at(SEATS),
            "Headgate-Admission",
            token,
            contradiction().equals("X-Original-URI") ? "X-Forwarded-Uri" : "X-Original-URI",
            "/events");
    assertEquals(200, written.status(), written::toString);
    assertEquals("", only().all("X-Forwarded-Uri") + only().all("X-Original-URI"));
  }

  @Test
  void aBodyArrivesWhole() {
    String token = admission("fair").getString("token");
    byte[] bytes = new byte[1_048_576];
    new Random(7).nextBytes(bytes);
    String body = new String(bytes, ISO_8859_1);
    Answer answer = calls.send("POST", at("/events/fair/holds"), body, "Headgate-Admission", token);
    assertEquals("200 shop", answer.toString());
    assertEquals("POST", only().method());
    assertArrayEquals(body.getBytes(UTF_8), only().body().getBytes());
  }

  @Test
  void noPathReachesTheShopButTheOneThatWasJudged() throws IOException {
    String token = admission("fair").getString("token");
    for (String target : TRICKY) {
      for (String credential : List.of("A: b", "Headgate-Admission: " + token)) {
        String request =
            "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\nConnection: close\r\n\r\n"
                .formatted(target, proxy.port(), credential);
        Wire.Answer answer = Wire.exchange(proxy.port(), request.getBytes(ISO_8859_1), false);
        assertEquals(4, answer.status() / 100, target + ": " + answer);
        assertEquals(List.of(), List.copyOf(seen), target);
      }
    }
    for (String absolute : List.of("http://127.0.0.1:" + proxy.port() + SEATS, SEATS)) {
      seen.clear();
      String request =
          "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nHeadgate-Admission: %s\r\nConnection: close\r\n\r\n"
              .formatted(absolute, proxy.port(), token);
      assertEquals(200, Wire.exchange(proxy.port(), request.getBytes(ISO_8859_1), false).status());
      assertEquals(SEATS, only().uri(), absolute);
    }
  }

  private static final List<String> TRICKY =
      List.of(
          "/events/fair/../cup/seats",
          "/events/cup/../fair/seats",
          "/events/fair/./seats",
          "/events/fair/%2e%2e/cup/seats",
          "/events/fair/..%2fcup/seats",
          "/events%2ffair%2fseats",
          "/events/fair%2Fseats",
          "/events//fair/seats",
          "//events/fair/seats",
          "/events/fair//seats",
          "/events;x=1/fair/seats",
          "/events/fair;x=1/seats",
          "/events/..;/events/fair/seats",
          "/events/fair/%3b/seats",
          "/events/fair/seats%20",
          "/events/fair/seats%00",
          "/events/fair/%5cseats",
          "/events/fair\\seats",
          "/events/fair/%c0%ae%c0%ae/seats",
          "/events/fair/%252e%252e/seats",
          "/events/%66air/seats",
          "/events/fair/%zz",
          "/events/fair/seats#x",
          "/queue/../events/fair/seats",
          "/queue/..%2fevents/fair/seats",
          "/queue/%2e%2e/events/fair/seats",
          "/queue//../events/fair/seats",
          "/.well-known/jwks.json/../../events/fair/seats",
          "/headgate-authorize",
          "/%61uthorize",
          "/EVENTS/fair/seats");

  @Test
  void aTokenIsRenewedInTheCookieOrToProgramsInAHeader() {
    Answer in = calls.get(gateway.fans().resolve("/events/club/seats"), BROWSER);
    String cookie =
        in.response().headers().allValues("Set-Cookie").stream()
            .filter(line -> line.startsWith("hg_admission_club="))
            .findFirst()
            .orElseThrow();
    // Who has gone straight in has half a minute until the first return renews the token.
    String token = cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    Answer renewed = calls.get(at("/events/club/seats"), "Cookie", "hg_admission_club=" + token);
    assertEquals(200, renewed.status(), renewed::toString);
    List<String> cookies = renewed.response().headers().allValues("Set-Cookie");
    assertEquals(3, cookies.size(), cookies::toString);
    String ours = cookies.stream().filter(line -> line.startsWith("hg_")).findFirst().orElseThrow();
    assertTrue(ours.contains("; HttpOnly; SameSite=Lax"), ours);
    String longer = ours.substring(ours.indexOf('=') + 1, ours.indexOf(';'));
    assertFalse(longer.equals(token));
    assertEquals("", renewed.header("Headgate-Admission"), "scripts of a page never see it");
    Answer program = calls.get(at("/events/club/seats"), "Authorization", "Bearer " + token);
    assertEquals(200, program.status(), program::toString);
    assertEquals(longer, program.header("Headgate-Admission"));
    assertEquals(2, program.response().headers().allValues("Set-Cookie").size());
  }

  @Test
  void aRevokedSessionIsRefused() {
    JsonObject inside = admission("fair");
    String token = inside.getString("token");
    assertEquals(200, calls.get(at(SEATS), "Headgate-Admission", token).status());
    operate("DELETE", "/fair/sessions/" + inside.getString("sessionId"), "");
    await()
        .atMost(PATIENCE)
        .until(() -> calls.get(at(SEATS), "Headgate-Admission", token).status() == 401);
    seen.clear();
    assertEquals(401, calls.get(at(SEATS), "Headgate-Admission", token).status());
    assertEquals(List.of(), List.copyOf(seen));
  }

  private URI at(String path) {
    return URI.create(proxy.address() + path);
  }

  private Seen only() {
    assertEquals(1, seen.size(), seen::toString);
    return seen.element();
  }

  /** A place taken and a turn claimed, both through the proxy. */
  private JsonObject admission(String event) {
    Answer joined = calls.send("POST", at("/queue/" + event + "/places"), "{}");
    assertEquals(201, joined.status(), joined::toString);
    String ticket = joined.json().getString("ticket");
    Answer claim =
        calls.send("POST", at("/queue/" + event + "/admissions"), "", "Headgate-Place", ticket);
    assertEquals(201, claim.status(), claim::toString);
    return claim.json();
  }

  private void create(String event, String mode, String start) {
    JsonObject dials =
        new JsonObject().put("newUsersPerMinute", 6_000).put("totalActiveUsers", 1_000);
    JsonObject settings =
        new JsonObject().put("title", event).put("mode", mode).put("start", start);
    operate("PUT", "/" + event, settings.put("dials", dials).encode());
  }

  private void operate(String method, String what, String body) {
    URI address = gateway.operators().resolve("/api/events" + what);
    Answer answer = calls.send(method, address, body, "Authorization", "Bearer " + access.token());
    assertEquals(2, answer.status() / 100, answer::toString);
  }
}
