package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

/**
 * One fan who really queued, and was let in.
 *
 * @param ticket the place ticket
 * @param token the admission token
 */
record Guest(String event, String ticket, String token) {
  private static final Set<Integer> ADMITTED = Set.of(200, 201);

  /** Joins at this gateway, waits for the turn and takes it. */
  static Guest queued(Calls calls, URI gateway, String event) {
    URI places = gateway.resolve("/queue/" + event + "/places");
    String ticket = calls.send("POST", places, "{}").json().getString("ticket");
    JsonObject admission = new JsonObject();
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(1_100)) // A place is asked for once a second at most.
        .pollDelay(Duration.ZERO)
        .until(
            () -> {
              Calls.Answer answer =
                  calls.send(
                      "POST",
                      gateway.resolve("/queue/" + event + "/admissions"),
                      "",
                      "Headgate-Place",
                      ticket);
              JsonObject unused = admission.mergeIn(answer.json());
              return ADMITTED.contains(answer.status());
            });
    return new Guest(event, ticket, admission.getString("token"));
  }
}
