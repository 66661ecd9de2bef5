package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.quickstart.Calls.Answer;
import dev.headgate.quickstart.CrowdTally.Count;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whoever joins through code of ours solves a challenge where one is asked for. */
@Tag("soak")
class ChallengeCrowdIT {
  private static final int FANS = 40;

  /** The last of a crowd come four minutes after the start that they expect. */
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private final Calls calls = new Calls();

  @Test
  void theSimulatedCrowdSolvesWhatIsAskedAndEachSolutionIsOnePlace() {
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "3600")) {
      askFor(new JsonObject().put("difficulty", 12), demo);
      URI places = demo.fans().resolve("/queue/derby/places");
      assertEquals("challenge-required", calls.send("POST", places, "{}").code());
      DemoAddresses addresses =
          new DemoAddresses("derby", demo.fans(), demo.operators(), demo.fans(), 1);
      SimulatedCrowd.Plan plan = new SimulatedCrowd.Plan(FANS, Duration.ofSeconds(5), 1, 6);
      try (SimulatedCrowd crowd = SimulatedCrowd.start(addresses, plan, line -> {})) {
        await().atMost(PATIENCE).until(() -> crowd.tally().of(Count.JOINED) == FANS);
        assertEquals(0, crowd.tally().of(Count.ERRORS));
      }
      String metrics = calls.get(demo.operators().resolve("/metrics")).body();
      assertEquals(FANS + ".0", valueOf("headgate_solutions_total{outcome=\"solved\"}", metrics));
    }
  }

  private void askFor(JsonObject challenge, DemoProcess demo) {
    URI event = demo.operators().resolve("/api/events/derby");
    String token = "Bearer " + demo.operatorToken();
    JsonObject settings = calls.get(event, "Authorization", token).json().getJsonObject("settings");
    String body = settings.put("challenge", challenge).encode();
    Answer done = calls.send("PUT", event, body, "Authorization", token, "If-Match", "*");
    assertEquals(200, done.status(), done::toString);
  }

  private static String valueOf(String series, String metrics) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .map(line -> line.substring(series.length() + 1))
        .findFirst()
        .orElse("not there");
  }
}
