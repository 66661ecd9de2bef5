package dev.headgate.booking;

import static dev.headgate.booking.StandInGateway.base64;
import static dev.headgate.booking.StandInGateway.claims;
import static dev.headgate.booking.StandInGateway.header;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.jwk.RSAKey;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The shop's own check of the token, called directly as somebody who skips the queue would. */
class AdmissionTest {
  /** A day and a quarter of an hour, in seconds. */
  private static final long LONGEST = 86_400 + 900;

  private TestShop shop;

  @BeforeEach
  void open() {
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 200),
            config ->
                config
                    .withAdmission(
                        new ShopConfig.Admission(
                            config.admission().jwks(),
                            config.admission().issuer(),
                            Duration.ofSeconds(2),
                            Duration.ofHours(1),
                            1_000))
                    .withHolds(
                        new ShopConfig.Holds(
                            Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofHours(1))));
  }

  @AfterEach
  void close() {
    shop.close();
  }

  private String changed(String member, String value) {
    long now = Instant.now().getEpochSecond();
    JsonObject claims =
        new JsonObject(claims("derby", "fan", String.valueOf(now), String.valueOf(now + 600)));
    return claims.encode().replaceFirst("\"" + member + "\":[^,}]+", "\"" + member + "\":" + value);
  }

  private String good() {
    return shop.token("derby", "fan");
  }

  private static String hmac(String header, String claims, byte[] key) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    String input = base64(header) + "." + base64(claims);
    return input + "." + base64(mac.doFinal(input.getBytes(StandardCharsets.US_ASCII)));
  }

  private Map<String, String> invalidTokens() throws Exception {
    long now = Instant.now().getEpochSecond();
    String fine = claims("derby", "fan");
    Map<String, String> tokens = new LinkedHashMap<>();
    String good = good();
    String[] parts = good.split("\\.", -1);
    tokens.put("not a token", "abc");
    tokens.put("two parts", parts[0] + "." + parts[1]);
    tokens.put("four parts", good + ".x");
    tokens.put("empty signature", parts[0] + "." + parts[1] + ".");
    tokens.put("other claims", parts[0] + "." + base64(claims("derby", "vip")) + "." + parts[2]);
    for (int at : new int[] {0, 10, parts[2].length() / 2, parts[2].length() - 1}) {
      char other = parts[2].charAt(at) == 'A' ? 'B' : 'A';
      String signature = parts[2].substring(0, at) + other + parts[2].substring(at + 1);
      tokens.put("signature changed at " + at, parts[0] + "." + parts[1] + "." + signature);
    }
    for (String alg : List.of("none", "None", "nOnE", "")) {
      String header = header("k1").replace("RS256", alg);
      tokens.put("alg '" + alg + "'", base64(header) + "." + base64(fine) + ".");
      tokens.put("alg '" + alg + "' signed", shop.gateway.signed(header, fine));
    }
    tokens.put(
        "no alg", shop.gateway.signed("{\"typ\":\"hg-admission+jwt\",\"kid\":\"k1\"}", fine));
    String confused = header("k1").replace("RS256", "HS256");
    tokens.put(
        "HS256 by the public key",
        hmac(confused, fine, shop.gateway.key().toRSAPublicKey().getEncoded()));
    tokens.put(
        "HS256 by the published text",
        hmac(
            confused,
            fine,
            shop.gateway.key().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8)));
    tokens.put(
        "expired",
        shop.gateway.signed(
            header("k1"),
            claims("derby", "fan", String.valueOf(now - 700), String.valueOf(now - 20))));
    tokens.put(
        "not yet",
        shop.gateway.signed(
            header("k1"),
            claims("derby", "fan", String.valueOf(now + 3_000), String.valueOf(now + 3_600))));
    tokens.put(
        "longer than any session",
        shop.gateway.signed(
            header("k1"),
            claims("derby", "fan", String.valueOf(now), String.valueOf(now + LONGEST + 1))));
    tokens.put(
        "another issuer", shop.gateway.signed(header("k1"), fine.replace("tickets", "fake")));
    tokens.put(
        "another kind", shop.gateway.signed(header("k1").replace("hg-admission+", ""), fine));
    for (String date :
        List.of(
            now + 600 + "000",
            now + 600 + ".0",
            "1e12",
            "\"" + (now + 600) + "\"",
            "null",
            "-1",
            "99999999999999999999",
            "[1]")) {
      tokens.put("exp " + date, shop.gateway.signed(header("k1"), changed("exp", date)));
    }
    for (String member : List.of("iss", "sub", "jti", "iat", "nbf", "exp", "aud")) {
      JsonObject less = new JsonObject(fine);
      Object unused = less.remove(member);
      tokens.put("without " + member, shop.gateway.signed(header("k1"), less.encode()));
    }
    tokens.put(
        "exp twice",
        shop.gateway.signed(header("k1"), fine.replace("\"pos\":7", "\"exp\":" + (now + 9_000))));
    tokens.putAll(injections(fine));
    return tokens;
  }

  private Map<String, String> injections(String fine) {
    Map<String, String> tokens = new LinkedHashMap<>();
    for (String kid :
        List.of(
            "../../dev/null", "' OR 1=1--", "k".repeat(65), "k".repeat(3_000), "K1", "k1 ", "")) {
      tokens.put("kid " + kid, shop.gateway.signed(header(kid), fine));
    }
    for (String kid : List.of("1", "[\"k1\"]", "{}", "null", "\"k1\",\"kid\":\"k1\"")) {
      tokens.put(
          "kid " + kid,
          shop.gateway.signed(
              "{\"alg\":\"RS256\",\"typ\":\"hg-admission+jwt\",\"kid\":" + kid + "}", fine));
    }
    RSAKey mine = StandInGateway.newKey("k1");
    for (String more :
        List.of(
            "\"jwk\":" + mine.toPublicJWK().toJSONString(),
            "\"jku\":\"" + shop.gateway.jwks() + "\"",
            "\"x5u\":\"http://127.0.0.1:1/\"",
            "\"x5c\":[\"AAAA\"]",
            "\"crit\":[\"b64\"],\"b64\":false",
            "\"zip\":\"DEF\"")) {
      String header = header("k1").replace("}", "," + more + "}");
      tokens.put("with " + more, StandInGateway.signed(header, fine, mine));
      tokens.put("rightly signed with " + more, shop.gateway.signed(header, fine));
    }
    tokens.put("signed by another key of that id", StandInGateway.signed(header("k1"), fine, mine));
    return tokens;
  }

  @Test
  void nothingButAGoodTokenOpensTheShopAndNoRefusedOneReachesTheDatabase() throws Exception {
    // The first request reads the event's plan; it is not what this is about.
    assertEquals(200, shop.get("/events/derby/seats", good()).statusCode());
    Map<String, String> tokens = invalidTokens();
    String foreign = shop.token("cup", "fan");
    int fetches = shop.gateway.fetches();
    long started = System.nanoTime();
    long before = shop.statements();

    tokens.forEach(
        (name, token) -> {
          HttpResponse<String> answer = shop.hold("derby", token, "A-1");
          assertEquals(401, answer.statusCode(), name);
          assertEquals("admission-invalid", TestShop.code(answer), name);
          assertEquals(
              "Bearer error=\"invalid_token\"",
              answer.headers().firstValue("WWW-Authenticate").orElse(""),
              name);
        });
    HttpResponse<String> none =
        shop.send(
            HttpRequest.newBuilder(shop.at("/events/derby/holds"))
                .POST(BodyPublishers.ofString("{\"seats\":[\"A-1\"]}"))
                .build());
    assertEquals(401, none.statusCode());
    assertEquals("admission-required", TestShop.code(none));
    assertEquals("/queue/derby", TestShop.json(none).getString("queue"));
    HttpResponse<String> wrong = shop.hold("derby", foreign, "A-1");
    assertEquals(403, wrong.statusCode());
    assertEquals("wrong-event", TestShop.code(wrong));

    assertEquals(before, shop.statements(), "statements run for refused requests");
    assertTrue(
        shop.gateway.fetches() - fetches <= mostFetches(started),
        "no token makes the shop fetch at will");
    assertEquals(201, shop.hold("derby", good(), "A-1").statusCode());
    assertTrue(shop.statements() > before, "the count above does count");
  }

  /** One at once, and one more whenever two seconds have passed. */
  private static long mostFetches(long startedNanos) {
    return 1 + Duration.ofNanos(System.nanoTime() - startedNanos).toSeconds() / 2;
  }

  @Test
  void theHeaderComesFirstAndABearerWillDo() {
    String body = "{\"seats\":[\"A-1\"]}";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(shop.at("/events/derby/holds")).POST(BodyPublishers.ofString(body));
    HttpResponse<String> bearer =
        shop.send(request.copy().header("Authorization", "Bearer " + good()).build());
    assertEquals(201, bearer.statusCode());
    HttpResponse<String> both =
        shop.send(
            request
                .copy()
                .header("Headgate-Admission", good())
                .header("Authorization", "Bearer of-the-shop")
                .build());
    assertEquals(409, both.statusCode());
    HttpResponse<String> basic =
        shop.send(request.copy().header("Authorization", "Basic abc").build());
    assertEquals("admission-required", TestShop.code(basic));
  }

  @Test
  void aTokenIsGoodForTenSecondsOfLeewayOnBothSides() {
    // Of any number of tries one is in time.
    await().until(() -> statusOf(-600, -3) == 200);
    await().until(() -> statusOf(5, 600) == 200);
  }

  @Test
  void theLongestSessionWithItsLongestExtensionIsGoodToTheEnd() {
    assertEquals(200, statusOf(0, LONGEST));
    await().until(() -> statusOf(5 - LONGEST, 5) == 200);
  }

  /** What the map says to a token that is good from and until so many seconds from now. */
  private int statusOf(long from, long until) {
    long now = Instant.now().getEpochSecond();
    String claims = claims("derby", "fan", String.valueOf(now + from), String.valueOf(now + until));
    return shop.get("/events/derby/seats", shop.gateway.signed(header("k1"), claims)).statusCode();
  }

  @Test
  void aRotatedKeyIsLearnedAndTheOldOneGoesOnWorking() {
    String old = good();
    assertEquals(200, shop.get("/events/derby/seats", old).statusCode());
    RSAKey next = StandInGateway.newKey("k2");
    shop.gateway.publish(next);
    String fresh = StandInGateway.signed(header("k2"), claims("derby", "fan"), next);
    await().until(() -> shop.get("/events/derby/seats", fresh).statusCode() == 200);
    assertEquals(200, shop.get("/events/derby/seats", old).statusCode());
  }

  @Test
  void unknownKeyIdsCauseOneFetchACooldownAndAFailedFetchLosesNothing() {
    int before = shop.gateway.fetches();
    long started = System.nanoTime();
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String token = shop.gateway.signed(header("random" + i), claims("derby", "fan"));
      asked.add(shop.holdLater("derby", token, "A-1"));
    }
    asked.forEach(answer -> assertEquals(401, answer.join().statusCode()));
    int fetched = shop.gateway.fetches() - before;
    assertTrue(fetched >= 1 && fetched <= mostFetches(started), fetched + " fetches");

    shop.gateway.breakDown();
    await()
        .until(
            () -> {
              String token = shop.gateway.signed(header("later"), claims("derby", "fan"));
              assertEquals(401, shop.hold("derby", token, "A-1").statusCode());
              return shop.gateway.fetches() - before > fetched;
            });
    assertEquals(200, shop.get("/events/derby/seats", good()).statusCode());
  }

  @Test
  void noRefusalRepeatsTheTokenOrSaysWhatIsWrongWithIt() {
    String token = shop.token("cup", "somebody");
    HttpResponse<String> wrong = shop.hold("derby", token, "A-1");
    assertFalse(wrong.body().contains(token.substring(0, 20)));
    HttpResponse<String> expired =
        shop.hold("derby", shop.gateway.signed(header("k1"), changed("exp", "5")), "A-1");
    HttpResponse<String> forged = shop.hold("derby", "a.b.c", "A-1");
    assertEquals(forged.body(), expired.body());
  }
}
