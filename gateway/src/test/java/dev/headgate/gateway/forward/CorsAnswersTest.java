package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Cors;
import dev.headgate.gateway.config.EventSource;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.Route.Access;
import dev.headgate.gateway.config.RouteLimits;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorsAnswersTest {
  private static final String WWW = "https://www.example";
  private static final Cors CORS = new Cors(Set.of(WWW, "http://a.example:81"));
  private static final List<Route> ROUTES =
      List.of(
          route("/events/{event}/quiet", Set.of("GET"), null),
          route("/events/{event}/part", Set.of("POST"), null),
          route("/events/{event}/part", Set.of(), CORS),
          route("/events/{event}/read", Set.of("GET"), CORS),
          route(
              "/events/{event}/bare",
              Set.of("GET"),
              new Cors(Set.of(WWW), List.of(), Duration.ZERO)),
          route("/events/{event}/**", Set.of(), CORS));

  @TempDir static Path keys;
  private static Scene scene;
  private static int port;

  @BeforeAll
  static void start() {
    scene = new Scene(keys);
    port = RoutedGateway.start(scene, ROUTES).port();
  }

  @AfterAll
  static void stop() {
    scene.close();
  }

  @BeforeEach
  void clear() {
    scene.seen.clear();
    scene.begun.set(0);
  }

  @Test
  void aPreflightIsGrantedByItsRoutesListAndNeverForwarded() throws IOException {
    // Path, origin, method asked for; status and, where granted, the methods.
    String table =
        """
        hold  | https://www.example     | POST   | 204 | DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT
        hold  | http://a.example:81     | GET    | 204 | DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT
        hold  | https://www.example     | PURGE  | 204 | DELETE, GET, HEAD, OPTIONS, PATCH, POST, PURGE, PUT
        hold  | https://www.example     | patch  | 204 | DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT
        read  | https://www.example     | GET    | 204 | GET, HEAD
        read  | https://www.example     | HEAD   | 204 | GET, HEAD
        read  | https://www.example     | POST   | 204 | DELETE, OPTIONS, PATCH, POST, PUT
        part  | https://www.example     | PUT    | 204 | DELETE, GET, HEAD, OPTIONS, PATCH, PUT
        part  | https://www.example     | POST   | 403 |
        quiet | https://www.example     | GET    | 403 |
        hold  | https://evil.example    | POST   | 403 |
        hold  | https://WWW.example     | POST   | 403 |
        hold  | https://www.example:443 | POST   | 403 |
        hold  | http://www.example      | POST   | 403 |
        hold  | https://www.example/    | POST   | 403 |
        hold  | https://www.example.evil | POST  | 403 |
        hold  | null                    | POST   | 403 |
        hold  | *                       | POST   | 403 |
        hold  | https://www.example     | TRACE  | 405 |
        hold  | https://www.example     | CONNECT | 405 |
        """;
    for (String row : table.lines().toList()) {
      String[] cells = row.split("\\|", -1);
      Wire.Reply reply = preflight("/events/derby/" + cells[0].trim(), cells[1], cells[2]);
      assertEquals(cells[3].trim(), "" + reply.status(), row);
      assertEquals(cells[4].trim(), reply.header("Access-Control-Allow-Methods"), row);
      boolean granted = reply.status() == 204;
      assertEquals(
          granted ? cells[1].trim() : "", reply.header("Access-Control-Allow-Origin"), row);
      assertEquals(granted ? "true" : "", reply.header("Access-Control-Allow-Credentials"), row);
    }
    assertEquals(404, preflight("/nowhere", WWW, "GET").status());
    assertEquals(0, scene.begun.get());
  }

  @Test
  void aGrantedPreflightSaysWhatMayBeSetForHowLongAndForWhomItIs() throws IOException {
    Wire.Reply reply = preflight("/events/derby/hold", WWW, "POST");
    assertEquals(
        "Authorization, Content-Type, DPoP, Headgate-Admission, Idempotency-Key, Shop-Session",
        reply.header("Access-Control-Allow-Headers"));
    assertEquals("600", reply.header("Access-Control-Max-Age"));
    assertEquals(
        "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
        reply.header("Vary"));
    Wire.Reply bare = preflight("/events/derby/bare", WWW, "GET");
    assertEquals("", bare.header("Access-Control-Allow-Headers"));
    assertEquals("0", bare.header("Access-Control-Max-Age"));
  }

  @Test
  void aConnectionGoesOnAfterAPreflight() throws IOException {
    String request = preflightRequest("/events/derby/hold", WWW, "POST");
    try (Wire wire = new Wire(port)) {
      for (int i = 0; i < 3; i++) {
        wire.send(request);
        assertEquals(204, wire.read(false).status());
      }
      wire.send(Scene.request("GET", "/events/derby/hold"));
      assertEquals("admission-required", wire.read(false).problem());
    }
  }

  @Test
  void optionsThatAreNoPreflightNeedAnAdmissionLikeAnyRequest() throws IOException {
    String path = "/events/derby/hold";
    for (List<String> headers :
        List.of(
            List.<String>of(),
            List.of("Origin: " + WWW),
            List.of("Access-Control-Request-Method: POST"))) {
      String plain = Scene.request("OPTIONS", path, headers.toArray(String[]::new));
      assertEquals("admission-required", Wire.exchange(port, plain).problem(), headers + "");
    }
    assertEquals(List.of(), scene.seen);
    String admitted = "Headgate-Admission: " + scene.token("derby");
    assertEquals(200, Wire.exchange(port, Scene.request("OPTIONS", path, admitted)).status());
  }

  @Test
  void ourOwnRefusalsCanBeReadByTheScriptsOfListedOrigins() throws IOException {
    String navigate = "Sec-Fetch-Mode: navigate";
    String html = "Accept: text/html";
    String bad = "Headgate-Admission: x";
    String other = "Headgate-Admission: " + scene.token("cup");
    // What is asked, and what comes of it.
    for (String[] row :
        new String[][] {
          {"GET", "/events/derby/hold", "A: b", "401"},
          {"GET", "/events/derby/hold", bad, "401"},
          {"GET", "/events/derby/hold", other, "403"},
          {"GET", "/events/derby/hold", navigate, "200"},
          {"GET", "/events/derby/hold", html, "200"},
          {"POST", "/events/derby/hold", "Expect: tea", "417"},
          {"GET", "/events/nothing/hold", "A: b", "404"},
        }) {
      String request = Scene.request(row[0], row[1], row[2], "Origin: " + WWW);
      Wire.Reply reply = Wire.exchange(port, request);
      assertEquals(row[3], "" + reply.status(), request);
      assertEquals(List.of(WWW), reply.all("Access-Control-Allow-Origin"), request);
      assertEquals(List.of("true"), reply.all("Access-Control-Allow-Credentials"), request);
      String exposed = reply.header("Access-Control-Expose-Headers");
      for (String name : List.of("Headgate", "Headgate-Admission", "Retry-After", "Location")) {
        assertTrue(List.of(exposed.split(", ")).contains(name), exposed);
      }
      assertEquals(1, reply.all("Vary").size(), request);
      assertTrue(reply.header("Vary").contains("Origin"), request);
    }
    assertEquals(
        "Origin, Accept, Accept-Language",
        Wire.exchange(port, Scene.request("GET", "/events/derby/hold", navigate)).header("Vary"));
  }

  @Test
  void refusalsTellOtherOriginsNothing() throws IOException {
    for (String origin : List.of("https://evil.example", "null", WWW + "\r\nOrigin: " + WWW)) {
      Wire.Reply reply =
          Wire.exchange(port, Scene.request("GET", "/events/derby/hold", "Origin: " + origin));
      assertEquals(401, reply.status());
      assertFalse(reply.head().toString().contains("Access-Control"), reply.head() + "");
      assertEquals("Origin", reply.header("Vary"));
    }
    Wire.Reply quiet =
        Wire.exchange(port, Scene.request("GET", "/events/derby/quiet", "Origin: " + WWW));
    assertEquals(401, quiet.status());
    assertFalse(quiet.head().toString().contains("Access-Control"), quiet.head() + "");
  }

  @Test
  void aForwardedAnswerCanBeReadByTheScriptsOfListedOriginsAndSoCanWhatStandsInItsPlace()
      throws IOException {
    String admitted = "Headgate-Admission: " + scene.token("derby");
    String asked = Scene.request("GET", "/events/derby/hold", admitted, "Origin: " + WWW);
    scene.answer =
        response ->
            response
                .putHeader("Access-Control-Allow-Origin", "*")
                .putHeader("Vary", "Accept")
                .end("shop");
    Wire.Reply shop = Wire.exchange(port, asked);
    assertEquals(200, shop.status());
    assertEquals(List.of(WWW), shop.all("Access-Control-Allow-Origin"));
    assertEquals(List.of("Accept, Origin"), shop.all("Vary"));
    scene.answer = response -> response.reset(0).onFailure(gone -> {});
    Wire.Reply none = Wire.exchange(port, asked);
    assertEquals("upstream-unavailable", none.problem());
    assertEquals(List.of(WWW), none.all("Access-Control-Allow-Origin"));
    scene.answer = response -> response.end("shop");
  }

  @Test
  void whatAnUpstreamSaysOfOriginsIsReplacedNeverDoubled() {
    Route route = route("/events/{event}/**", Set.of(), CORS);
    MultiMap answer = MultiMap.caseInsensitiveMultiMap();
    answer
        .add("access-control-allow-origin", "*")
        .add("Access-Control-Allow-Origin", "https://evil.example")
        .add("Access-Control-Allow-Credentials", "false")
        .add("Access-Control-Expose-Headers", "X-Mine, etag")
        .add("Access-Control-Expose-Headers", "*")
        .add("Vary", "Accept-Encoding")
        .add("Vary", "Accept");
    MultiMap request = MultiMap.caseInsensitiveMultiMap().add("Origin", WWW);
    CorsAnswers.onForwardedAnswer(answer, route, request);
    assertEquals(List.of(WWW), answer.getAll("Access-Control-Allow-Origin"));
    assertEquals(List.of("true"), answer.getAll("Access-Control-Allow-Credentials"));
    assertEquals(
        List.of(
            "ETag, Headgate, Headgate-Admission, Location, Retry-After, WWW-Authenticate, X-Mine"),
        answer.getAll("Access-Control-Expose-Headers"));
    assertEquals(List.of("Accept-Encoding, Accept, Origin"), answer.getAll("Vary"));
  }

  @Test
  void anAnswerForAnotherOriginSaysNothingOfOriginsButThatItDependsOnThem() {
    for (String origin : List.of("", "null", "https://evil.example")) {
      MultiMap answer = MultiMap.caseInsensitiveMultiMap().add("Vary", "origin");
      answer.add("Access-Control-Allow-Origin", origin).add("Access-Control-Expose-Headers", "X");
      MultiMap request = MultiMap.caseInsensitiveMultiMap();
      if (!origin.isEmpty()) {
        request.add("Origin", origin);
      }
      CorsAnswers.onForwardedAnswer(answer, route("/{event}", Set.of(), CORS), request);
      assertEquals(Set.of("Vary"), answer.names());
    }
  }

  @Test
  void aRouteThatListsNoOriginLeavesTheMatterToItsUpstream() {
    MultiMap answer = MultiMap.caseInsensitiveMultiMap().add("Access-Control-Allow-Origin", "*");
    MultiMap request = MultiMap.caseInsensitiveMultiMap().add("Origin", WWW);
    CorsAnswers.onForwardedAnswer(answer, route("/{event}", Set.of(), null), request);
    assertEquals("*", answer.get("Access-Control-Allow-Origin"));
    assertEquals(1, answer.size());
  }

  private static Route route(String path, Set<String> methods, @Nullable Cors cors) {
    return new Route(
        Set.of(),
        path,
        methods,
        Access.ADMISSION,
        new EventSource.Path(),
        "shop",
        false,
        RouteLimits.usual(),
        cors);
  }

  private static Wire.Reply preflight(String path, String origin, String method)
      throws IOException {
    return Wire.exchange(port, preflightRequest(path, origin.trim(), method.trim()));
  }

  private static String preflightRequest(String path, String origin, String method) {
    return Scene.request(
        "OPTIONS",
        path,
        "Origin: " + origin,
        "Access-Control-Request-Method: " + method,
        "Access-Control-Request-Headers: content-type");
  }
}
