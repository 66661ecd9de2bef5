package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dry run goes by the rules of the real one, and nothing comes of it. */
class DryRunTest extends OperatorHttp {
  private static final String DERBY = "/api/events/derby";
  private static final String CUP = "/api/events/cup";

  /** Every other request of a test is a real one only where it says so. */
  private boolean changes;

  @AfterEach
  void nothingWasChangedAndNothingNoted() throws Exception {
    if (!changes) {
      assertEquals("Derby", events.now("derby").settings().title());
      assertEquals(1, events.now("derby").version());
      assertProblem(404, "unknown-event", send("GET", CUP, VIEWER));
      assertEquals(List.of(), audit());
      JsonObject trail = new JsonObject(send("GET", DERBY + "/audit", VIEWER).body());
      assertTrue(trail.getJsonArray("entries").isEmpty(), trail::encode);
    }
  }

  @Test
  void itAnswersWhatWouldBeSavedWithDefaultsFilledIn() throws Exception {
    HttpResponse<String> made = dry(CUP, SETTINGS, null);
    assertEquals(200, made.statusCode(), made.body());
    JsonObject would = new JsonObject(made.body());
    EventSettings settings = EventSettings.fromJson(new JsonObject(SETTINGS));
    assertEquals(settings.toJson(), would.getJsonObject("settings"));
    assertTrue(would.getBoolean("creates"));
    assertEquals(null, would.getInteger("version"));
    JsonObject replaced = new JsonObject(dry(DERBY, SETTINGS, "\"1\"").body());
    assertEquals(settings.toJson(), replaced.getJsonObject("settings"));
    assertFalse(replaced.getBoolean("creates"));
    assertEquals(1, replaced.getInteger("version"));
  }

  @Test
  void whatItAnswersIsWhatIsThenSaved() throws Exception {
    String zoned = SETTINGS.replace("10:00:00Z", "11:00:00[Europe/Berlin]");
    JsonObject would = new JsonObject(dry(CUP, zoned, null).body());
    changes = true;
    HttpResponse<String> created = send("PUT", CUP + "?dryRun=false", ADMIN, zoned);
    assertEquals(201, created.statusCode());
    assertEquals(would.getJsonObject("settings"), settings(created));
  }

  @Test
  void warningsAreThoseThatTheEventWouldHave() throws Exception {
    String full = SETTINGS.replace("5000", "50");
    JsonObject would = new JsonObject(dry(CUP, full, null).body());
    assertEquals(1, would.getJsonArray("warnings").size(), would::encode);
    String unbound = new JsonObject(full).put("mode", "passthrough").encode();
    assertTrue(new JsonObject(dry(CUP, unbound, null).body()).getJsonArray("warnings").isEmpty());
  }

  @Test
  void thatAnEventWhichHasEndedWouldBeOpenAgainIsWarnedOf() throws Exception {
    JsonObject open = new JsonObject(dry(DERBY, SETTINGS, "\"1\"").body());
    assertTrue(open.getJsonArray("warnings").isEmpty(), open::encode);
    changes = true;
    assertEquals(200, send("POST", DERBY + "/close", OPERATOR, "{}").statusCode());
    JsonObject closed = new JsonObject(dry(DERBY, SETTINGS, "\"2\"").body());
    assertEquals(
        List.of("The event has ended. Saved, these settings open it again."),
        closed.getJsonArray("warnings").getList());
  }

  @Test
  void allThatIsWrongIsNamedAtOnceTheThemeIncluded() throws Exception {
    String wrong =
        """
        {"title":"","start":"soon","dials":{"newUsersPerMinute":-1},"theme":"none","x":1}\
        """;
    HttpResponse<String> refused = dry(CUP, wrong, null);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(
        Set.of("title", "start", "dials.newUsersPerMinute", "dials.totalActiveUsers", "theme", "x"),
        fields(refused));
    assertEquals(fields(refused), fields(send("PUT", CUP, ADMIN, wrong)));
    Set<String> all = fields(dry("/api/events/-", wrong, null));
    assertTrue(all.remove("event") && all.equals(fields(refused)), all::toString);
  }

  @Test
  void whereThereIsNoDryRunAskingForOneChangesNothing() throws Exception {
    int tried = 0;
    for (DocumentedOperation operation : DocumentedOperation.in(served())) {
      boolean changes = operation.isOperators() && operation.takesToken() && !operation.reads();
      if (changes && !operation.toString().equals("PUT /api/events/{event}")) {
        tried++;
        String body =
            DocumentedAnswersTest.BODIES
                .getOrDefault(operation.toString(), "{}")
                .replace("EVENT", "derby");
        for (String query : List.of("dryRun=true", "dryrun=true", "dryRun", "lang=de&dryRun=1")) {
          HttpResponse<String> refused =
              send(operation.verb(), operation.address("derby") + "?" + query, ADMIN, body);
          assertProblem(400, "invalid-settings", refused);
          assertEquals(Set.of("query"), fields(refused), operation::toString);
        }
      }
    }
    assertTrue(tried >= 10, tried + " operations");
  }

  @Test
  void itIsRefusedForWhateverTheRealOneIsRefusedFor() throws Exception {
    assertProblem(428, "precondition-required", dry(DERBY, SETTINGS, null));
    assertProblem(412, "stale-version", dry(DERBY, SETTINGS, "\"7\""));
    assertProblem(412, "stale-version", dry(CUP, SETTINGS, "\"1\""));
    assertProblem(400, "bad-request", dry(DERBY, SETTINGS, "1"));
    assertProblem(400, "invalid-settings", dry("/api/events/NO", SETTINGS, null));
    String bound = new JsonObject(SETTINGS).put("dpop", "required").encode();
    assertProblem(409, "dpop-in-use", dry(DERBY, bound, "*"));
    assertProblem(403, "forbidden", send("PUT", CUP + "?dryRun=true", OPERATOR, SETTINGS));
    assertProblem(401, "token-required", send("PUT", CUP + "?dryRun=true", null, SETTINGS));
    events.put(events.now("derby").drawn(800));
    String moved = SETTINGS.replace("10:00:00Z", "11:00:00Z");
    assertProblem(409, "already-drawn", dry(DERBY, moved, "\"1\""));
  }

  @Test
  void aNewerVersionThanIsKnownHereIsWaitedForAsByTheRealOne() throws Exception {
    events.lag(3);
    changes = true;
    assertEquals("\"2\"", etag(put(DERBY, SETTINGS, "\"1\"")));
    HttpResponse<String> would = dry(DERBY, SETTINGS, "\"2\"");
    assertEquals(200, would.statusCode(), would.body());
    assertEquals(2, events.now("derby").version());
  }

  @Test
  void nothingIsPromisedWhileTheStoreIsAway() throws Exception {
    changes = true; // Nothing can be read any more.
    events.goAway();
    assertProblem(503, "restoring", dry(DERBY, SETTINGS, "\"1\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dryRun=",
        "dryRun",
        "dryRun=yes",
        "dryRun=TRUE",
        "dryRun=1",
        "dryRun=true%20",
        "dryRun=true&dryRun=true",
        "dryRun=false&dryRun=true",
        "dryrun=true",
        "dry-run=true",
        "dryRun=true&x=1",
        "limit=1",
        "dryRun%5B%5D=true"
      })
  void aQueryThatIsNotUnderstoodChangesNothing(String query) throws Exception {
    assertProblem(400, "invalid-settings", send("PUT", CUP + "?" + query, ADMIN, SETTINGS));
  }

  private HttpResponse<String> dry(String path, String body, @Nullable String ifMatch)
      throws Exception {
    HttpRequest.Builder put =
        request(path + "?dryRun=true", ADMIN)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body));
    return exchange((ifMatch == null ? put : put.header("If-Match", ifMatch)).build());
  }
}
