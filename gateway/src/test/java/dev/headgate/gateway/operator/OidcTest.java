package dev.headgate.gateway.operator;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import dev.headgate.gateway.access.AccessRules;
import dev.headgate.gateway.config.Oidc;
import dev.headgate.gateway.config.Role;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operators whom an issuer of OpenID Connect knows. */
class OidcTest extends OperatorHttpOnRedis {
  private static final IdentityProvider IDP = IdentityProvider.start();
  private static final String PAUSE = "/api/events/derby/pause";

  @AfterAll
  static void stopTheIssuer() {
    IDP.stop();
  }

  @BeforeEach
  void nothingIsWrong() {
    IDP.reset();
    IDP.clock = clock;
  }

  /** Guesses of before are not to be in the way. */
  private void forgetGuesses() {
    clock.forward(Duration.ofMinutes(61));
  }

  @Override
  AccessRules rules() {
    return IDP.rules(super.rules());
  }

  /** A browser that keeps the cookies it is given. */
  private final class Browser {
    private final Map<String, String> cookies = new LinkedHashMap<>();

    HttpResponse<String> get(String path, String... headers) throws Exception {
      HttpRequest.Builder request = request(path, null);
      String sent =
          cookies.entrySet().stream()
              .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
              .collect(Collectors.joining("; "));
      if (!sent.isEmpty()) {
        request.header("Cookie", sent);
      }
      for (int i = 0; i < headers.length; i += 2) {
        request.header(headers[i], headers[i + 1]);
      }
      HttpResponse<String> answer = exchange(request.build());
      for (String set : answer.headers().allValues("Set-Cookie")) {
        String[] pair = set.split(";", 2)[0].split("=", 2);
        if (set.contains("Max-Age=0")) {
          cookies.remove(pair[0]);
        } else {
          cookies.put(pair[0], pair[1]);
        }
      }
      return answer;
    }

    /** Goes to the issuer and signs in there; what it comes back with. */
    String signIn(String to) throws Exception {
      HttpResponse<String> sent = get("/session/oidc?to=" + IdentityProvider.encoded(to));
      assertEquals(302, sent.statusCode(), sent.body());
      URI back = IDP.signInAt(URI.create(location(sent)));
      assertEquals("https://ops.example", back.getScheme() + "://" + back.getAuthority());
      return back.getRawPath() + "?" + back.getRawQuery();
    }

    HttpResponse<String> signedIn() throws Exception {
      return get(signIn("/"));
    }
  }

  private static String location(HttpResponse<String> answer) {
    return answer.headers().firstValue("Location").orElse("nowhere");
  }

  @Test
  void whoTheIssuerKnowsIsSignedInWithTheHighestOfTheirRolesAndIsWhereTheyWanted()
      throws Exception {
    Browser browser = new Browser();
    HttpResponse<String> back = browser.get(browser.signIn("/#/events/derby"));
    assertEquals(302, back.statusCode(), back.body());
    assertEquals("/#/events/derby", location(back));
    assertEquals(List.of("__Host-hg_operator"), List.copyOf(browser.cookies.keySet()));
    JsonObject session = new JsonObject(browser.get("/session").body());
    assertEquals("oidc:ann", session.getString("name"));
    assertEquals("admin", session.getString("role"));
    HttpRequest.Builder pause =
        request(PAUSE, null)
            .header("Cookie", "__Host-hg_operator=" + browser.cookies.get("__Host-hg_operator"))
            .header("Headgate-Csrf", session.getString("csrf"))
            .POST(BodyPublishers.noBody());
    assertEquals(200, exchange(pause.build()).statusCode());
    assertTrue(audit().get(0).startsWith("audit who=\"oidc:ann\" role=ADMIN"), audit()::toString);
    JsonArray ways = new JsonObject(send("GET", "/session", null).body()).getJsonArray("signIn");
    assertEquals(new JsonArray(List.of("token", "oidc")), ways);
  }

  @Test
  void aKeyOfEllipticCurvesDoesAsWell() throws Exception {
    IDP.keys = List.of(IDP.ec());
    assertEquals("/", location(new Browser().signedIn()));
  }

  @Test
  void whoHasNoRoleIsToldSoOnAPageAndIsNotSignedIn() throws Exception {
    IDP.person.put("groups", new JsonArray().add("fans")).put("preferred_username", "<b>eve");
    Browser browser = new Browser();
    HttpResponse<String> refused =
        browser.get(browser.signIn("/"), "Accept", "text/html,application/xhtml+xml");
    assertEquals(403, refused.statusCode());
    assertEquals("text/html; charset=utf-8", contentType(refused));
    assertTrue(refused.body().contains("You have no role here"), refused.body());
    assertTrue(refused.body().contains("oidc:&lt;b&gt;eve"), refused.body());
    assertFalse(browser.cookies.containsKey("__Host-hg_operator"));
    assertProblem(403, "no-role", new Browser().signedIn());
    IDP.person.remove("groups");
    assertProblem(403, "no-role", new Browser().signedIn());
  }

  @Test
  void whoIsInHundredsOfGroupsThatCountIsSignedInWithTheHighestRole() throws Exception {
    List<String> staff = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      staff.add(UUID.nameUUIDFromBytes(new byte[] {(byte) i, (byte) (i >> 8)}).toString());
    }
    IDP.person.put("groups", new JsonArray(new ArrayList<>(staff)).add("ops-admins"));
    Oidc.Roles many =
        new Oidc.Roles("groups", Map.of(Role.VIEWER, staff, Role.ADMIN, List.of("ops-admins")));
    reconfigure(oidc -> with(oidc, many, oidc.signOut()));
    Browser browser = new Browser();
    assertEquals(302, browser.signedIn().statusCode());
    assertTrue(browser.cookies.toString().length() < 4_000, "browsers keep no longer one");
    HttpResponse<String> session = browser.get("/session");
    assertEquals("admin", new JsonObject(session.body()).getString("role"), session.body());
  }

  @Test
  void nobodyIsSentToAnotherOriginAfterwards() throws Exception {
    for (String to :
        List.of(
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "evil.example",
            "",
            "/a\r\nSet-Cookie: x=y",
            "/\t/evil.example",
            "/é",
            "/" + "a".repeat(600))) {
      HttpResponse<String> refused =
          new Browser().get("/session/oidc?to=" + IdentityProvider.encoded(to));
      assertProblem(400, "bad-request", refused);
    }
    assertProblem(400, "bad-request", new Browser().get("/session/oidc?to=/&to=/a"));
    assertEquals(302, new Browser().get("/session/oidc").statusCode());
  }

  @Test
  void onlyTheBrowserThatWasSentComesBackAndOnlyOnce() throws Exception {
    Browser victim = new Browser();
    Browser attacker = new Browser();
    String attackers = attacker.signIn("/");
    String victims = victim.signIn("/");
    assertProblem(400, "sign-in-failed", victim.get(attackers));
    assertProblem(400, "sign-in-failed", new Browser().get(victims));
    String state = victims.replaceFirst(".*state=([^&]*).*", "$1");
    assertProblem(400, "sign-in-failed", victim.get(victims.replace(state, state + "x")));
    assertProblem(400, "sign-in-failed", victim.get(victims.replace("state=" + state, "x=y")));
    assertProblem(400, "sign-in-failed", victim.get(victims + "&state=" + state));
    assertProblem(400, "sign-in-failed", victim.get(victims + "&code=another"));
    assertEquals(0, IDP.exchanges.get(), "nothing was asked of the issuer");
    assertProblem(400, victim.get(victims.replaceFirst("code=[^&]*", "error=access_denied")));
    String kept = victim.cookies.get("__Host-hg_signin");
    assertEquals(302, victim.get(victims).statusCode());
    victim.cookies.put("__Host-hg_signin", kept);
    assertProblem(400, "sign-in-failed", victim.get(victims));
    assertEquals(2, IDP.exchanges.get(), "a code is good once, and the issuer says so");
  }

  @Test
  void whoTakesTooLongBeginsAnew() throws Exception {
    Browser browser = new Browser();
    String back = browser.signIn("/");
    clock.forward(Duration.ofMinutes(11));
    assertProblem(400, "sign-in-failed", browser.get(back));
  }

  @Test
  void askingByHeadSpendsNothing() throws Exception {
    Browser browser = new Browser();
    String back = browser.signIn("/");
    assertEquals(400, send("HEAD", back, null).statusCode());
    assertEquals(0, IDP.exchanges.get());
    assertEquals(302, browser.get(back).statusCode());
  }

  @Test
  void anAnswerOfAnotherIssuerOrOfNobodyIsNotTaken() throws Exception {
    IDP.namedIssuer = "https://evil.example";
    assertProblem(400, "sign-in-failed", new Browser().signedIn());
    IDP.namedIssuer = null;
    assertProblem(400, "sign-in-failed", new Browser().signedIn());
    assertEquals(0, IDP.exchanges.get(), "its code went nowhere");
  }

  /** What an issuer, or somebody in its name, may say of somebody that must not be believed. */
  private static Map<String, UnaryOperator<JsonObject>> wrongClaims() {
    Map<String, UnaryOperator<JsonObject>> wrong = new LinkedHashMap<>();
    wrong.put("of another issuer", said -> said.put("iss", "https://evil.example"));
    wrong.put("of nearly the issuer", said -> said.put("iss", IDP.issuer() + "/"));
    wrong.put("of no issuer", said -> without(said, "iss"));
    wrong.put("for another", said -> said.put("aud", "another"));
    wrong.put("for nobody", said -> without(said, "aud"));
    wrong.put("for an object", said -> said.put("aud", new JsonObject()));
    wrong.put("over", said -> said.put("exp", IDP.now() - 60));
    wrong.put("without end", said -> without(said, "exp"));
    wrong.put("of an end in words", said -> said.put("exp", "tomorrow"));
    wrong.put("not yet", said -> said.put("nbf", IDP.now() + 600));
    wrong.put("of an end beyond all", said -> said.put("exp", 1e300));
    wrong.put("of a beginning beyond all", said -> said.put("nbf", 1e300));
    wrong.put("of the future", said -> said.put("iat", IDP.now() + 600));
    wrong.put("of no time", said -> without(said, "iat"));
    wrong.put("of nobody", said -> without(said, "sub"));
    wrong.put("of an empty name", said -> said.put("sub", ""));
    return wrong;
  }

  private static JsonObject without(JsonObject said, String claim) {
    Object gone = said.remove(claim);
    return gone == null ? said : said.put("other", true);
  }

  @Test
  void anIdentityThatIsNotForUsNowAndThisSignInIsNotTaken() throws Exception {
    Map<String, UnaryOperator<JsonObject>> wrong = wrongClaims();
    JsonArray both = new JsonArray().add(IdentityProvider.CLIENT).add("another");
    wrong.put("for several", said -> said.put("aud", both.copy()));
    wrong.put("given to another", said -> said.put("aud", both.copy()).put("azp", "another"));
    wrong.put("to another alone", said -> said.put("azp", "another"));
    wrong.put("of another sign-in", said -> said.put("nonce", "x"));
    wrong.put("of no sign-in", said -> without(said, "nonce"));
    wrong.put("of long ago", said -> said.put("iat", IDP.now() - 3_600));
    for (Map.Entry<String, UnaryOperator<JsonObject>> each : wrong.entrySet()) {
      forgetGuesses();
      IDP.claims = each.getValue();
      HttpResponse<String> refused = new Browser().signedIn();
      assertEquals(400, refused.statusCode(), each.getKey() + ": " + refused.body());
    }
    forgetGuesses();
    IDP.claims = said -> said.put("aud", both.copy()).put("azp", IdentityProvider.CLIENT);
    assertEquals(302, new Browser().signedIn().statusCode());
  }

  private static Map<String, UnaryOperator<String>> forgeries() {
    RSAKey rsa = (RSAKey) IDP.keys.get(0);
    JsonObject head = new JsonObject().put("kid", rsa.getKeyID()).put("typ", "JWT");
    Map<String, UnaryOperator<String>> wrong = new LinkedHashMap<>();
    for (String none : List.of("none", "None", "NONE", "")) {
      wrong.put(
          "signed by " + none,
          token -> IdentityProvider.forged(token, head.copy().put("alg", none), null));
    }
    wrong.put(
        "keyed with the public key",
        token ->
            IdentityProvider.forged(
                token,
                head.copy().put("alg", "HS256"),
                rsa.toPublicJWK().toJSONString().getBytes(US_ASCII)));
    wrong.put(
        "keyed with its modulus",
        token ->
            IdentityProvider.forged(
                token, head.copy().put("alg", "HS256"), rsa.getModulus().decode()));
    wrong.put(
        "signed by another key of that name",
        token -> signedBy(new RSAKey.Builder(IDP.rsa()).keyID(rsa.getKeyID()).build(), token));
    wrong.put("signed by a key of no name of theirs", token -> signedBy(IDP.rsa(), token));
    wrong.put("with its signature cut", token -> token.substring(0, token.length() - 8));
    wrong.put("with one claim more", OidcTest::tampered);
    wrong.put("with a fourth part", token -> token + ".x");
    wrong.put("nothing", token -> "");
    wrong.put("of no JSON", token -> "a.b.c");
    return wrong;
  }

  private static String signedBy(JWK key, String token) {
    return IdentityProvider.signed(claimsOf(token), "JWT", key);
  }

  private static JsonObject claimsOf(String token) {
    byte[] json = java.util.Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]);
    return new JsonObject(new String(json, java.nio.charset.StandardCharsets.UTF_8));
  }

  private static String tampered(String token) {
    String[] parts = token.split("\\.", -1);
    String more = claimsOf(token).put("more", 1).encode();
    String claims =
        java.util.Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(more.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return parts[0] + "." + claims + "." + parts[2];
  }

  @Test
  void anIdentityThatTheIssuerDidNotSignIsNotTaken() throws Exception {
    List<String> taken = new ArrayList<>();
    for (Map.Entry<String, UnaryOperator<String>> each : forgeries().entrySet()) {
      forgetGuesses();
      IDP.idToken = each.getValue();
      if (new Browser().signedIn().statusCode() == 302) {
        taken.add(each.getKey());
      }
    }
    assertEquals(List.of(), taken);
    forgetGuesses();
    IDP.idToken = UnaryOperator.identity();
    assertEquals(302, new Browser().signedIn().statusCode());
  }

  private String access(UnaryOperator<JsonObject> change, JWK key) {
    JsonObject said =
        IDP.person
            .copy()
            .put("iss", IDP.issuer())
            .put("aud", IdentityProvider.AUDIENCE)
            .put("jti", UUID.randomUUID().toString())
            .put("iat", IDP.now())
            .put("exp", IDP.now() + 300);
    return IdentityProvider.signed(change.apply(said), "at+jwt", key);
  }

  private String access(UnaryOperator<JsonObject> change) {
    return access(change, IDP.keys.get(0));
  }

  @Test
  void anAccessTokenOfTheIssuerForUsDoesWhatItsRoleMay() throws Exception {
    String admin = access(UnaryOperator.identity());
    assertEquals(200, send("POST", PAUSE, admin, "{}").statusCode());
    assertTrue(audit().get(0).startsWith("audit who=\"oidc:ann\" role=ADMIN"), audit()::toString);
    String viewer = access(said -> said.put("groups", new JsonArray().add("staff")));
    assertEquals(200, send("GET", "/api/events", viewer).statusCode());
    assertProblem(403, "forbidden", send("POST", PAUSE, viewer, "{}"));
    String nobody = access(said -> said.put("groups", new JsonArray().add("fans")));
    assertProblem(401, "token-invalid", send("POST", PAUSE, nobody, "{}"));
    assertProblem(401, "token-invalid", send("GET", "/api/events", nobody));
    String several =
        access(
            said -> said.put("aud", new JsonArray().add("other").add(IdentityProvider.AUDIENCE)),
            IDP.keys.get(1));
    assertEquals(200, send("GET", "/api/events", several).statusCode());
    assertEquals(1, audit().size());
  }

  @Test
  void noOtherTokenOpensTheApi() throws Exception {
    Map<String, Supplier<String>> wrong = new LinkedHashMap<>();
    wrongClaims().forEach((name, change) -> wrong.put(name, () -> access(change)));
    forgeries()
        .forEach(
            (name, forge) -> wrong.put(name, () -> forge.apply(access(UnaryOperator.identity()))));
    wrong.put("an identity", () -> access(said -> said.put("aud", IdentityProvider.CLIENT)));
    wrong.put(
        "bound to a key", () -> access(said -> said.put("cnf", new JsonObject().put("jkt", "x"))));
    List<String> taken = new ArrayList<>();
    for (Map.Entry<String, Supplier<String>> each : wrong.entrySet()) {
      forgetGuesses();
      HttpResponse<String> answer = send("GET", "/api/events", each.getValue().get());
      if (answer.statusCode() != 401) {
        taken.add(each.getKey() + " " + answer.statusCode());
      }
    }
    assertEquals(List.of(), taken);
  }

  @Test
  void keysThatChangeAreFollowedAndMadeUpNamesOfKeysAreAskedForOnceInAWhile() throws Exception {
    assertEquals(200, send("GET", "/api/events", access(UnaryOperator.identity())).statusCode());
    int before = IDP.keyReads.get();
    List<JWK> old = IDP.keys;
    clock.forward(Duration.ofSeconds(31));
    IDP.keys = List.of(IDP.rsa());
    assertEquals(200, send("GET", "/api/events", access(UnaryOperator.identity())).statusCode());
    assertEquals(before + 1, IDP.keyReads.get());
    for (int i = 0; i < 8; i++) {
      ECKey unknown = IDP.ec();
      assertProblem(401, send("GET", "/api/events", access(UnaryOperator.identity(), unknown)));
    }
    assertEquals(before + 1, IDP.keyReads.get(), "not again so soon");
    assertProblem(401, send("GET", "/api/events", access(UnaryOperator.identity(), old.get(0))));
  }

  @Test
  void aKeyThatTookThePlaceOfAnotherUnderItsNameOrUnderNoneIsFound() throws Exception {
    RSAKey first = new RSAKey.Builder(IDP.rsa()).keyID("the-key").build();
    for (String name : new String[] {"the-key", null}) {
      clock.forward(Duration.ofMinutes(61));
      IDP.keys = List.of(new RSAKey.Builder(first).keyID(name).build());
      assertEquals(200, send("GET", "/api/events", access(UnaryOperator.identity())).statusCode());
      clock.forward(Duration.ofSeconds(31));
      IDP.keys = List.of(new RSAKey.Builder(IDP.rsa()).keyID(name).build());
      assertEquals(200, send("GET", "/api/events", access(UnaryOperator.identity())).statusCode());
      JWK old = new RSAKey.Builder(first).keyID(name).build();
      assertProblem(401, send("GET", "/api/events", access(UnaryOperator.identity(), old)));
    }
  }

  @Test
  void anAddressOfTheIssuersThatCannotBeAskedIsTheIssuersFault() throws Exception {
    for (String name : List.of("token_endpoint", "jwks_uri")) {
      clock.forward(Duration.ofMinutes(61));
      IDP.discovery = said -> said.put(name, "http://127.0.0.1:99999/x");
      assertProblem(503, "issuer-unavailable", new Browser().signedIn());
    }
  }

  @Test
  void whoHasAGoodTokenGoesOnHoweverManyGuessBesideThem() throws Exception {
    String token = access(said -> said.put("exp", IDP.now() + 3_600));
    assertEquals(200, send("GET", "/api/events", token).statusCode());
    for (int minute = 0; minute < 18; minute++) {
      for (int guess = 0; guess < 14; guess++) {
        assertTrue(send("GET", "/api/events", "wrong-" + minute + "-" + guess).statusCode() > 400);
      }
      assertEquals(200, send("GET", "/api/events", token).statusCode(), "minute " + minute);
      clock.forward(Duration.ofMinutes(1));
    }
    assertProblem(429, "locked-out", send("GET", "/api/events", access(said -> said)));
  }

  @Test
  void aTokenThatIsNoLongerGoodIsNotGoodForHavingBeen() throws Exception {
    String token = access(said -> said.put("exp", IDP.now() + 3_600));
    assertEquals(200, send("GET", "/api/events", token).statusCode());
    IDP.keys = List.of(IDP.rsa());
    clock.forward(Duration.ofMinutes(6));
    assertEquals(200, send("GET", "/api/events", token).statusCode(), "its keys are of just now");
    clock.forward(Duration.ofMinutes(6));
    for (int i = 0; i < 12; i++) {
      assertProblem(401, "token-invalid", send("GET", "/api/events", token));
    }
    assertEquals(200, send("GET", "/api/events", ADMIN).statusCode(), "nor was it ever a guess");
  }

  @Test
  void tokensOfAnIssuerThatIsConfiguredNoMoreAreNoGuesses() throws Exception {
    String token = access(said -> said);
    assertEquals(200, send("GET", "/api/events", token).statusCode());
    reconfigure(OidcTest::anothers);
    for (int i = 0; i < 12; i++) {
      assertProblem(401, "token-invalid", send("GET", "/api/events", token));
    }
    assertEquals(200, send("GET", "/api/events", ADMIN).statusCode(), "nobody is locked out");
  }

  /** The same at another issuer, which has an address to sign out at. */
  private static Oidc anothers(Oidc oidc) {
    return new Oidc(
        "https://another.example",
        oidc.client(),
        oidc.scopes(),
        oidc.name(),
        oidc.roles(),
        oidc.audience(),
        new Oidc.SignOut(true, "https://another.example/out"));
  }

  @Test
  void nobodyIsSentToSignOutAtAnIssuerThatDidNotSignThemIn() throws Exception {
    Browser browser = new Browser();
    assertEquals(302, browser.signedIn().statusCode());
    reconfigure(OidcTest::anothers);
    assertEquals(204, signedOut(browser).statusCode());
  }

  private HttpResponse<String> signedOut(Browser browser) throws Exception {
    String cookie = "__Host-hg_operator=" + browser.cookies.get("__Host-hg_operator");
    HttpResponse<String> answer = signOut(cookie);
    assertTrue(answer.headers().firstValue("Set-Cookie").orElse("").contains("Max-Age=0"));
    HttpRequest.Builder after = request("/api/events", null).header("Cookie", cookie);
    assertProblem(401, "no-session", exchange(after.build()));
    return answer;
  }

  private static String signOutAt(HttpResponse<String> answer) {
    assertEquals(200, answer.statusCode(), answer.body());
    return new JsonObject(answer.body()).getString("signOutAt");
  }

  @Test
  void whoSignsOutIsSentToSignOutAtTheIssuerAndComesBackToTheConsole() throws Exception {
    IDP.discovery = said -> said.put("end_session_endpoint", IDP.issuer() + "/end?realm=ops");
    Browser browser = new Browser();
    assertEquals(302, browser.get(browser.signIn("/#/events/derby")).statusCode());
    assertEquals(
        IDP.issuer()
            + "/end?realm=ops&client_id=headgate&post_logout_redirect_uri="
            + IdentityProvider.encoded("https://ops.example/"),
        signOutAt(signedOut(browser)));
    HttpResponse<String> token = send("POST", "/session", null, "{\"token\":\"" + ADMIN + "\"}");
    assertEquals(204, signOut(cookie(token)).statusCode(), "a token is no matter of the issuer's");
  }

  @Test
  void whereThereIsNowhereToSignOutAtNobodyIsSentAnywhere() throws Exception {
    List<UnaryOperator<JsonObject>> nowhere =
        List.of(
            said -> said,
            said -> said.putNull("end_session_endpoint"),
            said -> said.put("end_session_endpoint", 7),
            said -> said.put("end_session_endpoint", "javascript:alert(1)"),
            said -> said.put("end_session_endpoint", "//evil.example"),
            said -> said.put("end_session_endpoint", IDP.issuer() + "/end#x"));
    for (UnaryOperator<JsonObject> each : nowhere) {
      clock.forward(Duration.ofMinutes(61));
      IDP.discovery = each;
      Browser browser = new Browser();
      assertEquals(302, browser.signedIn().statusCode());
      assertEquals(204, signedOut(browser).statusCode());
    }
  }

  @Test
  void signingOutDoesNotWaitForAnIssuerThatIsAway() throws Exception {
    IDP.discovery = said -> said.put("end_session_endpoint", IDP.issuer() + "/end");
    Browser browser = new Browser();
    assertEquals(302, browser.signedIn().statusCode());
    Browser later = new Browser();
    assertEquals(302, later.signedIn().statusCode());
    IDP.status = 500;
    clock.forward(Duration.ofMinutes(61));
    assertEquals(IDP.issuer() + "/end", signOutAt(signedOut(browser)).replaceFirst("\\?.*", ""));
    port = listen(parts(access(rules())));
    assertEquals(204, signedOut(later).statusCode(), "another gateway never heard of it");
  }

  /** The rules of before with something about the issuer changed. */
  private void reconfigure(UnaryOperator<Oidc> change) {
    AccessRules before = rules();
    Oidc oidc = before.oidc();
    access.reconfigure(IdentityProvider.rules(before, oidc == null ? null : change.apply(oidc)));
  }

  private static Oidc with(Oidc oidc, Oidc.Roles roles, Oidc.SignOut signOut) {
    return new Oidc(
        oidc.issuer(), oidc.client(), oidc.scopes(), oidc.name(), roles, oidc.audience(), signOut);
  }

  @Test
  void whereToSignOutIsWhatTheConfigurationSays() throws Exception {
    IDP.discovery = said -> said.put("end_session_endpoint", IDP.issuer() + "/end");
    Browser here = new Browser();
    assertEquals(302, here.signedIn().statusCode());
    Browser there = new Browser();
    assertEquals(302, there.signedIn().statusCode());
    reconfigure(oidc -> with(oidc, oidc.roles(), new Oidc.SignOut(false, null)));
    assertEquals(204, signedOut(here).statusCode());
    String address = "https://login.example/out";
    reconfigure(oidc -> with(oidc, oidc.roles(), new Oidc.SignOut(true, address)));
    assertTrue(signOutAt(signedOut(there)).startsWith(address + "?client_id=headgate&"));
  }

  @Test
  void rolesThatChangeInTheConfigurationHoldForThoseWhoAreSignedInAndForTheirTokens()
      throws Exception {
    Browser browser = new Browser();
    assertEquals(302, browser.signedIn().statusCode());
    String token = access(UnaryOperator.identity());
    assertEquals(200, send("POST", PAUSE, token, "{}").statusCode());
    Oidc.Roles fewer = new Oidc.Roles("groups", Map.of(Role.VIEWER, List.of("staff")));
    reconfigure(oidc -> with(oidc, fewer, oidc.signOut()));
    JsonObject session = new JsonObject(browser.get("/session").body());
    assertEquals("viewer", session.getString("role"));
    assertProblem(403, "forbidden", send("POST", PAUSE, token, "{}"));
    assertEquals(200, send("GET", "/api/events", token).statusCode());
    Oidc.Roles none = new Oidc.Roles("groups", Map.of(Role.ADMIN, List.of("others")));
    reconfigure(oidc -> with(oidc, none, oidc.signOut()));
    assertProblem(401, "no-session", browser.get("/session"));
    assertProblem(401, "token-invalid", send("GET", "/api/events", token));
  }

  @Test
  void anIssuerThatIsTakenOutOfTheConfigurationIsOutAtOnceAndMayComeBack() throws Exception {
    Browser browser = new Browser();
    assertEquals(302, browser.signedIn().statusCode());
    access.reconfigure(IdentityProvider.rules(rules(), null));
    HttpResponse<String> out = browser.get("/session");
    assertProblem(401, "no-session", out);
    assertEquals(new JsonArray().add("token"), new JsonObject(out.body()).getJsonArray("signIn"));
    assertProblem(404, "not-found", browser.get("/session/oidc"));
    assertProblem(
        401, "token-invalid", send("GET", "/api/events", access(UnaryOperator.identity())));
    reconfigure(oidc -> oidc);
    assertEquals(200, browser.get("/session").statusCode());
    assertEquals(302, new Browser().signedIn().statusCode());
  }

  @Test
  void whileTheIssuerIsAwayTokensAndSessionsGoOnAndSigningInThereSaysSo() throws Exception {
    Browser browser = new Browser();
    assertEquals(302, browser.signedIn().statusCode());
    Browser early = new Browser();
    String back = early.signIn("/");
    IDP.status = 500;
    assertProblem(503, "issuer-unavailable", early.get(back));
    clock.forward(Duration.ofMinutes(61));
    assertEquals(200, browser.get("/api/events").statusCode());
    assertEquals(200, send("GET", "/api/events", ADMIN).statusCode());
    assertEquals(201, send("POST", "/session", null, "{\"token\":\"" + ADMIN + "\"}").statusCode());
  }

  @Test
  void anIssuerThatIsAwayFromTheStartOrNotItselfOrTooMuchIsOfNoUse() throws Exception {
    IDP.status = 500;
    assertProblem(503, "issuer-unavailable", new Browser().get("/session/oidc"));
    IDP.status = 200;
    List<UnaryOperator<JsonObject>> wrong =
        List.of(
            said -> said.put("issuer", "https://evil.example"),
            said -> without(said, "issuer"),
            said -> said.put("token_endpoint", "ftp://127.0.0.1/"),
            said -> without(said, "authorization_endpoint"),
            said -> without(said, "jwks_uri"),
            said -> said.put("jwks_uri", 7),
            said -> said.put("token_endpoint", "https://"),
            said -> said.put("authorization_endpoint", "javascript:alert(1)"),
            said -> said.put("padding", "x".repeat(100_000)));
    for (UnaryOperator<JsonObject> each : wrong) {
      clock.forward(Duration.ofSeconds(6));
      IDP.discovery = each;
      HttpResponse<String> refused = new Browser().get("/session/oidc");
      assertProblem(503, "issuer-unavailable", refused);
      assertNotEquals("", refused.headers().firstValue("Retry-After").orElse(""));
    }
    IDP.discovery = UnaryOperator.identity();
    assertProblem(503, "issuer-unavailable", new Browser().get("/session/oidc"));
    clock.forward(Duration.ofSeconds(6));
    assertEquals(302, new Browser().get("/session/oidc").statusCode(), "it has come back");
  }

  @Test
  void anIssuerThatDoesNotAnswerIsNotWaitedForLong() throws Exception {
    IDP.delayMillis = 20_000;
    assertProblem(503, "issuer-unavailable", new Browser().get("/session/oidc"));
  }

  @Test
  void noSecretOfTheFlowIsInTheLog() throws Exception {
    Browser browser = new Browser();
    String back = browser.signIn("/");
    String signIn = browser.cookies.get("__Host-hg_signin");
    assertEquals(302, browser.get(back).statusCode());
    String token = access(UnaryOperator.identity());
    assertEquals(200, send("GET", "/api/events", token).statusCode());
    String log = String.join("\n", lines());
    assertTrue(log.contains("signed in who=\"oidc:ann\""), log);
    List<@Nullable String> secrets = new ArrayList<>();
    secrets.add(IdentityProvider.SECRET);
    secrets.add(IdentityProvider.encoded(IdentityProvider.SECRET));
    secrets.add(signIn);
    secrets.add(browser.cookies.get("__Host-hg_operator"));
    secrets.add(IdentityProvider.form(back.split("\\?", 2)[1]).get("code"));
    secrets.add(IdentityProvider.form(IDP.exchanged.get(0)).get("code_verifier"));
    secrets.add(token);
    for (String secret : secrets) {
      assertTrue(secret != null && !log.contains(secret), () -> "in the log: " + secret);
    }
  }
}
