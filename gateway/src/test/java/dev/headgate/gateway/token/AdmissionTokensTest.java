package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AdmissionTokensTest {
  private static final String ISSUER = "https://tickets.example";
  private static final long START = 1_764_490_000;
  private static final Admission ADMISSION =
      new Admission("derby", 1764490000000L, 0, 1234, "AAECAwQFBgcICQoLDA0ODw", START, START + 600);

  private static Vertx vertx;
  private static RSAKey key;
  private static AdmissionTokens tokens;

  @BeforeAll
  static void open() throws JOSEException {
    vertx = Vertx.vertx();
    key = new RSAKeyGenerator(2048).keyID("k1").generate();
    tokens = tokensUnder(key);
  }

  @AfterAll
  static void close() {
    vertx.close().await();
  }

  @Test
  void aTokenIsAnOrdinaryJwtThatAnyLibraryReads() throws Exception {
    SignedJWT jwt = SignedJWT.parse(sign(ADMISSION));
    assertEquals("RS256", jwt.getHeader().getAlgorithm().getName());
    assertEquals("hg-admission+jwt", jwt.getHeader().getType().getType());
    assertEquals("k1", jwt.getHeader().getKeyID());
    assertTrue(jwt.verify(new com.nimbusds.jose.crypto.RSASSAVerifier(key.toRSAPublicKey())));
    assertEquals(claims().encode(), jwt.getPayload().toString());
    assertEquals(tokens.sessionId(ADMISSION), jwt.getJWTClaimsSet().getJWTID());
  }

  @Test
  void whatWasSignedIsWhatIsVerified() {
    String token = sign(ADMISSION);
    assertEquals(Optional.of(ADMISSION), tokens.verify(token, START));
    assertEquals(Optional.of(ADMISSION), tokens.verify(token, START + 1));
  }

  @Test
  void signingIsMeasuredAndWhatIsUnderWayIsCountedUntilItIsMade() {
    AdmissionTokens fresh = tokensUnder(key);
    double guess = fresh.gate().micros();
    List<Future<String>> asked = new ArrayList<>();
    for (int position = 0; position < 40; position++) {
      asked.add(
          fresh.sign(
              new Admission("derby", 1, 0, position, ADMISSION.placeId(), START, START + 60)));
    }
    asked.forEach(one -> assertNotEquals("", one.await()));
    assertNotEquals(guess, fresh.gate().micros());
    int free = 0;
    while (fresh.gate().reserve()) {
      free++;
    }
    assertEquals(fresh.gate().most(), free);
  }

  @Test
  void theSameAdmissionGivesTheSameBytesHoweverManyAskAtOnce() {
    Admission admission = new Admission("derby", 1, 0, 77, ADMISSION.placeId(), START, START + 600);
    List<Future<String>> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      asked.add(tokens.sign(admission));
    }
    String first = await(asked.get(0));
    for (Future<String> token : asked) {
      assertSame(first, await(token));
    }
    Admission renewed = new Admission("derby", 1, 0, 77, ADMISSION.placeId(), START, START + 900);
    assertNotEquals(first, sign(renewed));
    assertEquals(tokens.sessionId(admission), tokens.sessionId(renewed));
  }

  @Test
  void signingNeverRunsOnAnEventLoop() {
    Future<String> token = vertx.<String>executeBlocking(() -> Thread.currentThread().getName());
    assertTrue(await(token).contains("worker"));
    // A caller on an event loop gets its answer there.
    io.vertx.core.Promise<Boolean> onLoop = io.vertx.core.Promise.promise();
    vertx.runOnContext(
        start ->
            tokens
                .sign(new Admission("derby", 1, 0, 5, ADMISSION.placeId(), START, START + 5))
                .map(signed -> io.vertx.core.Context.isOnEventLoopThread())
                .onComplete(onLoop));
    assertTrue(await(onLoop.future()));
  }

  @Test
  void timeIsCheckedAgainEachTimeATokenIsSeen() {
    String token = sign(ADMISSION);
    assertTrue(tokens.verify(token, START + 300).isPresent());
    assertTrue(tokens.verify(token, START + 609).isPresent());
    assertTrue(tokens.verify(token, START + 610).isEmpty());
    assertTrue(tokens.verify(token, START + 300).isPresent());
    assertTrue(tokens.verify(token, START - 10).isPresent());
    assertTrue(tokens.verify(token, START - 11).isEmpty());
  }

  @Test
  void theLongestSessionWithItsLongestExtensionIsValidToItsEnd() {
    long end = START + 86_400 + 900;
    Admission longest =
        new Admission(
            ADMISSION.event(),
            ADMISSION.epoch(),
            ADMISSION.lane(),
            ADMISSION.position(),
            ADMISSION.placeId(),
            START,
            end);
    String token = sign(longest);
    assertEquals(Optional.of(longest), tokens.verify(token, end - 1));
  }

  @Test
  void noTokenThatWeDidNotWriteIsValid() throws Exception {
    Map<String, String> forged = new LinkedHashMap<>();
    forged.putAll(withoutASignature());
    forged.putAll(underThePublicKeyAsASecret());
    forged.putAll(withOtherHeads());
    forged.putAll(withOtherClaims());
    forged.putAll(mangled());
    forged.forEach(
        (name, token) ->
            assertEquals(Optional.empty(), tokens.verify(token, START + 1), "valid: " + name));
    assertTrue(forged.size() > 90, "forgeries tried: " + forged.size());
  }

  @Test
  void theSigningOfThisTestMakesValidTokensWhenNothingIsForged() throws JOSEException {
    assertEquals(Optional.of(ADMISSION), tokens.verify(signed(head(), claims()), START + 1));
    JsonObject one = claims().put("aud", new JsonArray().add("headgate:derby"));
    assertEquals(Optional.of(ADMISSION), tokens.verify(signed(head(), one), START + 1));
    JsonObject more = claims().put("later", new JsonObject().put("a", new JsonArray().add(1)));
    assertEquals(Optional.of(ADMISSION), tokens.verify(signed(head(), more), START + 1));
  }

  private static Map<String, String> withoutASignature() throws JOSEException {
    Map<String, String> forged = new LinkedHashMap<>();
    String signature = sign(ADMISSION).split("\\.", -1)[2];
    for (Object alg : new Object[] {"none", "None", "nOnE", "NONE", "", 5, new JsonArray()}) {
      String head = text(head().put("alg", alg)) + "." + text(claims());
      forged.put("alg " + alg + ", no signature", head + ".");
      forged.put("alg " + alg + ", no last part", head);
      forged.put("alg " + alg + ", a signature", head + "." + signature);
    }
    String head = head().encode().replace("\"alg\":\"RS256\",", "");
    forged.put("no alg", text(head) + "." + text(claims()) + "." + signature);
    forged.put("RS256, no signature", text(head()) + "." + text(claims()) + ".");
    forged.put("RS256, two parts", text(head()) + "." + text(claims()));
    return forged;
  }

  private static Map<String, String> underThePublicKeyAsASecret() throws JOSEException {
    byte[] der = key.toRSAPublicKey().getEncoded();
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
            + "\n-----END PUBLIC KEY-----\n";
    Map<String, byte[]> secrets =
        Map.of(
            "DER",
            der,
            "PEM",
            pem.getBytes(UTF_8),
            "JWK",
            key.toPublicJWK().toJSONString().getBytes(UTF_8),
            "jwks",
            tokens.jwks().encode().getBytes(UTF_8));
    Map<String, String> forged = new LinkedHashMap<>();
    for (Map.Entry<String, byte[]> secret : secrets.entrySet()) {
      for (String alg : List.of("HS256", "RS256")) {
        String input = text(head().put("alg", alg)) + "." + text(claims());
        String mac =
            new MACSigner(secret.getValue())
                .sign(new JWSHeader(JWSAlgorithm.HS256), input.getBytes(UTF_8))
                .toString();
        forged.put("HMAC with " + secret.getKey() + " as " + alg, input + "." + mac);
      }
    }
    return forged;
  }

  private static Map<String, String> withOtherHeads() throws JOSEException {
    Map<String, String> forged = new LinkedHashMap<>();
    Object[] kids = {
      "../../dev/null",
      "' OR 1=1--",
      "k".repeat(10_000),
      1,
      new JsonArray().add("k1"),
      "K1",
      "k1 ",
      "",
      "k2",
    };
    for (Object kid : kids) {
      forged.put("kid " + kid, signed(head().put("kid", kid), claims()));
    }
    String twice = head().encode().replace("}", ",\"kid\":\"k1\"}");
    forged.put("kid twice", signed(twice, claims().encode()));
    JsonObject without = head();
    without.remove("kid");
    forged.put("no kid", signed(without, claims()));
    JsonObject jwk = new JsonObject(key.toPublicJWK().toJSONString());
    forged.put("jwk", signed(head().put("jwk", jwk), claims()));
    for (String member :
        List.of("jku", "x5u", "x5c", "x5t", "x5t#S256", "b64", "zip", "cty", "extra")) {
      forged.put(member, signed(head().put(member, "http://169.254.169.254/"), claims()));
    }
    for (String crit : List.of("b64", "exp")) {
      forged.put("crit", signed(head().put("crit", new JsonArray().add(crit)), claims()));
    }
    for (String typ :
        List.of("JWT", "at+jwt", "HG-ADMISSION+JWT", "application/hg-admission+jwt", "")) {
      forged.put("typ " + typ, signed(head().put("typ", typ), claims()));
    }
    for (String alg : List.of("RS384", "RS512", "PS256", "ES256", "EdDSA", "rs256")) {
      forged.put("alg " + alg, signed(head().put("alg", alg), claims()));
    }
    forged.put("head is no JSON", signed("{", claims().encode()));
    forged.put("head is a list", signed("[]", claims().encode()));
    return forged;
  }

  private static Map<String, String> withOtherClaims() throws JOSEException {
    Map<String, Object[]> values = new LinkedHashMap<>();
    values.put(
        "iss",
        new Object[] {"https://other.example", ISSUER + "/", "", 1, new JsonArray().add(ISSUER)});
    values.put(
        "aud",
        new Object[] {
          "other",
          "headgate:",
          "headgate:cup",
          "headgate:derby ",
          "derby",
          1,
          new JsonArray(),
          new JsonObject(),
          new JsonArray().add("bookings").add("headgate:derby"),
          new JsonArray().add(42),
          new JsonArray().add("headgate:derby").add("headgate:derby"),
          new JsonArray().add(new JsonArray().add("headgate:derby")),
        });
    values.put(
        "sub", new Object[] {"", "A", 7, "AAECAwQFBgcICQoLDA0ODx", "AAECAwQFBgcICQoLDA0ODw=="});
    values.put(
        "jti",
        new Object[] {
          "", 1, "1764490000000.0.1234.", "1764490000000.0.1234.AAAAAAAAAAAAAAAAAAAAAA"
        });
    values.put("pos", new Object[] {1235, "1234", 1234.0, -1, 0});
    values.put(
        "exp",
        new Object[] {
          (START + 600) * 1000,
          1.9e9,
          "1764490600",
          -1,
          0,
          START,
          START - 1,
          Long.MAX_VALUE,
          START + 86_400 + 900 + 1,
          new java.math.BigInteger("9223372036854775808"),
          new JsonArray().add(START + 600),
          true,
        });
    values.put("iat", new Object[] {START + 3600, START - 1, "1764490000", -1, 1.5});
    values.put("nbf", new Object[] {START + 3600, START + 1, "1764490000", 0.5});
    Map<String, String> forged = new LinkedHashMap<>();
    for (Map.Entry<String, Object[]> claim : values.entrySet()) {
      for (Object value : claim.getValue()) {
        forged.put(
            claim.getKey() + " " + value, signed(head(), claims().put(claim.getKey(), value)));
      }
      JsonObject without = claims();
      without.remove(claim.getKey());
      forged.put("no " + claim.getKey(), signed(head(), without));
    }
    JsonObject later =
        claims().put("iat", START + 3600).put("nbf", START + 3600).put("exp", START + 4000);
    forged.put("starts in an hour", signed(head(), later));
    forged.put(
        "exp twice",
        signed(head().encode(), claims().encode().replace("}", ",\"exp\":1764490600}")));
    forged.put(
        "aud twice",
        signed(head().encode(), "{\"aud\":\"headgate:cup\"," + claims().encode().substring(1)));
    for (String body : List.of("", "[]", "{", "null", "{} {}", claims().encode() + "x", "\"x\"")) {
      forged.put("claims are " + body, signed(head().encode(), body));
    }
    return forged;
  }

  private static Map<String, String> mangled() throws JOSEException {
    String token = sign(ADMISSION);
    String[] part = token.split("\\.", -1);
    RSAKey other = new RSAKeyGenerator(2048).keyID("k1").generate();
    Map<String, String> forged = new LinkedHashMap<>();
    forged.put("empty", "");
    forged.put("one dot", ".");
    forged.put("two dots", "..");
    forged.put("a.b", "a.b");
    forged.put("percent", "%%%");
    forged.put("64 KB", "a".repeat(65_536));
    forged.put("64 KB with a head", part[0] + "." + "a".repeat(65_536) + "." + part[2]);
    forged.put("four parts", token + "." + part[2]);
    forged.put("a dot more", token + ".");
    forged.put("padding", token + "==");
    forged.put("a space before", " " + token);
    forged.put("a space after", token + " ");
    forged.put("not ASCII", part[0] + "." + part[1] + "\u00e9." + part[2]);
    forged.put("half a signature", part[0] + "." + part[1] + "." + part[2].substring(0, 171));
    forged.put("another key of the same name", sign(tokensUnder(other), ADMISSION));
    forged.put("another spelling of the signature", otherSpelling(token));
    String changed =
        new String(Base64.getUrlDecoder().decode(part[1]), UTF_8).replace("1234", "1233");
    forged.put("changed claims", part[0] + "." + text(changed) + "." + part[2]);
    for (int at = 0; at < token.length(); at += 37) {
      char digit = token.charAt(at) == 'A' ? 'B' : 'A';
      forged.put("digit " + at, token.substring(0, at) + digit + token.substring(at + 1));
    }
    return forged;
  }

  // 256 bytes fill 342 digits with four bits left over, which lenient readers ignore.
  private static String otherSpelling(String token) {
    String digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    int last = digits.indexOf(token.charAt(token.length() - 1));
    return token.substring(0, token.length() - 1) + digits.charAt(last ^ 1);
  }

  private static JsonObject head() {
    return new JsonObject().put("alg", "RS256").put("typ", "hg-admission+jwt").put("kid", "k1");
  }

  private static JsonObject claims() {
    return new JsonObject()
        .put("iss", ISSUER)
        .put("aud", "headgate:derby")
        .put("sub", ADMISSION.placeId())
        .put("jti", tokens.sessionId(ADMISSION))
        .put("iat", START)
        .put("nbf", START)
        .put("exp", START + 600)
        .put("pos", 1234);
  }

  private static String signed(JsonObject head, JsonObject claims) throws JOSEException {
    return signed(head.encode(), claims.encode());
  }

  private static String signed(String head, String claims) throws JOSEException {
    String input = text(head) + "." + text(claims);
    return input
        + "."
        + new RSASSASigner(key).sign(new JWSHeader(JWSAlgorithm.RS256), input.getBytes(UTF_8));
  }

  private static String text(JsonObject json) {
    return text(json.encode());
  }

  private static String text(String json) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(UTF_8));
  }

  private static AdmissionTokens tokensUnder(RSAKey key) {
    try {
      AdmissionKeys keys = new AdmissionKeys(List.of(KeyText.read(key.toJSONString())));
      return new JwtAdmissionTokens(vertx, ISSUER, new SessionIds(PlaceTicketsTest.key(1)), keys);
    } catch (KeyText.UnreadableException e) {
      throw new AssertionError(e);
    }
  }

  private static String sign(Admission admission) {
    return sign(tokens, admission);
  }

  private static String sign(AdmissionTokens tokens, Admission admission) {
    return await(tokens.sign(admission));
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
