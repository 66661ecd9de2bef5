package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.testing.Solver;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  private static GatewayPair gateways;

  @BeforeAll
  static void start() throws IOException {
    gateways =
        new GatewayPair(
            folder,
            """
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
                .formatted(BITS));
  }

  @AfterAll
  static void stop() {
    gateways.close();
  }

  private static RawClient.Reply challenge(int gateway, String event) throws IOException {
    return RawClient.exchange(
        gateways.port(gateway), RawClient.request("GET", "/queue/" + event + "/challenge"));
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
    return RawClient.exchange(gateways.port(gateway), head + text);
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
    RawClient.Reply reply = RawClient.exchange(gateways.operatorPort(0), request + body);
    assertEquals(200, reply.status(), reply::body);
  }
}
