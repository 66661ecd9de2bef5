package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.Gateway;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.testing.Solver;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One solution sent to two gateways at once, over HTTP, and the switch that is thrown at one. */
class ChallengeRaceTest {
  private static final String OPERATOR = "Authorization: Bearer " + Mint.OPERATOR;
  private static final int BITS = 10;

  @TempDir static Path folder = Path.of(".");

  private static final EmbeddedRedis REDIS = EmbeddedRedis.start();
  private static final List<Gateway> GATEWAYS = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    for (int i = 0; i < 2; i++) {
      GATEWAYS.add(gateway(i));
    }
  }

  private static Gateway gateway(int number) throws IOException {
    Path file = folder.resolve("gateway-" + number + ".yaml");
    Files.writeString(
        file,
        """
          publicOrigin: "%s"
          host: 127.0.0.1
          port: 0
          operatorPort: 0
          redis: "%s"
          keys: keys
          state: state-%d
          createMissingKeys: true
          eventLoops: 2
          operatorTokens: [{name: ann, role: admin, sha256: %s}]
          upstreams: {shop: {url: "http://127.0.0.1:1"}}
          events:
            derby:
              title: Derby
              start: 2126-12-01T10:00:00Z
              dials: {newUsersPerMinute: 60, totalActiveUsers: 9}
              challenge: {difficulty: %d}
            final:
              title: Final
              start: 2126-12-01T10:00:00Z
              dials: {newUsersPerMinute: 60, totalActiveUsers: 9}
          """
            .formatted(Site.ORIGIN, REDIS.uri(), number, Mint.OPERATOR_SHA256, BITS));
    return Site.await(Gateway.start(GatewayConfig.load(file, Map.of())));
  }

  @AfterAll
  static void stop() {
    GATEWAYS.forEach(gateway -> gateway.stop().await());
    REDIS.close();
  }

  private static RawClient.Reply challenge(int gateway, String event) throws IOException {
    return RawClient.exchange(
        GATEWAYS.get(gateway).port(), RawClient.request("GET", "/queue/" + event + "/challenge"));
  }

  private static RawClient.Reply join(int gateway, String event, JsonObject body)
      throws IOException {
    String text = body.encode();
    String head =
        RawClient.request(
            "POST",
            "/queue/" + event + "/places",
            "Content-Type: application/json",
            "Content-Length: " + text.length());
    return RawClient.exchange(GATEWAYS.get(gateway).port(), head + text);
  }

  @Test
  void ofAHundredJoinsWithOneSolutionAtTwoGatewaysOneHasAPlace() throws Exception {
    RawClient.Reply asked = challenge(0, "derby");
    assertEquals(200, asked.status(), asked::body);
    String prefix = new JsonObject(asked.body()).getString("prefix");
    JsonObject body = new JsonObject().put("challenge", Solver.solve(prefix, BITS));
    List<Callable<RawClient.Reply>> joins = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int gateway = i % 2;
      joins.add(() -> join(gateway, "derby", body));
    }
    ExecutorService fans = Executors.newFixedThreadPool(20);
    int places = 0;
    try {
      for (Future<RawClient.Reply> each : fans.invokeAll(joins)) {
        RawClient.Reply reply = each.get();
        if (reply.status() == 201) {
          places++;
        } else {
          assertEquals(403, reply.status(), reply::body);
          assertEquals("challenge-required", reply.problem());
          assertEquals("used", new JsonObject(reply.body()).getString("reason"));
        }
      }
    } finally {
      fans.shutdownNow();
    }
    assertEquals(1, places);
  }

  @Test
  void whatAnOperatorSwitchesOnHoldsAtBothGateways() throws IOException {
    assertEquals(204, challenge(0, "final").status());
    assertEquals(204, challenge(1, "final").status());
    assertEquals(201, join(1, "final", new JsonObject()).status());
    set("{}");
    for (int gateway = 0; gateway < 2; gateway++) {
      RawClient.Reply refused = join(gateway, "final", new JsonObject());
      assertEquals("challenge-required", refused.problem(), refused::body);
    }
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> challenge(1, "final").status() == 200);
    assertEquals(16, new JsonObject(challenge(1, "final").body()).getInteger("difficulty"));
    set("null");
    for (int gateway = 0; gateway < 2; gateway++) {
      int at = gateway;
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> join(at, "final", new JsonObject()).status() == 201);
    }
  }

  /** Replaces the settings by the API of the first gateway. */
  private static void set(String challenge) throws IOException {
    String body =
        "{\"title\":\"Final\",\"start\":\"2126-12-01T10:00:00Z\",\"dials\":"
            + "{\"newUsersPerMinute\":60,\"totalActiveUsers\":9},\"challenge\":"
            + challenge
            + "}";
    String request =
        RawClient.request(
            "PUT",
            "/api/events/final",
            OPERATOR,
            "If-Match: *",
            "Content-Type: application/json",
            "Content-Length: " + body.length());
    RawClient.Reply reply = RawClient.exchange(GATEWAYS.get(0).operatorPort(), request + body);
    assertEquals(200, reply.status(), reply::body);
  }
}
