package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Authorize;
import dev.headgate.gateway.config.Authorize.Source;
import dev.headgate.gateway.config.EventSource;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.RouteLimits;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.RenewAnswer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a proxy that asks is told, in each of the ways in which it can ask. */
class AuthorizeTest {
  private static final String SEATS = "/events/derby/seats?section=A&x=%C3%A9";
  private static final String[] NAVIGATION = {"Sec-Fetch-Mode: navigate", "Accept: text/html"};

  /** Paths that somebody could read in another way than we do, and targets that are no paths. */
  private static final List<String> UNCLEAR_TARGETS =
      List.of(
          "/events/derby/../cup/seats",
          "/events/derby/./seats",
          "/events/derby/..%2fcup",
          "/events/derby/%2e%2e/cup",
          "/events/derby%2Fseats",
          "/events/derby%5cseats",
          "/events//derby/seats",
          "//events/derby/seats",
          "/public/..;/events/derby/seats",
          "/events/derby;x=1/seats",
          "/events/derby/%3bseats",
          "/events/derby/seats%00",
          "/events/derby/seats%20",
          "/events/derby/%c0%ae",
          "/events/derby/%zz",
          "/events/derby/\\seats",
          "/events/derby/se ats",
          "/events/derby/seats?a b",
          "/events/derby/seats#x",
          "/events/d\u00e9rby/seats",
          "http://tickets.example/events/derby/seats",
          "https://evil.example/events/derby/seats",
          "//evil.example/events",
          "events/derby/seats",
          "*",
          "?x=1",
          "");

  @TempDir static Path keys;

  private Scene scene;
  private String good;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    good = scene.token("derby");
  }

  @AfterEach
  void close() {
    assertEquals(0, scene.begun.get(), "a question is never forwarded");
    scene.close();
  }

  private int gateway(Source source) {
    return gateway(source, List.of("127.0.0.1"), null);
  }

  private int gateway(Source source, List<String> trusted, @Nullable List<Route> routes) {
    GatewayConfig plain = Scene.config(trusted, Map.of("shop", scene.shopPort));
    return scene.gateway(
        new GatewayConfig(
            plain.publicOrigin(),
            plain.host(),
            plain.port(),
            plain.operatorHost(),
            plain.operatorPort(),
            plain.operatorTokens(),
            plain.redis(),
            plain.keys(),
            plain.createMissingKeys(),
            plain.state(),
            plain.upstreams(),
            routes == null ? plain.routes() : routes,
            plain.allowedOrigins(),
            plain.trustedProxies(),
            plain.maxBodyBytes(),
            plain.eventLoops(),
            plain.events(),
            plain.tls(),
            plain.cookies(),
            new Authorize(source),
            plain.bypasses(),
            plain.headers(),
            plain.transport(),
            plain.streams(),
            plain.pages(),
            plain.operatorOrigin(),
            plain.operatorSessions(),
            plain.webhooks(),
            plain.oidc(),
            plain.traces()));
  }

  /** A question the way a source asks it, on a gateway that believes this source. */
  private final class Asker {
    private final Source source;
    private final int port;

    Asker(Source source) {
      this(source, gateway(source));
    }

    Asker(Source source, int port) {
      this.source = source;
      this.port = port;
    }

    Wire.Reply asks(String method, String target, String... headers) throws IOException {
      List<String> all = new ArrayList<>();
      switch (source) {
        case NGINX ->
            all.addAll(List.of("X-Original-URI: " + target, "X-Original-Method: " + method));
        case FORWARDED ->
            all.addAll(
                List.of(
                    "X-Forwarded-Uri: " + target,
                    "X-Forwarded-Method: " + method,
                    "X-Forwarded-Host: A.example:8443"));
        case ENVOY -> {}
      }
      all.addAll(Arrays.asList(headers));
      boolean itself = source == Source.ENVOY;
      return raw(itself ? method : "GET", itself ? "/authorize" + target : "/authorize", all);
    }

    Wire.Reply raw(String method, String address, List<String> headers) throws IOException {
      return Wire.exchange(port, Scene.request(method, address, headers.toArray(String[]::new)));
    }
  }

  private Wire.Reply ask(String target, String... headers) throws IOException {
    return askFor("GET", target, headers);
  }

  private Wire.Reply askFor(String method, String target, String... headers) throws IOException {
    List<String> all = new ArrayList<>(Arrays.asList(headers));
    all.add("X-Original-URI: " + target);
    all.add("X-Original-Method: " + method);
    return scene.get("/authorize", all.toArray(String[]::new));
  }

  private static void assertRefused(int status, String code, Wire.Reply reply) {
    assertEquals(status + " " + code, reply.status() + " " + reply.problem(), reply::toString);
    assertTrue(reply.body().contains("\"status\":" + status), reply::body);
    assertEquals("no-store", reply.header("Cache-Control"));
    assertTrue(reply.all("Headgate-Session").isEmpty(), reply::toString);
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void whoHasNoAdmissionIsRefusedAndWhoHasOneIsDescribed(Source source) throws IOException {
    Asker asker = new Asker(source);
    Wire.Reply none = asker.asks("GET", SEATS);
    assertRefused(401, "admission-required", none);
    assertEquals("Bearer", none.header("WWW-Authenticate"));
    assertEquals("/queue/derby", none.header("Headgate-Queue"));
    assertTrue(none.body().contains("\"queue\":\"/queue/derby\""), none::body);
    assertRefused(401, "admission-invalid", asker.asks("GET", SEATS, "Headgate-Admission: x"));
    for (String credential :
        List.of(
            "Cookie: hg_admission_derby=" + good,
            "Headgate-Admission: " + good,
            "Authorization: Bearer " + good)) {
      for (String method : List.of("GET", "POST", "DELETE", "OPTIONS")) {
        Wire.Reply reply = asker.asks(method, SEATS, credential);
        assertEquals(200, reply.status(), reply::toString);
        assertEquals("", reply.body());
        assertEquals("derby", reply.header("Headgate-Event"));
        assertEquals("12", reply.header("Headgate-Position"));
        assertTrue(reply.header("Headgate-Session").startsWith(scene.derby.epoch + ".0.12."));
        assertEquals(good, reply.header("Headgate-Admission"));
        assertEquals("no-store", reply.header("Cache-Control"));
        assertFalse(reply.closes(), "the proxy keeps its connection");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void anAdmissionForAnotherEventIsForbidden(Source source) throws IOException {
    Asker asker = new Asker(source);
    String other = scene.token("cup");
    assertRefused(403, "wrong-event", asker.asks("GET", SEATS, "Headgate-Admission: " + other));
    assertRefused(403, "wrong-event", asker.asks("POST", SEATS, "Authorization: Bearer " + other));
    assertRefused(
        401, "admission-required", asker.asks("GET", SEATS, "Cookie: hg_admission_cup=" + other));
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void whatNoRouteLetsThroughIsForbiddenAndNothingElse(Source source) throws IOException {
    Asker asker = new Asker(source);
    String mine = "Headgate-Admission: " + good;
    assertRefused(403, "not-found", asker.asks("GET", "/admin", mine));
    assertRefused(403, "not-found", asker.asks("GET", "/queue/derby", mine));
    assertRefused(403, "method-not-allowed", asker.asks("DELETE", "/events", mine));
    assertRefused(403, "method-not-allowed", asker.asks("TRACE", SEATS, mine));
    assertRefused(403, "unknown-event", asker.asks("GET", "/events/nothing/seats", mine));
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void aPathThatCouldBeReadInTwoWaysIsForbiddenWhateverComesWithIt(Source source)
      throws IOException {
    Asker asker = new Asker(source);
    for (String target : UNCLEAR_TARGETS) {
      if (source == Source.ENVOY && (target.contains(" ") || isNoLongerOurs(target))) {
        continue;
      }
      Wire.Reply reply = asker.asks("GET", target, "Headgate-Admission: " + good);
      assertRefused(403, "bad-request", reply);
    }
  }

  // Put behind "/authorize" these make another address.
  private static boolean isNoLongerOurs(String target) {
    return !target.isEmpty() && "/?".indexOf(target.charAt(0)) < 0;
  }

  @Test
  void aMethodThatIsNoneIsForbidden() throws IOException {
    for (String method :
        List.of("", "G T", "GET,", "(", "GET\u00e9", "X".repeat(33), "GET;a=b", "get")) {
      assertRefused(403, "bad-request", askFor(method, SEATS, "Headgate-Admission: " + good));
      assertRefused(403, "bad-request", askFor(method, "/events", "Headgate-Admission: " + good));
    }
  }

  @Test
  void aSourceThatIsMissingOrDoubledIsForbidden() throws IOException {
    String uri = "X-Original-URI: " + SEATS;
    String method = "X-Original-Method: GET";
    for (List<String> headers :
        List.<List<String>>of(
            List.of(),
            List.of(uri),
            List.of(method),
            List.of(uri, uri, method),
            List.of(uri, method, method),
            List.of(uri, method, "X-Original-URI: /events"),
            List.of("X-Forwarded-Uri: " + SEATS, "X-Forwarded-Method: GET"))) {
      List<String> all = new ArrayList<>(headers);
      all.add("Headgate-Admission: " + good);
      assertRefused(403, "bad-request", scene.get("/authorize", all.toArray(String[]::new)));
    }
    Asker forwarded = new Asker(Source.FORWARDED);
    List<String> whole =
        List.of(
            "X-Forwarded-Uri: /events", "X-Forwarded-Method: GET", "X-Forwarded-Host: a.example");
    assertEquals(200, forwarded.raw("GET", "/authorize", whole).status());
    for (int missing = 0; missing < whole.size(); missing++) {
      List<String> headers = new ArrayList<>(whole);
      String gone = headers.remove(missing);
      assertRefused(403, "bad-request", forwarded.raw("GET", "/authorize", headers));
      headers.addAll(List.of(gone, gone));
      assertRefused(403, "bad-request", forwarded.raw("GET", "/authorize", headers));
    }
    for (String host : List.of("", "a b", "a, b", "a/b", "a:b:c", "a:", "[::1", "x@y")) {
      assertRefused(
          403,
          "bad-request",
          forwarded.raw(
              "GET",
              "/authorize",
              List.of(whole.get(0), whole.get(1), "X-Forwarded-Host: " + host)));
    }
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void aHeaderThatDescribesAnotherRequestIsAConflict(Source source) throws IOException {
    Asker asker = new Asker(source);
    List<String> other = new ArrayList<>(List.of("X-Original-URL: /events"));
    other.addAll(List.of("X-Rewrite-URL: /events", "X-Original-Host: b.example"));
    if (source != Source.NGINX) {
      other.addAll(List.of("X-Original-URI: /events", "x-original-method: POST"));
    }
    if (source != Source.FORWARDED) {
      other.addAll(List.of("X-Forwarded-Uri: /events", "X-Forwarded-Method: POST"));
      other.add("X-Forwarded-Host: b.example");
    }
    // In their other spelling these are never the source.
    other.addAll(List.of("X_Original_URI: /events", "x_forwarded_method: POST"));
    other.addAll(List.of("X.Original.URI: /events", "X-Forwarded~Host: b.example"));
    String mine = "Headgate-Admission: " + good;
    for (String header : other) {
      assertRefused(403, "conflicting-request", asker.asks("GET", SEATS, mine, header));
      String name = header.substring(0, header.indexOf(':'));
      String same = same(name);
      assertEquals(200, asker.asks("GET", SEATS, mine, same).status(), same);
      assertRefused(403, "conflicting-request", asker.asks("GET", SEATS, mine, same, header));
      // Nothing is let through by it either that is public.
      assertRefused(403, "conflicting-request", asker.asks("GET", "/events", name + ": zz"));
    }
  }

  private static String same(String name) {
    String kind = name.toLowerCase(Locale.ROOT);
    if (kind.endsWith("method")) {
      return name + ": GET";
    }
    return name + ": " + (kind.endsWith("host") ? "A.EXAMPLE:99" : SEATS);
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void anotherSpellingOfAHostIsNoWayAroundItsRoutes(Source source) throws IOException {
    List<String> spellings =
        List.of("a.example", "A.Example", "a.example.", "A.EXAMPLE.:8443", "[0:0::1]", "[::1]:80");
    int port =
        gateway(
            source,
            List.of("127.0.0.1"),
            List.of(
                everywhereAt(Set.of("a.example", "::1"), new EventSource.Fixed("derby")),
                new Route("/**", Set.of(), Route.Access.PUBLIC, "shop", false)));
    for (String host : spellings) {
      assertEquals(401, askAt(port, source, host).status(), host);
    }
    for (String host : List.of("b.example", "xa.example", "a.example.b", "[::2]")) {
      assertEquals(200, askAt(port, source, host).status(), host);
    }
  }

  private static Route everywhereAt(Set<String> hosts, EventSource event) {
    return new Route(
        hosts,
        "/**",
        Set.of(),
        Route.Access.ADMISSION,
        event,
        "shop",
        false,
        RouteLimits.usual(),
        null);
  }

  private static Wire.Reply askAt(int port, Source source, String host) throws IOException {
    String address = source == Source.ENVOY ? "/authorize/x" : "/authorize";
    String asked =
        switch (source) {
          case NGINX -> "X-Original-URI: /x\r\nX-Original-Method: GET\r\n";
          case FORWARDED ->
              "X-Forwarded-Uri: /x\r\nX-Forwarded-Method: GET\r\nX-Forwarded-Host: "
                  + host
                  + "\r\n";
          case ENVOY -> "";
        };
    String own = source == Source.FORWARDED ? "gateway.example" : host;
    return Wire.exchange(
        port, "GET " + address + " HTTP/1.1\r\nHost: " + own + "\r\n" + asked + "\r\n");
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void whoIsNoProxyOfOursReadsNoCookiesThatAreKeptFromScripts(Source source) throws IOException {
    Asker stranger = new Asker(source, gateway(source, List.of("10.0.0.0/8"), null));
    String cookies = "Cookie: shop_session=secret; hg_admission_derby=" + good;
    for (String target : List.of(SEATS, "/events", "/public/x")) {
      Wire.Reply reply = stranger.asks("GET", target, cookies);
      assertEquals(200, reply.status(), reply::toString);
      assertEquals("", reply.header("Cookie"));
      assertFalse(reply.toString().contains("secret"), reply::toString);
    }
    assertEquals("derby", stranger.asks("GET", SEATS, cookies).header("Headgate-Event"));
    Wire.Reply proxy = new Asker(source).asks("GET", SEATS, cookies);
    assertEquals("shop_session=secret", proxy.header("Cookie"));
  }

  @Test
  void onlyWhatTheShopMaySeeOfCookiesAndAuthorizationComesBack() throws IOException {
    String ours = "hg_admission_derby=" + good;
    Wire.Reply mixed =
        ask(
            SEATS,
            "Cookie: a=1; " + ours + "; b=2",
            "Cookie: hg_place_derby=x; c=3",
            "Authorization: Basic c2hvcA==");
    assertEquals("a=1; b=2; c=3", mixed.header("Cookie"));
    assertEquals("Basic c2hvcA==", mixed.header("Authorization"));
    Wire.Reply bearer = ask(SEATS, "Authorization: Bearer " + good);
    assertEquals("", bearer.header("Authorization"), "it is in Headgate-Admission once");
    Wire.Reply only = ask(SEATS, "Cookie: " + ours);
    assertEquals("", only.header("Cookie"));
    assertEquals(good, only.header("Headgate-Admission"));
    Wire.Reply theirs = ask(SEATS, "Cookie: " + ours, "Authorization: Bearer of-the-shop");
    assertEquals("Bearer of-the-shop", theirs.header("Authorization"));
    Wire.Reply lines = ask("/events", "Cookie: a=1", "Cookie: b=2");
    assertEquals("a=1; b=2", lines.header("Cookie"));
    Wire.Reply refused = ask(SEATS, "Cookie: a=1");
    assertEquals("", refused.header("Cookie"), "nothing comes back with a refusal");
  }

  @Test
  void envoyIsToldToRemoveWhatAFanSaysAndWeDoNot() throws IOException {
    String remove = "x-envoy-auth-headers-to-remove";
    Asker asker = new Asker(Source.ENVOY);
    Wire.Reply open = asker.asks("GET", "/events", "Cookie: a=1");
    assertEquals(
        "headgate-event, headgate-session, headgate-position, headgate-admission,"
            + " headgate-place, headgate-bypass, authorization",
        open.header(remove));
    Wire.Reply inside = asker.asks("GET", SEATS, "Cookie: hg_admission_derby=" + good);
    assertEquals("headgate-place, headgate-bypass, cookie, authorization", inside.header(remove));
    assertEquals("", ask("/events").header(remove), "others would not know what it means");
  }

  @Test
  void publicRoutesAreOpenAndAnAdmissionIsAttachedWhereThereIsOne() throws IOException {
    for (String path : List.of("/events", "/events/derby", "/public/x")) {
      Wire.Reply reply = ask(path);
      assertEquals(200, reply.status());
      assertEquals("", reply.header("Headgate-Event"));
      assertEquals("", reply.header("Headgate-Admission"));
    }
    assertEquals("", ask("/public/x", "Headgate-Admission: " + good).header("Headgate-Admission"));
    Wire.Reply front = ask("/events/derby", "Headgate-Admission: " + good);
    assertEquals("derby", front.header("Headgate-Event"));
    assertEquals(200, ask("/events/derby", "Headgate-Admission: bad").status());
    // What a client says of itself under our names is no answer of ours.
    Wire.Reply liar = ask("/events", "Headgate-Event: derby", "Headgate-Session: 1.0.1.x");
    assertEquals("", liar.header("Headgate-Event") + liar.header("Headgate-Session"));
  }

  @Test
  void aBrowserIsRedirectedToThePageOnlyWhereTheQuestionAsksForIt() throws IOException {
    int forwarded = gateway(Source.FORWARDED);
    List<String> question = new ArrayList<>(Arrays.asList(NAVIGATION));
    question.addAll(
        List.of("X-Forwarded-Uri: " + SEATS, "X-Forwarded-Method: GET", "X-Forwarded-Host: b"));
    String[] headers = question.toArray(String[]::new);
    for (String query : List.of("redirect=true", "a&redirect=true", "redirect=true&%zz=%")) {
      Wire.Reply there =
          Wire.exchange(forwarded, Scene.request("GET", "/authorize?" + query, headers));
      assertEquals(302, there.status());
      assertEquals("https://tickets.example/queue/derby", there.header("Location"));
      assertEquals("no-store", there.header("Cache-Control"));
    }
    for (String query :
        List.of("", "redirect", "redirect=false", "redirect=true1", "Redirect=true")) {
      Wire.Reply stays =
          Wire.exchange(forwarded, Scene.request("GET", "/authorize?" + query, headers));
      assertRefused(401, "admission-required", stays);
    }
    question.set(question.size() - 2, "X-Forwarded-Method: POST");
    Wire.Reply post =
        Wire.exchange(
            forwarded,
            Scene.request("GET", "/authorize?redirect=true", question.toArray(String[]::new)));
    assertRefused(401, "admission-required", post);
    assertRefused(
        401,
        "admission-required",
        new Asker(Source.ENVOY).asks("GET", "/events/derby/seats?redirect=true", NAVIGATION));
    assertRefused(401, "admission-required", ask(SEATS, NAVIGATION));
    assertRefused(401, "admission-required", ask(SEATS + "&redirect=true", NAVIGATION));
  }

  @Test
  void aProgramIsNeverRedirected() throws IOException {
    for (String accept : List.of("Accept: application/json", "Sec-Fetch-Mode: cors")) {
      Wire.Reply reply =
          scene.get(
              "/authorize?redirect=true",
              accept,
              "X-Original-URI: " + SEATS,
              "X-Original-Method: GET");
      assertRefused(401, "admission-required", reply);
    }
  }

  @Test
  void aRoomThatIsAlwaysOnIsNotEnteredByAQuestion() throws IOException {
    scene.derby.settings = scene.derby.settings.withStart(new Start.Always());
    assertRefused(401, "admission-required", ask(SEATS, NAVIGATION));
    assertEquals(List.of(), scene.queue.calls);
  }

  @Test
  void aSessionThatHasEndedIsRefused() throws IOException {
    assertEquals(200, ask(SEATS, "Headgate-Admission: " + good).status());
    scene.derby.end(0, 12);
    assertRefused(401, "admission-invalid", ask(SEATS, "Headgate-Admission: " + good));
  }

  @Test
  void aTokenIsRenewedTheWayItCame() throws IOException {
    long now = scene.derby.now.getEpochSecond();
    scene.queue.renew =
        position -> Future.succeededFuture(new RenewAnswer.Renewed(now - 500, now + 600));
    String old = scene.token(scene.admission("derby", 12, now - 500, 600));
    Wire.Reply byCookie = ask(SEATS, "Cookie: hg_admission_derby=" + old);
    assertEquals(200, byCookie.status());
    String cookie = byCookie.header("Set-Cookie");
    assertTrue(cookie.endsWith("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure"), cookie);
    String renewed = cookie.substring("hg_admission_derby=".length(), cookie.indexOf(';'));
    assertEquals(now + 600, scene.tokens.verify(renewed, now).orElseThrow().expiresSeconds());
    assertEquals("", byCookie.header("Headgate-Renewed"), "scripts of a page never see it");
    assertEquals(old, byCookie.header("Headgate-Admission"));
    Wire.Reply byHeader = ask(SEATS, "Authorization: Bearer " + old);
    assertEquals(renewed, byHeader.header("Headgate-Renewed"));
    assertEquals("", byHeader.header("Set-Cookie"));
    Wire.Reply shared = ask("/events/derby/map", "Authorization: Bearer " + old);
    assertEquals(200, shared.status());
    assertEquals("", shared.header("Headgate-Renewed"), "others would read it");
  }

  @Test
  void aRenewalThatDoesNotComeIsNotWaitedForLong() throws IOException {
    long now = scene.derby.now.getEpochSecond();
    Promise<RenewAnswer> never = Promise.promise();
    scene.queue.renew = position -> never.future();
    String old = scene.token(scene.admission("derby", 12, now - 500, 600));
    Wire.Reply reply = ask(SEATS, "Cookie: hg_admission_derby=" + old);
    assertEquals("200 ", reply.status() + " " + reply.header("Set-Cookie"));
  }

  @Test
  void whileTheStoreIsAwayThoseInsideGoOnAndNobodyElse() throws IOException {
    scene.events.fresh = false;
    scene.events.wait =
        () -> Future.failedFuture(new QueueUnavailableException("away", new IOException()));
    assertEquals(200, ask(SEATS, "Headgate-Admission: " + good).status());
    Wire.Reply none = ask(SEATS);
    assertRefused(401, "restoring", none);
    assertEquals("2", none.header("Retry-After"));
    assertEquals("/queue/derby", none.header("Headgate-Queue"));
    assertRefused(401, "admission-invalid", ask(SEATS, "Headgate-Admission: bad"));
    assertEquals(200, ask("/events").status());
  }

  @Test
  void aBodyThatIsAnnouncedIsNeverReadNorWaitedFor() throws IOException {
    for (String framing : List.of("Content-Length: 1048576", "Transfer-Encoding: chunked")) {
      for (String credential : List.of("A: b", "Headgate-Admission: " + good)) {
        Wire.Reply reply = askFor("POST", SEATS, framing, credential);
        assertEquals(credential.startsWith("A") ? 401 : 200, reply.status());
        assertTrue(reply.closes(), "what follows on the connection is not known");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PURGE"})
  void whatMethodAProxyAsksWithIsOfNoConcern(String method) throws IOException {
    String question =
        Scene.request(
            method,
            "/authorize/whatever/lies?below",
            "X-Original-URI: /events",
            "X-Original-Method: GET");
    assertEquals(200, scene.exchange(question).status());
  }

  @Test
  void nothingThatComesWithAQuestionMakesAnErrorOfOurs() throws IOException {
    for (String odd :
        List.of(
            "Cookie: hg_admission_derby=%%%",
            "Cookie: \u0001\u00e9\u0080=\u00ff; ;;=; a",
            "Cookie: a=\t\u0007\u000b",
            "Authorization: \u00ff\u00fe",
            "Authorization: Bearer",
            "Headgate-Admission: " + "a".repeat(4_000),
            "Expect: something-else",
            "Upgrade: websocket\r\nConnection: upgrade",
            "Host: b.example")) {
      for (String path : List.of("/events", SEATS)) {
        int status = ask(path, odd).status();
        assertTrue(List.of(200, 400, 401, 403).contains(status), odd + ": " + status);
      }
    }
  }

  @Test
  void addressesThatOnlyLookLikeItAreForwardedLikeAnyOther() throws IOException {
    for (String path : List.of("/authorized", "/authorizee", "/Authorize", "/authorise")) {
      assertEquals("not-found", scene.get(path).problem(), path);
    }
  }
}
