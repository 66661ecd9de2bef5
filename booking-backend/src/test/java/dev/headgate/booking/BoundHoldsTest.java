package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.headgate.booking.admission.Prover;
import dev.headgate.booking.config.EventSettings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Holding seats with an admission that is bound to a key. */
class BoundHoldsTest {
  private static final String HOLDS = "/events/derby/holds";

  private final Prover fan = Prover.es256();
  private TestShop shop;

  @BeforeEach
  void open() {
    shop = TestShop.with(EventSettings.generated("derby", "Derby", 400), config -> config);
  }

  @AfterEach
  void close() {
    shop.close();
  }

  private String token(Object confirmation) {
    JsonObject claims = new JsonObject(StandInGateway.claims("derby", "fan"));
    return shop.gateway.signed(
        StandInGateway.header("k1"), claims.put("cnf", confirmation).encode());
  }

  private String bound() {
    return token(new JsonObject().put("jkt", fan.thumbprint()));
  }

  private static String hash(String token) {
    try {
      return StandInGateway.base64(
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  private static String proof(Prover key, String token) {
    long now = Instant.now().getEpochSecond();
    return key.proof(Prover.claims(StandInGateway.ISSUER + HOLDS, now).put("ath", hash(token)));
  }

  private CompletableFuture<HttpResponse<String>> hold(String seat, String... headers) {
    JsonObject wanted = new JsonObject().put("seats", new JsonArray().add(seat));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + shop.port() + HOLDS))
            .headers(headers)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(wanted.encode()))
            .build();
    return shop.client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
  }

  private static String outcome(HttpResponse<String> answer) {
    String type = new JsonObject(answer.body()).getString("type", "");
    return answer.statusCode() + " " + type.replace("urn:headgate:problem:", "");
  }

  @Test
  void theHolderOfTheKeyHoldsASeatWhereverTheTokenIsCarried() throws Exception {
    String token = bound();
    List<String[]> carried =
        List.of(
            new String[] {"Headgate-Admission", token},
            new String[] {"Authorization", "Bearer " + token},
            new String[] {"Authorization", "DPoP " + token});
    for (int i = 0; i < carried.size(); i++) {
      String[] where = carried.get(i);
      HttpResponse<String> held =
          hold("A-" + (3 * i + 1), where[0], where[1], "DPoP", proof(fan, token))
              .get(60, TimeUnit.SECONDS);
      assertEquals(201, held.statusCode(), held.body());
    }
  }

  @Test
  void whoHasTheTokenAloneHoldsNothingAndIsToldWhatIsWanted() throws Exception {
    String token = bound();
    String other = token(new JsonObject().put("jkt", Prover.es256().thumbprint()));
    String used = proof(fan, token);
    assertEquals(201, hold("A-1", "Headgate-Admission", token, "DPoP", used).get().statusCode());
    List<HttpResponse<String>> refused =
        List.of(
            hold("A-5", "Headgate-Admission", token).get(),
            hold("A-5", "Headgate-Admission", token, "DPoP", used).get(),
            hold("A-5", "Headgate-Admission", token, "DPoP", "x").get(),
            hold("A-5", "Headgate-Admission", token, "DPoP", proof(Prover.es256(), token)).get(),
            hold("A-5", "Headgate-Admission", token, "DPoP", proof(fan, other)).get(),
            hold("A-5", "Headgate-Admission", other, "DPoP", proof(fan, other)).get());
    assertEquals("401 proof-required", outcome(refused.get(0)));
    for (int i = 1; i < refused.size(); i++) {
      assertEquals("401 proof-invalid", outcome(refused.get(i)), "attempt " + i);
    }
    for (HttpResponse<String> answer : refused) {
      assertEquals(
          "DPoP error=\"invalid_dpop_proof\", algs=\"ES256 EdDSA RS256\"",
          answer.headers().firstValue("WWW-Authenticate").orElse(""));
      assertFalse(answer.headers().firstValue("Set-Cookie").isPresent());
    }
    assertEquals(hash(token), new JsonObject(refused.get(0).body()).getString("ath"));
    assertEquals(
        201,
        hold("A-5", "Headgate-Admission", token, "DPoP", proof(fan, token)).get().statusCode(),
        "the seat is still free");
  }

  @Test
  void aProofSentAHundredTimesAtOnceHoldsOnce() {
    String token = bound();
    String proof = proof(fan, token);
    List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      calls.add(hold("B-" + (1 + i % 20), "Headgate-Admission", token, "DPoP", proof));
    }
    List<String> outcomes = calls.stream().map(call -> outcome(call.join())).toList();
    assertEquals(1, outcomes.stream().filter("201 "::equals).count(), outcomes::toString);
    assertEquals(99, outcomes.stream().filter("401 proof-invalid"::equals).count());
  }

  @Test
  void aConfirmationThatIsNotUnderstoodIsNotTakenForNone() throws Exception {
    for (Object confirmation :
        List.of(
            new JsonObject(),
            new JsonObject().put("x5t#S256", fan.thumbprint()),
            new JsonObject().put("jkt", fan.thumbprint() + "A"),
            new JsonObject().put("jkt", 7),
            new JsonArray(),
            fan.thumbprint(),
            true)) {
      String token = token(confirmation);
      HttpResponse<String> answer =
          hold("A-1", "Headgate-Admission", token, "DPoP", proof(fan, token)).get();
      assertEquals("401 admission-invalid", outcome(answer), confirmation + "");
    }
  }
}
