package dev.headgate.gateway.operator;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.access.AccessRules;
import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.config.Role;
import io.vertx.core.WorkerExecutor;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tokens that people have chosen, and what guessing at them comes to. */
class GuessingTest extends OperatorHttp {
  /** Of the reference implementation's own tests: "password", salted with "somesalt". */
  private static final String ARGON2ID =
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

  /** Of jBCrypt's own tests: "abc". */
  private static final String BCRYPT =
      "$2a$10$WvvTPHKwdBJ3uk0Z37EMR.hLA2W6N9AEBhEgrAOljy2Ae5MtaSIUi";

  @Override
  AccessRules rules() {
    AccessRules usual = super.rules();
    List<OperatorToken> tokens = new ArrayList<>(usual.tokens());
    tokens.add(new OperatorToken("arthur", Role.OPERATOR, ARGON2ID));
    tokens.add(new OperatorToken("bea", Role.VIEWER, BCRYPT));
    return new AccessRules(tokens, List.of("127.0.0.1"), null, usual.sessions(), null);
  }

  private HttpRequest.Builder from(String address, String token) {
    return request("/api/events", token).header("X-Forwarded-For", address);
  }

  private int status(String address, String token) throws Exception {
    return exchange(from(address, token).build()).statusCode();
  }

  private void guess(String address, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      assertEquals(401, status(address, "bea.guess " + address + i), address);
    }
  }

  @Test
  void tokensAreKnownByTheirArgon2idAndBcryptHashes() throws Exception {
    assertEquals(200, status("192.0.2.1", "password"));
    assertEquals(200, status("192.0.2.1", "abc"));
    for (String wrong : List.of("Password", "password1", "abcd", "ab", ARGON2ID, BCRYPT)) {
      assertEquals(401, status("192.0.2.1", wrong), wrong);
    }
    assertProblem(403, "forbidden", send("POST", "/api/events/derby/pause", "abc", "{}"));
    assertEquals(200, send("POST", "/api/events/derby/pause", "password", "{}").statusCode());
  }

  @Test
  void bcryptSeesNoMoreThan72BytesSoWhatIsLongerIsNobodys() throws Exception {
    assertEquals(401, status("192.0.2.1", "bea." + "x".repeat(100)));
    assertEquals(401, status("192.0.2.1", "x".repeat(2_000)));
    assertEquals(401, status("192.0.2.1", "abc\u00e9"));
  }

  @Test
  void whoGuessesIsToldToWaitTwiceAsLongEachTime() throws Exception {
    guess("192.0.2.1", 11);
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      HttpResponse<String> locked = exchange(from("192.0.2.1", "bea.more").build());
      assertProblem(429, "locked-out", locked);
      long seconds = locked.headers().firstValueAsLong("Retry-After").orElseThrow();
      waits.add(seconds);
      clock.forward(Duration.ofSeconds(seconds));
      assertEquals(401, status("192.0.2.1", "bea.again" + i));
    }
    assertEquals(List.of(2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 512L, 900L, 900L), waits);
  }

  @Test
  void notEvenTheRightTokenIsLookedAtFromThereUntilTheTimeIsOver() throws Exception {
    guess("192.0.2.1", 11);
    for (String right : List.of("password", "abc", ADMIN)) {
      assertEquals(429, status("192.0.2.1", right), right);
    }
    HttpRequest signIn =
        request("/session", null)
            .header("X-Forwarded-For", "192.0.2.1")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"token\":\"" + ADMIN + "\"}"))
            .build();
    assertProblem(429, "locked-out", exchange(signIn));
    clock.forward(Duration.ofSeconds(2));
    assertEquals(201, exchange(signIn).statusCode());
    assertEquals(200, status("192.0.2.1", "password"));
    assertEquals(401, status("192.0.2.1", "bea.wrong again"));
    assertEquals(429, status("192.0.2.1", "bea.wrong again"), "nothing was forgotten");
    clock.forward(Duration.ofMinutes(61));
    guess("192.0.2.1", 10);
  }

  @Test
  void othersAndThoseAlreadyKnownGoOn() throws Exception {
    String cookie = cookie(signIn(OPERATOR));
    assertEquals(200, status("192.0.2.1", "password"));
    assertEquals(200, status("192.0.2.1", VIEWER));
    guess("192.0.2.1", 11);
    assertEquals(200, status("192.0.2.1", "password"), "known, whoever else is there");
    assertEquals(200, status("192.0.2.1", VIEWER));
    assertEquals(200, status("192.0.2.2", ADMIN), "from elsewhere");
    HttpRequest.Builder session =
        request("/api/events", null)
            .header("X-Forwarded-For", "192.0.2.1")
            .header("Cookie", cookie);
    assertEquals(200, exchange(session.build()).statusCode());
  }

  @Test
  void aTokenThatWasRightIsNoGuessOnceItIsTakenAwayAndIsRightAgainWhenItIsBack() throws Exception {
    assertEquals(200, status("192.0.2.1", "password"));
    AccessRules usual = rules();
    access.reconfigure(
        new AccessRules(
            usual.tokens().stream().filter(token -> !token.name().equals("arthur")).toList(),
            usual.trustedProxies(),
            null,
            usual.sessions(),
            null));
    for (int i = 0; i < 15; i++) {
      assertEquals(401, status("192.0.2.1", "password"));
    }
    assertEquals(200, status("192.0.2.1", "abc"), "nobody is locked out by it");
    access.reconfigure(rules());
    guess("192.0.2.1", 11);
    assertEquals(200, status("192.0.2.1", "password"), "it was right once, and is again");
    assertEquals(429, status("192.0.2.1", VIEWER), "never used, so it may be a guess");
  }

  @Test
  void ofIpv6ANetworkIsOneAndAddressesMappedIntoItAreTheirOwn() throws Exception {
    for (int i = 0; i < 11; i++) {
      assertEquals(401, status("2001:db8:0:1::" + i, "bea.guess" + i));
    }
    assertEquals(429, status("2001:db8:0:1:ffff:ffff:ffff:ffff", "abc"));
    assertEquals(200, status("2001:db8:0:2::1", "abc"));
    guess("::ffff:192.0.2.7", 11);
    assertEquals(429, status("192.0.2.7", "bea.x"));
    assertEquals(401, status("::ffff:192.0.2.8", "bea.y"));
  }

  @Test
  void whatAnUntrustedClientSaysOfItsAddressCountsForNothing() throws Exception {
    guess("198.51.100.9, 192.0.2.1", 11);
    assertEquals(429, status("198.51.100.10, 192.0.2.1", "abc"));
    assertEquals(200, status("192.0.2.1, 198.51.100.11", "abc"));
  }

  @Test
  void aNameThatIsGuessedAtFromEverywhereWaitsAMinuteAtMost() throws Exception {
    for (int i = 0; i < 31; i++) {
      assertEquals(401, status("192.0.2." + i, "bea.guess" + i));
    }
    assertEquals(429, status("192.0.2.99", "bea.again"));
    assertEquals(200, status("192.0.2.99", ADMIN), "others are not held up by it");
    for (int i = 0; i < 10; i++) {
      clock.forward(Duration.ofMinutes(1));
      assertEquals(401, status("198.51.100." + i, "bea.later" + i));
    }
  }

  @Test
  void ofManyGuessesAtOnceNoMoreAreLookedAtThanOfManyInARow() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      HttpRequest guess = from("192.0.2.1", "bea.guess" + i).build();
      all.add(client.sendAsync(guess, BodyHandlers.ofString()));
    }
    Map<Integer, Integer> statuses = new TreeMap<>();
    for (CompletableFuture<HttpResponse<String>> one : all) {
      statuses.merge(one.get(60, TimeUnit.SECONDS).statusCode(), 1, Integer::sum);
    }
    assertEquals(Map.of(401, 11, 429, 49), statuses);
  }

  @Test
  void aFloodOfWrongTokensFromEverywhereHoldsUpNobodyWhoIsKnown() throws Exception {
    assertEquals(200, status("198.51.100.1", "password"));
    CountDownLatch hashesGoOn = new CountDownLatch(1);
    holdUpTheHashes(hashesGoOn);
    List<CompletableFuture<HttpResponse<String>>> flood = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      HttpRequest guess =
          from("203.0.113." + i, "guess" + i).timeout(Duration.ofMinutes(3)).build();
      flood.add(client.sendAsync(guess, BodyHandlers.ofString()));
    }
    await().until(() -> flood.stream().filter(CompletableFuture::isDone).count() == 184);
    assertEquals(200, status("198.51.100.1", "password"));
    assertEquals(200, send("GET", "/healthz", null).statusCode());
    hashesGoOn.countDown();
    Map<Integer, Integer> statuses = new TreeMap<>();
    for (CompletableFuture<HttpResponse<String>> one : flood) {
      statuses.merge(one.get(180, TimeUnit.SECONDS).statusCode(), 1, Integer::sum);
    }
    assertEquals(Map.of(401, 16, 429, 184), statuses, "no more than a few wait for their hash");
  }

  /** Keeps both workers that compute hashes busy. */
  private void holdUpTheHashes(CountDownLatch until) {
    WorkerExecutor workers = vertx.createSharedWorkerExecutor("headgate-operators", 2);
    for (int i = 0; i < 2; i++) {
      workers.executeBlocking(() -> until.await(10, TimeUnit.MINUTES), false).onFailure(gone -> {});
    }
  }

  @Test
  void refusalsAreCountedByReason() throws Exception {
    guess("192.0.2.1", 11);
    assertEquals(429, status("192.0.2.1", "abc"));
    String metrics = send("GET", "/metrics", null).body();
    for (String line :
        List.of(
            "headgate_operator_refusals_total{reason=\"token-invalid\"} 11.0",
            "headgate_operator_refusals_total{reason=\"locked-out\"} 1.0")) {
      assertTrue(metrics.contains(line + "\n"), () -> line + " is not in " + metrics);
    }
  }
}
