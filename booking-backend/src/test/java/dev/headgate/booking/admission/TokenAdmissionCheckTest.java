package dev.headgate.booking.admission;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.sun.net.httpserver.HttpServer;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shop's check against a published key set that changes. */
class TokenAdmissionCheckTest {
  private static final String ISSUER = "https://tickets.example";
  private static final long NOW = 1_800_000_000L;

  private final Vertx vertx = Vertx.vertx();
  private final List<JWK> published = new CopyOnWriteArrayList<>();
  private final AtomicInteger fetches = new AtomicInteger();
  private volatile boolean broken;
  private HttpServer server;
  private @Nullable AdmissionCheck check;

  /** A key, and what signs with it. */
  private record Pair(String alg, String kid, JWK jwk, PrivateKey key, String signature) {
    static Pair of(String alg, String kid) throws Exception {
      KeyPairGenerator generator =
          KeyPairGenerator.getInstance(
              alg.equals("RS256") ? "RSA" : alg.equals("ES256") ? "EC" : "Ed25519");
      if (alg.equals("ES256")) {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      } else if (alg.equals("RS256")) {
        generator.initialize(2048);
      }
      KeyPair pair = generator.generateKeyPair();
      if (pair.getPublic() instanceof RSAPublicKey rsa) {
        JWK jwk = new RSAKey.Builder(rsa).keyID(kid).build();
        return new Pair(alg, kid, jwk, pair.getPrivate(), "SHA256withRSA");
      } else if (pair.getPublic() instanceof ECPublicKey ec) {
        JWK jwk = new ECKey.Builder(Curve.P_256, ec).keyID(kid).build();
        return new Pair(alg, kid, jwk, pair.getPrivate(), "SHA256withECDSAinP1363Format");
      }
      byte[] encoded = ((EdECPublicKey) pair.getPublic()).getEncoded();
      byte[] point = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
      JWK jwk = new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(point)).keyID(kid).build();
      return new Pair(alg, kid, jwk, pair.getPrivate(), "Ed25519");
    }

    String token(String claims) {
      return signed(head(alg, kid), claims);
    }

    String signed(String head, String claims) {
      String input = base64(head) + "." + base64(claims);
      return input + "." + base64(sign(input));
    }

    byte[] sign(String input) {
      try {
        Signature signing = Signature.getInstance(signature);
        signing.initSign(key);
        signing.update(input.getBytes(US_ASCII));
        return signing.sign();
      } catch (java.security.GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }
  }

  @BeforeEach
  void open() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jwks",
        exchange -> {
          fetches.incrementAndGet();
          byte[] body = new JWKSet(List.copyOf(published)).toString(true).getBytes(UTF_8);
          exchange.sendResponseHeaders(broken ? 500 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    if (check != null) {
      check.close().await();
    }
    vertx.close().await();
    server.stop(0);
  }

  private void start(Duration cooldown, Duration refresh) {
    URI jwks = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/jwks");
    check =
        AdmissionCheck.ofGateway(
            vertx,
            new ShopConfig.Admission(jwks, ISSUER, cooldown, refresh, 10_000),
            () -> Instant.ofEpochSecond(NOW));
    await().until(check()::isReady);
  }

  private AdmissionCheck check() {
    return Objects.requireNonNull(check);
  }

  private Verdict verdict(String token) {
    return check().check("derby", List.of(token)).await();
  }

  private static String claims(String member, String value) {
    String text =
        """
        {"iss":"%s","aud":"headgate:derby","sub":"fan","jti":"1.0.7.abc","iat":%d,"nbf":%d,\
        "exp":%d,"pos":7}"""
            .formatted(ISSUER, NOW, NOW, NOW + 600);
    return member.isEmpty()
        ? text
        : text.replaceFirst("\"" + member + "\":[^,}]+", "\"" + member + "\":" + value);
  }

  private static String good() {
    return claims("", "");
  }

  private static String head(String alg, String kid) {
    return "{\"alg\":\"" + alg + "\",\"typ\":\"hg-admission+jwt\",\"kid\":\"" + kid + "\"}";
  }

  private static String base64(String text) {
    return base64(text.getBytes(UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS256", "ES256", "EdDSA"})
  void everyAlgorithmOfAGatewayIsTakenAndNoOtherUnderTheSameKey(String algorithm) throws Exception {
    Pair pair = Pair.of(algorithm, "k1");
    Pair mine = Pair.of(algorithm, "k1");
    published.add(pair.jwk());
    start(Duration.ofHours(1), Duration.ofHours(1));
    assertInstanceOf(Verdict.Admitted.class, verdict(pair.token(good())));

    Map<String, String> forged = new LinkedHashMap<>();
    forged.put("another key of that id", mine.token(good()));
    for (String alg :
        List.of("RS256", "ES256", "EdDSA", "Ed25519", "HS256", "PS256", "none", "", "rs256")) {
      if (!alg.equals(algorithm)) {
        forged.put("alg " + alg, pair.signed(head(alg, "k1"), good()));
        forged.put(
            "alg " + alg + " unsigned", base64(head(alg, "k1")) + "." + base64(good()) + ".");
      }
    }
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + base64(pair.jwk().toJSONString())
            + "\n-----END PUBLIC KEY-----";
    for (String secret :
        List.of(pair.jwk().toJSONString(), pem, new JWKSet(pair.jwk()).toString(true))) {
      for (String alg : List.of("HS256", algorithm)) {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        String input = base64(head(alg, "k1")) + "." + base64(good());
        forged.put(
            alg + " with " + secret, input + "." + base64(mac.doFinal(input.getBytes(UTF_8))));
      }
    }
    String input = base64(head(algorithm, "k1")) + "." + base64(claims("pos", "8"));
    byte[] signature = pair.sign(input);
    for (int length : new int[] {1, 32, 63, 64, 65, 128, 255, 256, 257}) {
      forged.put("zeros " + length, input + "." + base64(new byte[length]));
      if (length != signature.length) {
        forged.put("cut to " + length, input + "." + base64(Arrays.copyOf(signature, length)));
      }
    }
    for (String more :
        List.of(
            "\"jwk\":" + mine.jwk().toJSONString(),
            "\"jku\":\"http://127.0.0.1:1/\"",
            "\"x5u\":\"http://127.0.0.1:1/\"",
            "\"x5c\":[\"AAAA\"]",
            "\"crit\":[\"b64\"],\"b64\":false",
            "\"kid\":\"k1\"",
            "\"zip\":\"DEF\"")) {
      String head = head(algorithm, "k1").replace("}", "," + more + "}");
      forged.put("with " + more, pair.signed(head, good()));
      forged.put("mine with " + more, mine.signed(head, good()));
    }
    int before = fetches.get();
    forged.forEach(
        (name, token) -> assertInstanceOf(Verdict.Invalid.class, verdict(token), "valid: " + name));
    assertEquals(before, fetches.get(), "no token makes the shop go anywhere");
    assertInstanceOf(Verdict.Admitted.class, verdict(input + "." + base64(signature)));
  }

  @Test
  void aClaimOfAnyOtherKindOrValueIsRefused() throws Exception {
    Pair pair = Pair.of("ES256", "k1");
    published.add(pair.jwk());
    start(Duration.ofHours(1), Duration.ofHours(1));
    Map<String, List<String>> wrong = new LinkedHashMap<>();
    wrong.put(
        "iss", List.of("\"https://other.example\"", "\"" + ISSUER + "/\"", "[]", "1", "null"));
    wrong.put(
        "aud",
        List.of(
            "\"other\"",
            "\"Headgate:derby\"",
            "[]",
            "42",
            "{}",
            "null",
            "[\"a\",\"headgate:derby\"]"));
    List<String> noDates =
        List.of(
            NOW + "000",
            NOW + ".0",
            "1.8e9",
            "\"" + NOW + "\"",
            "-1",
            "-9223372036854775808",
            "9223372036854775808",
            "9223372036854775807",
            "[" + NOW + "]",
            "true",
            "null");
    for (String date : List.of("iat", "nbf", "exp")) {
      List<String> values = new ArrayList<>(noDates);
      values.add(String.valueOf(date.equals("exp") ? NOW + 87_301 : NOW + 3_600));
      wrong.put(date, values);
    }
    wrong.put("sub", List.of("\"\"", "7", "[]", "\"" + "s".repeat(300) + "\""));
    wrong.put("jti", List.of("\"\"", "7", "[]"));
    wrong.forEach(
        (member, values) ->
            values.forEach(
                value ->
                    assertInstanceOf(
                        Verdict.Invalid.class,
                        verdict(pair.token(claims(member, value))),
                        member + " " + value)));
    for (String text : List.of("", "[]", "null", "{", good() + good(), good() + " x")) {
      assertInstanceOf(Verdict.Invalid.class, verdict(pair.token(text)), text);
    }
    for (String twice : List.of("iss", "aud", "exp", "sub")) {
      String text = good().replace("\"pos\":7", "\"" + twice + "\":\"x\"");
      assertInstanceOf(Verdict.Invalid.class, verdict(pair.token(text)), twice + " twice");
    }
    String large = good().replace("\"pos\":7", "\"pos\":\"" + "p".repeat(4_096) + "\"");
    assertInstanceOf(Verdict.Invalid.class, verdict(pair.token(large)));
    assertInstanceOf(
        Verdict.Admitted.class, verdict(pair.token(claims("aud", "[\"headgate:derby\"]"))));
    assertInstanceOf(
        Verdict.WrongEvent.class, verdict(pair.token(claims("aud", "\"headgate:derby \""))));
  }

  @Test
  void tenThousandUnknownKeyIdsCauseOneFetchACooldown() throws Exception {
    Pair pair = Pair.of("RS256", "k1");
    published.add(pair.jwk());
    start(Duration.ofHours(1), Duration.ofHours(1));
    int before = fetches.get();
    String claims = base64(good());
    List<Future<Verdict>> asked = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      String token = base64(head("RS256", "random-" + i)) + "." + claims + ".AAAA";
      asked.add(check().check("derby", List.of(token)));
    }
    for (Future<Verdict> each : asked) {
      assertInstanceOf(Verdict.Invalid.class, each.await());
    }
    assertEquals(1, fetches.get() - before);
  }

  @Test
  void aFloodOfForgedSignaturesRefusesNobodyWhoIsGood() throws Exception {
    Pair pair = Pair.of("RS256", "k1");
    published.add(pair.jwk());
    start(Duration.ofHours(1), Duration.ofHours(1));
    String input = base64(head("RS256", "k1")) + "." + base64(good()) + ".";
    List<Future<Verdict>> forged = new ArrayList<>();
    List<Future<Verdict>> fine = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      byte[] signature = new byte[256];
      signature[255] = (byte) i;
      signature[254] = (byte) (i >> 8);
      forged.add(check().check("derby", List.of(input + base64(signature))));
      if (i % 100 == 0) {
        fine.add(check().check("derby", List.of(pair.token(claims("pos", "" + i)))));
      }
    }
    for (Future<Verdict> each : forged) {
      assertInstanceOf(Verdict.Invalid.class, each.await());
    }
    for (Future<Verdict> each : fine) {
      assertInstanceOf(Verdict.Admitted.class, each.await());
    }
  }

  @Test
  void noGoodTokenIsRefusedWhileKeysRotateAndTheirPublisherFails() throws Exception {
    Pair old = Pair.of("RS256", "k0");
    published.add(old.jwk());
    start(Duration.ofMillis(100), Duration.ofSeconds(1));
    List<String> tokens = new ArrayList<>(List.of(old.token(good())));
    String[] algorithms = {"ES256", "EdDSA", "RS256"};
    for (int round = 1; round <= 3; round++) {
      Pair next = Pair.of(algorithms[round - 1], "k" + round);
      // Published before its first use, as gateways do it.
      published.add(next.jwk());
      int seen = fetches.get();
      await().atMost(Duration.ofSeconds(60)).until(() -> fetches.get() >= seen + 2);
      tokens.add(next.token(good()));
      broken = round == 3;
      for (int i = 0; i < 50; i++) {
        for (String token : tokens) {
          assertInstanceOf(Verdict.Admitted.class, verdict(token));
        }
        String fresh = next.token(claims("pos", "" + i));
        assertInstanceOf(Verdict.Admitted.class, verdict(fresh));
      }
    }
    int failing = fetches.get();
    await().atMost(Duration.ofSeconds(60)).until(() -> fetches.get() >= failing + 2);
    for (String token : tokens) {
      assertInstanceOf(Verdict.Admitted.class, verdict(token));
    }
  }

  @Test
  void aKeyThatIsNoLongerPublishedOpensNothingEvenWithARememberedToken() throws Exception {
    Pair leaked = Pair.of("ES256", "k1");
    Pair next = Pair.of("ES256", "k2");
    published.addAll(List.of(leaked.jwk(), next.jwk()));
    start(Duration.ofMillis(100), Duration.ofSeconds(1));
    String token = leaked.token(good());
    assertInstanceOf(Verdict.Admitted.class, verdict(token));
    assertTrue(published.remove(leaked.jwk()));
    await().atMost(Duration.ofSeconds(60)).until(() -> verdict(token) instanceof Verdict.Invalid);
    assertInstanceOf(Verdict.Admitted.class, verdict(next.token(good())));
  }

  @Test
  void aKeySetMayHoldKeysThatAreNotForThis() throws Exception {
    Pair pair = Pair.of("EdDSA", "k1");
    KeyPairGenerator small = KeyPairGenerator.getInstance("RSA");
    small.initialize(1024);
    KeyPair weak = small.generateKeyPair();
    published.add(new RSAKey.Builder((RSAPublicKey) weak.getPublic()).keyID("weak").build());
    published.add(
        new com.nimbusds.jose.jwk.OctetSequenceKey.Builder(new byte[32]).keyID("oct").build());
    published.add(pair.jwk());
    start(Duration.ofHours(1), Duration.ofHours(1));
    assertInstanceOf(Verdict.Admitted.class, verdict(pair.token(good())));
    Pair of = new Pair("RS256", "weak", published.get(0), weak.getPrivate(), "SHA256withRSA");
    assertInstanceOf(Verdict.Invalid.class, verdict(of.token(good())));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
    String input = base64(head("HS256", "oct")) + "." + base64(good());
    assertInstanceOf(
        Verdict.Invalid.class, verdict(input + "." + base64(mac.doFinal(input.getBytes(UTF_8)))));
  }

  @Test
  void whatCostsMoreTakesMoreOfABudget() {
    VerifyBudget budget = new VerifyBudget(41);
    assertTrue(budget.take(NOW, 20));
    assertTrue(budget.take(NOW, 20));
    assertEquals(false, budget.take(NOW, 20));
    assertTrue(budget.take(NOW, 1));
    assertEquals(false, budget.take(NOW, 1));
    assertTrue(budget.take(NOW + 1, 41));
    assertEquals(false, new VerifyBudget(19).take(NOW, 20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS256", "ES256", "EdDSA"})
  void aFloodWaitsNoLongerThanItsBoundAndNothingOfItIsTakenForGood(String algorithm)
      throws Exception {
    Pair pair = Pair.of(algorithm, "k1");
    published.add(pair.jwk());
    start(Duration.ofHours(1), Duration.ofHours(1));
    String input = base64(head(algorithm, "k1")) + "." + base64(good()) + ".";
    List<Future<Verdict>> forged = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      byte[] signature = new byte[algorithm.equals("RS256") ? 256 : 64];
      signature[31] = (byte) (i | 1);
      signature[30] = (byte) (i >> 7);
      signature[63] = 1;
      forged.add(check().check("derby", List.of(input + base64(signature))));
    }
    long waiting = forged.stream().filter(each -> !each.isComplete()).count();
    assertTrue(waiting <= 4_096, waiting + " wait");
    for (Future<Verdict> each : forged) {
      Verdict verdict = each.await();
      assertTrue(
          verdict instanceof Verdict.Invalid || verdict instanceof Verdict.Busy, verdict + "");
    }
    String fine = pair.token(claims("pos", "7"));
    assertInstanceOf(Verdict.Admitted.class, check().check("derby", List.of(fine)).await());
  }

  @Test
  void aBudgetIsForOneSecondAndNeverGivesMoreThanItHas() {
    VerifyBudget budget = new VerifyBudget(3);
    for (long second : new long[] {NOW, NOW + 1, NOW + 1_000_000, NOW}) {
      for (int i = 0; i < 3; i++) {
        assertTrue(budget.take(second, 1));
      }
      for (int i = 0; i < 10; i++) {
        assertEquals(false, budget.take(second, 1));
      }
    }
  }
}
