package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.access.AccessRules;
import dev.headgate.gateway.config.OperatorSessions;
import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.config.Role;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Browsers that are signed in: by a cookie, and for a change by what a page of ours says too. */
class OperatorSessionsTest extends OperatorHttpOnRedis {
  private static final String PAUSE = "/api/events/derby/pause";

  private HttpResponse<String> by(String cookie, String method, String path, @Nullable String csrf)
      throws Exception {
    HttpRequest.Builder request =
        request(path, null).header("Cookie", cookie).header("Content-Type", "application/json");
    if (csrf != null) {
      request.header("Headgate-Csrf", csrf);
    }
    boolean reads = method.equals("GET");
    return exchange(
        request
            .method(method, reads ? BodyPublishers.noBody() : BodyPublishers.ofString("{}"))
            .build());
  }

  private static String csrf(HttpResponse<String> session) {
    return new JsonObject(session.body()).getString("csrf");
  }

  @Test
  void aTokenSignsABrowserInAndItsCookieDoesWhatTheTokenDoes() throws Exception {
    HttpResponse<String> session = signIn(OPERATOR);
    JsonObject json = new JsonObject(session.body());
    assertEquals("otto", json.getString("name"));
    assertEquals("operator", json.getString("role"));
    Instant end = Instant.parse(json.getString("expiresAt"));
    assertTrue(end.isAfter(Instant.now()), () -> "ends " + end);
    String cookie = cookie(session);
    assertEquals(200, by(cookie, "GET", "/api/events", null).statusCode());
    assertEquals(200, by(cookie, "POST", PAUSE, csrf(session)).statusCode());
    assertTrue(audit().get(0).startsWith("audit who=\"otto\" role=OPERATOR"), audit()::toString);
    assertProblem(403, "forbidden", by(cookie, "POST", "/api/events/derby/reset", csrf(session)));
    JsonObject read = new JsonObject(by(cookie, "GET", "/session", null).body());
    assertEquals(json.getString("csrf"), read.getString("csrf"), "one value a session");
  }

  @Test
  void oneTokenBeginsThirtySessionsAtOnceAndOneMoreAMinuteAndNobodyElseWaits() throws Exception {
    for (int i = 0; i < 30; i++) {
      assertEquals(201, signIn(OPERATOR).statusCode());
    }
    String token = new JsonObject().put("token", OPERATOR).encode();
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> refused = send("POST", "/session", null, token);
      assertProblem(429, "locked-out", refused);
      assertEquals("60", refused.headers().firstValue("Retry-After").orElse(""));
    }
    assertEquals(200, send("GET", "/api/events", OPERATOR).statusCode(), "the token is as good");
    assertEquals(201, signIn(ADMIN).statusCode());
    clock.forward(Duration.ofMinutes(2));
    assertEquals(201, signIn(OPERATOR).statusCode());
    assertEquals(201, signIn(OPERATOR).statusCode());
    assertProblem(429, "locked-out", send("POST", "/session", null, token));
  }

  @Test
  void theCookieIsKeptFromScriptsAndOtherSites() throws Exception {
    String set = signIn(ADMIN).headers().firstValue("Set-Cookie").orElseThrow();
    assertTrue(set.startsWith("hg_operator="), set);
    for (String attribute : List.of("; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=")) {
      assertTrue(set.contains(attribute), set);
    }
    assertFalse(set.contains("Domain"), set);
    assertFalse(set.contains("Secure"), "browsers drop it on plain HTTP");
  }

  @Test
  void whereOperatorsComeByTlsTheCookieIsSecureAndOfThatHostAlone() throws Exception {
    AccessRules rules = rules();
    URI origin = URI.create("https://ops.example");
    port =
        listen(
            parts(
                access(
                    new AccessRules(rules.tokens(), List.of(), origin, rules.sessions(), null))));
    HttpResponse<String> session = signIn(ADMIN);
    String set = session.headers().firstValue("Set-Cookie").orElseThrow();
    assertTrue(set.startsWith("__Host-hg_operator="), set);
    assertTrue(set.contains("; Secure"), set);
    assertEquals(200, by(cookie(session), "GET", "/api/events", null).statusCode());
    String plain = cookie(session).replace("__Host-", "");
    assertProblem(401, "token-required", by(plain, "GET", "/api/events", null));
  }

  @Test
  void aChangeByCookieNeedsTheValueOfThisVerySession() throws Exception {
    HttpResponse<String> mine = signIn(ADMIN);
    HttpResponse<String> another = signIn(ADMIN);
    String good = csrf(mine);
    List<@Nullable String> wrong = new ArrayList<>(List.of("", "x", csrf(another), good + "x"));
    wrong.add(null);
    wrong.add(good.substring(1));
    for (String value : wrong) {
      for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
        assertProblem(403, "csrf", by(cookie(mine), method, PAUSE, value));
      }
    }
    HttpRequest.Builder twice =
        request(PAUSE, null)
            .header("Cookie", cookie(mine))
            .header("Headgate-Csrf", good)
            .header("Headgate-Csrf", good)
            .POST(BodyPublishers.noBody());
    assertProblem(403, "csrf", exchange(twice.build()));
    assertEquals(List.of(), audit());
    assertEquals(200, by(cookie(mine), "POST", PAUSE, good).statusCode());
  }

  @Test
  void severalCredentialsInOneRequestAreNone() throws Exception {
    String cookie = cookie(signIn(VIEWER));
    HttpRequest.Builder both = request("/api/events", ADMIN).header("Cookie", cookie);
    assertProblem(401, "token-invalid", exchange(both.build()));
    String two = cookie + "; " + cookie(signIn(ADMIN));
    assertProblem(401, "token-invalid", by(two, "GET", "/api/events", null));
    assertProblem(401, "no-session", by(two, "GET", "/session", null));
  }

  @Test
  void aCookieThatIsNotExactlyOursIsNobodys() throws Exception {
    String cookie = cookie(signIn(ADMIN));
    String value = cookie.substring(cookie.indexOf('=') + 1);
    List<String> wrong = new ArrayList<>(List.of("", ".", "x", ADMIN, "e30.", "x".repeat(5_000)));
    for (int i = 0; i < value.length(); i += 7) {
      char other = value.charAt(i) == 'A' ? 'B' : 'A';
      wrong.add(value.substring(0, i) + other + value.substring(i + 1));
    }
    wrong.add(value + "A");
    wrong.add(value.substring(0, value.length() - 1));
    wrong.add(value.substring(0, value.indexOf('.')));
    for (String bad : wrong) {
      assertProblem(401, "no-session", by("hg_operator=" + bad, "GET", "/api/events", null));
      assertProblem(401, "no-session", by("hg_operator=" + bad, "GET", "/session", null));
    }
    assertEquals(200, by(cookie, "GET", "/api/events", null).statusCode());
  }

  @Test
  void whoHasSignedOutIsOutWithTheSameCookieEverywhereHere() throws Exception {
    HttpResponse<String> session = signIn(ADMIN);
    HttpResponse<String> other = signIn(ADMIN);
    HttpResponse<String> out = signOut(cookie(session));
    assertEquals(204, out.statusCode());
    String cleared = out.headers().firstValue("Set-Cookie").orElseThrow();
    assertTrue(cleared.startsWith("hg_operator=; ") && cleared.contains("Max-Age=0"), cleared);
    assertProblem(401, "no-session", by(cookie(session), "GET", "/api/events", null));
    assertProblem(401, "no-session", by(cookie(session), "POST", PAUSE, csrf(session)));
    assertEquals(200, by(cookie(other), "GET", "/api/events", null).statusCode());
    assertEquals(204, signOut(cookie(session)).statusCode(), "again");
    assertEquals(204, send("DELETE", "/session", null).statusCode(), "without any");
  }

  @Test
  void whoHasSignedOutStaysOutWhenSessionsMayLastLonger() throws Exception {
    String cookie = cookie(signIn(ADMIN));
    assertEquals(204, signOut(cookie).statusCode());
    OperatorSessions longer = new OperatorSessions(Duration.ofDays(7), Duration.ofDays(30));
    access.reconfigure(new AccessRules(rules().tokens(), List.of(), null, longer, null));
    clock.forward(Duration.ofHours(13));
    assertProblem(401, "no-session", by(cookie, "GET", "/api/events", null));
  }

  @Test
  void aSessionIsGoodAtEveryGatewayOfTheSameKeys() throws Exception {
    HttpResponse<String> session = signIn(OPERATOR);
    port = listen(parts(access(rules())));
    assertEquals(200, by(cookie(session), "POST", PAUSE, csrf(session)).statusCode());
    assertProblem(403, "csrf", by(cookie(session), "POST", PAUSE, "x"));
  }

  @Test
  void aTokenThatIsTakenAwayOrGetsAnotherHashEndsItsSessionsAtOnce() throws Exception {
    String cookie = cookie(signIn(ADMIN));
    String others = cookie(signIn(VIEWER));
    reconfigure(
        new OperatorToken("ann", Role.ADMIN, sha256("another token of ann's")),
        new OperatorToken("vera", Role.VIEWER, sha256(VIEWER)));
    assertProblem(401, "no-session", by(cookie, "GET", "/api/events", null));
    assertProblem(401, "token-invalid", send("GET", "/api/events", ADMIN));
    assertEquals(200, by(others, "GET", "/api/events", null).statusCode());
    reconfigure(new OperatorToken("ann", Role.ADMIN, sha256(ADMIN)));
    assertProblem(401, "no-session", by(others, "GET", "/api/events", null));
    assertEquals(200, by(cookie, "GET", "/api/events", null).statusCode(), "as it was");
  }

  @Test
  void aRoleIsWhatTheConfigurationSaysNow() throws Exception {
    HttpResponse<String> session = signIn(ADMIN);
    reconfigure(new OperatorToken("ann", Role.VIEWER, sha256(ADMIN)));
    assertProblem(403, "forbidden", by(cookie(session), "POST", PAUSE, csrf(session)));
    JsonObject read = new JsonObject(by(cookie(session), "GET", "/session", null).body());
    assertEquals("viewer", read.getString("role"));
  }

  private void reconfigure(OperatorToken... tokens) {
    access.reconfigure(
        new AccessRules(List.of(tokens), List.of(), null, OperatorSessions.usual(), null));
  }

  @Test
  void aSessionEndsWhenNothingWasAskedForAWhileAndAtTheLatestAfterAll() throws Exception {
    OperatorSessions lengths = new OperatorSessions(Duration.ofHours(1), Duration.ofHours(3));
    AccessRules rules = rules();
    access.reconfigure(new AccessRules(rules.tokens(), List.of(), null, lengths, null));
    String first = cookie(signIn(ADMIN));
    clock.forward(Duration.ofMinutes(59));
    HttpResponse<String> kept = by(first, "GET", "/api/events", null);
    assertEquals(200, kept.statusCode());
    String second = cookie(kept);
    assertNotEquals(first, second, "it says that something was asked");
    clock.forward(Duration.ofMinutes(2));
    assertProblem(401, "no-session", by(first, "GET", "/api/events", null));
    assertEquals(200, by(second, "GET", "/api/events", null).statusCode());
    String last = second;
    for (int half = 0; half < 3; half++) {
      clock.forward(Duration.ofMinutes(39));
      HttpResponse<String> again = by(last, "GET", "/session", null);
      assertEquals(200, again.statusCode());
      last = cookie(again);
    }
    clock.forward(Duration.ofMinutes(3));
    assertProblem(401, "no-session", by(last, "GET", "/session", null));
  }

  @Test
  void aStreamEndsWithTheSessionThatItWasBegunBy() throws Exception {
    HttpResponse<String> session = signIn(VIEWER);
    HttpRequest live =
        request("/api/events/derby/live", null).header("Cookie", cookie(session)).build();
    HttpResponse<InputStream> stream = client.send(live, BodyHandlers.ofInputStream());
    try (InputStream events = stream.body()) {
      assertTrue(events.read() >= 0);
      assertEquals(204, signOut(cookie(session)).statusCode());
      assertThrows(IOException.class, events::readAllBytes);
    }
  }

  @Test
  void whoeverIsNotSignedInIsToldTheWaysToDoSo() throws Exception {
    HttpResponse<String> nobody = send("GET", "/session", null);
    assertProblem(401, "no-session", nobody);
    JsonObject json = new JsonObject(nobody.body());
    assertEquals(new JsonArray(List.of("token")), json.getJsonArray("signIn"));
    assertProblem(401, "no-session", send("GET", "/session", ADMIN));
  }

  @Test
  void noSecretOfASessionIsInTheLog() throws Exception {
    HttpResponse<String> session = signIn(ADMIN);
    String cookie = cookie(session);
    assertEquals(200, by(cookie, "POST", PAUSE, csrf(session)).statusCode());
    assertEquals(204, signOut(cookie).statusCode());
    String log = String.join("\n", lines());
    assertTrue(log.contains("signed in who=\"ann\" role=ADMIN"), log);
    for (String secret : List.of(ADMIN, cookie.substring("hg_operator=".length()), csrf(session))) {
      assertFalse(log.contains(secret));
    }
  }
}
