package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.queue.RenewAnswer;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwardHeadersTest {
  private static final String PATH = "/events/derby/holds";

  @TempDir static Path keys;

  private Scene scene;
  private String token;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    token = scene.token("derby");
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private Scene.Seen forwarded(String path, String... headers) throws IOException {
    scene.seen.clear();
    assertEquals(200, scene.get(path, headers).status());
    return scene.onlySeen();
  }

  private Scene.Seen admitted(String... headers) throws IOException {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add("Headgate-Admission: " + token);
    return forwarded(PATH, all.toArray(String[]::new));
  }

  @Test
  void theShopReadsWhoIsInside() throws IOException {
    Scene.Seen seen = admitted();
    assertEquals("derby", seen.header("Headgate-Event"));
    assertEquals("12", seen.header("Headgate-Position"));
    assertEquals(token, seen.header("Headgate-Admission"));
    String session = seen.header("Headgate-Session");
    assertEquals(12, scene.tokens.readSessionId("derby", session).orElseThrow().position());
  }

  @Test
  void proofsForTheShopAndItsChallengesPassAsTheyCame() throws IOException {
    String challenge = "DPoP error=\"invalid_dpop_proof\", algs=\"ES256\"";
    scene.answer =
        response -> response.setStatusCode(401).putHeader("WWW-Authenticate", challenge).end("no");
    Wire.Reply reply =
        scene.get(PATH, "Headgate-Admission: " + token, "DPoP: a.b.c", "dpop: d.e.f");
    assertEquals(401, reply.status());
    assertEquals(List.of(challenge), reply.all("WWW-Authenticate"));
    assertEquals(List.of("a.b.c", "d.e.f"), scene.onlySeen().headers().getAll("DPoP"));
  }

  @Test
  void noClientSpeaksForUs() throws IOException {
    String[] forged = {
      "Headgate-Event: cup",
      "Headgate-Event: derby",
      "headgate-session: 1.0.1.x",
      "HEADGATE-POSITION: 0",
      "Headgate-Position: 1",
      "Headgate-Anything: x",
      "Headgate_Event: cup",
      "Headgate.Event: cup",
      "headgate~session: 1.0.1.x",
      "Headgate!Admission: x",
      "Headgate-Position|: 1",
      "X.Forwarded.For: 6.6.6.6",
      "X+Real^IP: 6.6.6.6",
      "Headgate: queue",
      "X-Real-IP: 6.6.6.6",
      "True-Client-IP: 6.6.6.6",
      "X-Forwarded-Prefix: /admin",
      "X_Forwarded_For: 6.6.6.6",
      "X-Original-URL: /admin",
      "X-Rewrite-URL: /admin",
      "Proxy: http://6.6.6.6",
    };
    for (String path : List.of(PATH, "/public/x", "/events/derby")) {
      Scene.Seen seen = path.equals(PATH) ? admitted(forged) : forwarded(path, forged);
      boolean inside = path.equals(PATH);
      assertEquals(inside ? "derby" : "", seen.header("Headgate-Event"), path);
      assertEquals(inside ? "12" : "", seen.header("Headgate-Position"), path);
      Set<String> names = new TreeSet<>();
      seen.headers().names().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
      names.removeIf(name -> !name.startsWith("headgate") && !name.startsWith("x"));
      Set<String> expected =
          new TreeSet<>(Set.of("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"));
      if (inside) {
        expected.addAll(
            Set.of(
                "headgate-event", "headgate-position", "headgate-session", "headgate-admission"));
      }
      assertEquals(expected, names, path);
      assertFalse(seen.headers().toString().contains("6.6.6.6"), seen.headers().toString());
    }
  }

  @Test
  void aPublicRouteCarriesAnAdmissionThatIsValidForItsEventAndNoOther() throws IOException {
    Scene.Seen with = forwarded("/events/derby", "Cookie: hg_admission_derby=" + token);
    assertEquals("derby", with.header("Headgate-Event"));
    assertEquals(token, with.header("Headgate-Admission"));
    Scene.Seen other = forwarded("/events/cup", "Headgate-Admission: " + token);
    assertEquals("", other.header("Headgate-Event") + other.header("Headgate-Admission"));
    Scene.Seen none = forwarded("/public/x", "Headgate-Admission: " + token);
    assertEquals("", none.header("Headgate-Event") + none.header("Headgate-Admission"));
  }

  @Test
  void ourCookiesStayHereAndAllOthersPassByteForByte() throws IOException {
    // What the client sends (lines are split at '/'), and what the shop reads.
    Map<String, String> cases =
        Map.of(
            "a=b", "a=b",
            "a=b; c=\"d e\";x;  y = z ", "a=b; c=\"d e\";x;  y = z",
            "hg_place_derby=1; a=b", "a=b",
            "a=b; hg_admission_cup=1; c=d", "a=b; c=d",
            "a=b;hg_admission_cup=1", "a=b",
            "hg_place_derby=1;hg_place_cup=2", "",
            "a=hg_x; shg_=1; HG_=2", "a=hg_x; shg_=1; HG_=2",
            "a=b/c=d/hg_x=1; e=f", "a=b; c=d; e=f",
            "hg_x=1/hg_y=2", "",
            " hg_x =1; hg_; a=%68g_", "a=%68g_");
    for (Map.Entry<String, String> row : cases.entrySet()) {
      String[] lines = row.getKey().split("/", -1);
      for (int i = 0; i < lines.length; i++) {
        lines[i] = "Cookie: " + lines[i];
      }
      assertEquals(row.getValue(), admitted(lines).header("Cookie"), row.getKey());
    }
  }

  @Test
  void anAdmissionInTheSecondCookieLineAdmits() throws IOException {
    Scene.Seen seen =
        forwarded(PATH, "Cookie: a=b", "Cookie: c=d; hg_admission_derby=" + token + "; e=f");
    assertEquals("a=b; c=d; e=f", seen.header("Cookie"));
    assertEquals("derby", seen.header("Headgate-Event"));
  }

  @Test
  void theShopsOwnAuthorizationPassesAndOursStaysHere() throws IOException {
    assertEquals("Basic YTpi", admitted("Authorization: Basic YTpi").header("Authorization"));
    assertEquals("Bearer shop", admitted("Authorization: Bearer shop").header("Authorization"));
    assertEquals("", forwarded(PATH, "Authorization: Bearer " + token).header("Authorization"));
    String cup = scene.token("cup");
    assertEquals("", admitted("Authorization: Bearer " + cup).header("Authorization"));
    Scene.Seen open = forwarded("/public/x", "Authorization: Bearer shop");
    assertEquals("Bearer shop", open.header("Authorization"));
    // A path without an event: who owns what there is the shop's to say, by the token as well.
    assertEquals(
        "Bearer " + token,
        forwarded("/public/x", "Authorization: Bearer " + token).header("Authorization"));
  }

  @Test
  void headersOfOneConnectionDoNotPassAndCannotTakeOursAlong() throws IOException {
    Scene.Seen seen =
        admitted(
            "Connection: keep-alive, X-Secret, Headgate-Event",
            "Connection: Headgate-Session,Headgate-Position , Headgate-Admission, X-Forwarded-For",
            "Connection: Forwarded, Host",
            "Keep-Alive: timeout=5",
            "Proxy-Connection: keep-alive",
            "Proxy-Authorization: Basic YTpi",
            "TE: trailers",
            "Trailer: X-T",
            "Upgrade: h2c",
            "HTTP2-Settings: AAMAAABk",
            "X-Secret: 1",
            "X-Kept: 2");
    for (String name :
        List.of(
            "Connection",
            "Keep-Alive",
            "Proxy-Connection",
            "Proxy-Authorization",
            "TE",
            "Trailer",
            "Upgrade",
            "HTTP2-Settings",
            "X-Secret")) {
      assertEquals("", seen.header(name), name);
    }
    assertEquals("2", seen.header("X-Kept"));
    assertEquals("derby", seen.header("Headgate-Event"));
    assertEquals("12", seen.header("Headgate-Position"));
    assertEquals(token, seen.header("Headgate-Admission"));
    assertFalse(seen.header("Headgate-Session").isEmpty());
    assertFalse(seen.header("X-Forwarded-For").isEmpty());
    assertFalse(seen.header("Forwarded").isEmpty());
    assertEquals("127.0.0.1:" + scene.shopPort, seen.header("Host"));
  }

  @Test
  void theClientsAddressIsTheFirstThatNoTrustedHopVouchesForFromTheRight() throws IOException {
    assertChain("127.0.0.1", "");
    assertChain("9.9.9.9, 127.0.0.1", "9.9.9.9");
    assertChain("9.9.9.9, 127.0.0.1", "6.6.6.6, 9.9.9.9");
    assertChain("9.9.9.9, 10.1.2.3, 127.0.0.1", "6.6.6.6, 9.9.9.9, 10.1.2.3");
    assertChain("10.1.2.3, 127.0.0.1", "unknown, 10.1.2.3");
    assertChain("127.0.0.1", "9.9.9.9, <script>");
    assertChain("9.9.9.9, 10.0.0.1, 127.0.0.1", "6.6.6.6/9.9.9.9, 10.0.0.1");
    assertChain("2001:db8::1, 127.0.0.1", "2001:db8::1");
  }

  private void assertChain(String expected, String sent) throws IOException {
    List<String> lines = new ArrayList<>();
    if (!sent.isEmpty()) {
      for (String line : sent.split("/", -1)) {
        lines.add("X-Forwarded-For: " + line);
      }
    }
    Scene.Seen seen = admitted(lines.toArray(String[]::new));
    assertEquals(expected, seen.header("X-Forwarded-For"), sent);
    String first = expected.split(",", -1)[0];
    String node = first.contains(":") ? "\"[" + first + "]\"" : first;
    assertTrue(
        seen.header("Forwarded").startsWith("for=" + node + ";host=\"a.example\";proto=https"),
        seen.header("Forwarded"));
  }

  @Test
  void aTrustedHopSaysWhatTheBrowserSaw() throws IOException {
    Scene.Seen seen =
        admitted(
            "X-Forwarded-Proto: http",
            "X-Forwarded-Host: www.example:8443",
            "Forwarded: for=6.6.6.6");
    assertEquals("http", seen.header("X-Forwarded-Proto"));
    assertEquals("www.example:8443", seen.header("X-Forwarded-Host"));
    assertEquals("for=127.0.0.1;host=\"www.example:8443\";proto=http", seen.header("Forwarded"));
    Scene.Seen odd = admitted("X-Forwarded-Proto: gopher", "X-Forwarded-Host: a\";for=\"6.6.6.6");
    assertEquals("https", odd.header("X-Forwarded-Proto"));
    assertEquals("a.example", odd.header("X-Forwarded-Host"));
  }

  @Test
  void nobodyElseIsBelieved() throws IOException {
    try (Scene strangers = new Scene(keys, List.of("10.0.0.0/8"))) {
      String request =
          Scene.request(
              "GET",
              "/public/x",
              "X-Forwarded-For: 6.6.6.6",
              "X-Forwarded-For: 10.0.0.1",
              "X-Forwarded-Proto: http",
              "X-Forwarded-Host: evil.example",
              "Forwarded: for=6.6.6.6;host=evil.example");
      assertEquals(200, strangers.exchange(request).status());
      Scene.Seen seen = strangers.onlySeen();
      assertEquals("127.0.0.1", seen.header("X-Forwarded-For"));
      assertEquals("https", seen.header("X-Forwarded-Proto"));
      assertEquals("a.example", seen.header("X-Forwarded-Host"));
      assertEquals("for=127.0.0.1;host=\"a.example\";proto=https", seen.header("Forwarded"));
    }
  }

  @Test
  void theShopsCookiesPassUntouchedAndNoneOfOurNamesIsAmongThem() throws IOException {
    List<String> theirs =
        List.of(
            "a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/",
            "shop_session=x; HttpOnly",
            "c=hg_admission_derby",
            "=d; Path=/");
    scene.answer =
        response -> {
          List<String> all = new ArrayList<>(theirs);
          all.add(1, "hg_admission_derby=evil; Path=/");
          all.add(" hg_place_derby = evil");
          // A cookie without a name, which browsers send back without the '='.
          all.add("=hg_admission_derby=evil; Path=/");
          all.add(" \t= =\thg_place_derby=evil");
          response.headers().add("Set-Cookie", all);
          response.end("x");
        };
    Wire.Reply reply = scene.get(PATH, "Headgate-Admission: " + token);
    assertEquals(theirs, reply.all("Set-Cookie"));
    assertEquals(4.0, scene.metrics.get("headgate.dropped.cookies").counter().count());
    // Also beside a renewed one of ours.
    long now = scene.derby.now.getEpochSecond();
    scene.queue.renew =
        position -> Future.succeededFuture(new RenewAnswer.Renewed(now - 500, now + 600));
    String old = scene.token(scene.admission("derby", 30, now - 500, 600));
    List<String> cookies = scene.get(PATH, "Cookie: hg_admission_derby=" + old).all("Set-Cookie");
    assertEquals(theirs, cookies.subList(0, theirs.size()));
    assertEquals(theirs.size() + 1, cookies.size());
    assertTrue(cookies.get(theirs.size()).startsWith("hg_admission_derby=ey"));
  }

  @Test
  void whatTheShopSaysToTheGatewayIsNotForFans() throws IOException {
    scene.answer =
        response -> {
          response
              .putHeader("Headgate-Session", "extend=PT5M")
              .putHeader("Headgate-Admission", "evil")
              .putHeader("Headgate", "queue")
              .putHeader("Connection", "X-Secret, Set-Cookie-2")
              .putHeader("Keep-Alive", "timeout=5")
              .putHeader("Proxy-Authenticate", "Basic")
              .putHeader("X-Secret", "1")
              .putHeader("X-Kept", "2");
          response.end("x");
        };
    Wire.Reply reply = scene.get(PATH, "Headgate-Admission: " + token);
    for (String name :
        List.of(
            "Headgate-Session",
            "Headgate-Admission",
            "Headgate",
            "Connection",
            "Keep-Alive",
            "Proxy-Authenticate",
            "X-Secret")) {
      assertEquals("", reply.header(name), name);
    }
    assertEquals("2", reply.header("X-Kept"));
  }

  @Test
  void answersOfProtectedRoutesStayOutOfSharedCachesUnlessTheRouteShares() throws IOException {
    assertCacheControl("private, max-age=2", PATH, "public, max-age=2");
    assertCacheControl("private, max-age=2", PATH, "max-age=2, s-maxage=9");
    assertCacheControl("private, immutable", PATH, "Public, private, immutable");
    assertCacheControl("no-store", PATH, "no-store");
    assertCacheControl("max-age=2", PATH, "max-age=2");
    assertCacheControl("public, max-age=2", "/events/derby/map", "public, max-age=2");
    assertCacheControl("public, max-age=2", "/events/derby", "public, max-age=2");
  }

  private void assertCacheControl(String expected, String path, String said) throws IOException {
    scene.answer =
        response ->
            response
                .putHeader("Cache-Control", said)
                .putHeader("Expires", "0")
                .putHeader("Date", "yesterday")
                .end("x");
    Wire.Reply reply = scene.get(path, "Headgate-Admission: " + token);
    Set<String> directives = new TreeSet<>(List.of(reply.header("Cache-Control").split(", ", -1)));
    assertEquals(new TreeSet<>(List.of(expected.split(", ", -1))), directives, said);
    assertEquals("200 x", reply.status() + " " + reply.body(), said);
  }
}
