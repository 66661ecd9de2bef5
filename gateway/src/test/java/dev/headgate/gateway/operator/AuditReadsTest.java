package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditReadsTest extends OperatorHttp {
  private static final String AUDIT = "/api/events/derby/audit";
  private static final String PAUSE = "/api/events/derby/pause";

  @Test
  void everyKindOfChangeIsInTheTrailWithWhoAndFromWhatToWhat() throws Exception {
    change("PATCH", "/api/events/derby/dials", "{\"newUsersPerMinute\":1200}");
    change("POST", PAUSE, "{\"reason\":\"Payment is slow\"}");
    change("POST", "/api/events/derby/resume", "{}");
    change("PUT", "/api/events/derby/message", "{\"text\":\"Hello\"}");
    change("DELETE", "/api/events/derby/message?why=said", null);
    change("POST", "/api/events/derby/close", "{}");
    assertEquals(200, put("/api/events/derby", SETTINGS, "*").statusCode());
    change("POST", "/api/events/derby/reset", "{\"confirm\":\"derby\"}");
    List<JsonObject> entries = entries(AUDIT);
    assertEquals(
        List.of("dials", "pause", "resume", "message", "message", "close", "settings", "reset"),
        entries.stream().map(entry -> entry.getString("change")).toList());
    JsonObject dials = entries.get(0);
    assertEquals("ann", dials.getString("who"));
    assertEquals("admin", dials.getString("role"));
    assertEquals("127.0.0.1", dials.getString("address"));
    assertEquals(600, dials.getJsonObject("from").getInteger("newUsersPerMinute"));
    assertEquals(1200, dials.getJsonObject("to").getInteger("newUsersPerMinute"));
    assertNull(dials.getValue("why"));
    assertEquals(Set.of("derby"), eventsWithEntries(List.of("derby", "cup")));
  }

  @Test
  void whyIsWrittenDownInTheOperatorsOwnWords() throws Exception {
    String why = "Kassen überlastet, \"Anruf\" von =B";
    change("POST", PAUSE + "?why=" + URLEncoder.encode(why, StandardCharsets.UTF_8), "{}");
    assertEquals(why, entries(AUDIT).get(0).getString("why"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%0A", "a%00b", "%E2%80%A8", "a%1Bb", "%E2%80%AE", "%E2%81%A6"})
  void whatCannotStandOnALineIsNoReasonAndNothingIsChanged(String why) throws Exception {
    HttpResponse<String> refused = send("POST", PAUSE + "?why=x" + why + "y", ADMIN, "{}");
    assertProblem(400, "invalid-settings", refused);
    assertEquals(Set.of("why"), fields(refused));
    assertEquals(false, events.now("derby").halted());
    assertEquals(List.of(), entries(AUDIT));
  }

  @Test
  void aReasonThatIsTooLongIsRefused() throws Exception {
    assertEquals(200, send("POST", PAUSE + "?why=" + "x".repeat(300), ADMIN, "{}").statusCode());
    assertProblem(400, send("POST", PAUSE + "?why=" + "x".repeat(301), ADMIN, "{}"));
    String face = "%F0%9F%99%82";
    assertEquals(200, send("POST", PAUSE + "?why=" + face.repeat(300), ADMIN, "{}").statusCode());
    assertProblem(400, send("POST", PAUSE + "?why=" + face.repeat(301), ADMIN, "{}"));
    String reading = "/api/events?why=" + "x".repeat(301);
    assertEquals(200, send("GET", reading, VIEWER).statusCode(), "who reads gives no reasons");
    assertEquals(200, send("HEAD", reading, VIEWER).statusCode());
  }

  @Test
  void aChangeWhoseAnswerWasLostIsInTheTrailAsOneThatMayHaveBeenMade() throws Exception {
    events.loseAnswers();
    HttpResponse<String> lost = send("POST", PAUSE + "?why=fire", ADMIN, "{\"reason\":\"Wait\"}");
    assertProblem(503, "restoring", lost);
    assertTrue(events.now("derby").halted(), "this time it was made");
    JsonObject entry = entries(AUDIT).get(0);
    assertEquals("unanswered", entry.getString("change"));
    assertEquals("ann", entry.getString("who"));
    assertEquals("fire", entry.getString("why"));
    assertEquals(
        new JsonObject()
            .put("method", "POST")
            .put("path", PAUSE)
            .put("body", new JsonObject().put("reason", "Wait")),
        entry.getJsonObject("to"));
  }

  @Test
  void aBodyWhereNoneIsReadKeepsNoChangeOutOfTheTrail() throws Exception {
    events.loseAnswers();
    assertProblem(503, "restoring", send("DELETE", "/api/events/derby/message", ADMIN, "no JSON"));
    JsonObject asked = entries(AUDIT).get(0).getJsonObject("to");
    assertEquals("DELETE", asked.getString("method"));
    assertEquals(null, asked.getValue("body"));
  }

  @Test
  void aChangeThatTheStoreWasNeverAskedForIsInNoTrail() throws Exception {
    events.goAway();
    assertProblem(503, "restoring", send("POST", PAUSE, ADMIN, "{}"));
    assertEquals(List.of(), audit());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 1_000, 1_001, 2_500})
  void aLongTrailIsHadWholeAsAFile(int count) throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(
          "{\"id\":\"1764490000000-%06d\",\"key\":\"k%d\",\"who\":\"=ann\",\"to\":%d}"
              .formatted(i, i, i));
    }
    Files.write(trails.resolve("derby.jsonl"), lines);
    HttpResponse<String> json = send("GET", AUDIT + "?format=jsonl", VIEWER);
    assertEquals(
        IntStream.range(0, count).boxed().toList(),
        json.body().lines().map(line -> new JsonObject(line).getInteger("to")).toList());
    HttpResponse<String> csv = send("GET", AUDIT + "?format=csv", VIEWER);
    assertEquals(1 + count, csv.body().lines().count());
    int limit = Math.max(1, count / 2);
    HttpResponse<String> half = send("GET", AUDIT + "?format=csv&limit=" + limit(limit), VIEWER);
    assertEquals(1 + Math.min(count, limit(limit)), half.body().lines().count());
  }

  private static int limit(int wanted) {
    return Math.min(wanted, 1_000);
  }

  @Test
  void whatIsRefusedIsInNoTrail() throws Exception {
    assertProblem(403, send("POST", PAUSE, VIEWER, "{}"));
    assertProblem(400, send("PATCH", "/api/events/derby/dials", ADMIN, "{\"x\":1}"));
    assertProblem(412, put("/api/events/derby", SETTINGS, "\"9\""));
    assertEquals(List.of(), entries(AUDIT));
  }

  @Test
  void pagesLeadToTheEnd() throws Exception {
    for (int i = 1; i <= 7; i++) {
      change("PATCH", "/api/events/derby/dials", "{\"newUsersPerMinute\":" + i + "}");
    }
    List<Integer> rates = new ArrayList<>();
    String after = "";
    int pages = 0;
    while (after != null) {
      JsonObject page = page(AUDIT + "?limit=3&after=" + after);
      page.getJsonArray("entries")
          .forEach(
              entry ->
                  rates.add(
                      ((JsonObject) entry).getJsonObject("to").getInteger("newUsersPerMinute")));
      after = page.getString("next");
      pages++;
    }
    assertEquals(List.of(1, 2, 3, 4, 5, 6, 7), rates.stream().sorted().toList());
    assertEquals(3, pages);
  }

  @Test
  void aTrailIsHadAsLinesOfJson() throws Exception {
    change("POST", PAUSE, "{}");
    change("POST", "/api/events/derby/resume", "{}");
    HttpResponse<String> file = send("GET", AUDIT + "?format=jsonl", VIEWER);
    assertEquals("application/x-ndjson", contentType(file));
    assertTrue(
        file.headers().firstValue("content-disposition").orElse("").contains("derby-audit.jsonl"));
    List<JsonObject> lines = file.body().lines().map(JsonObject::new).toList();
    assertEquals(entries(AUDIT), lines);
  }

  @Test
  void inASpreadsheetNothingThatAnOperatorWroteIsAFormula() throws Exception {
    for (String formula :
        List.of("=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1", "\uff0b1", "\"quoted\", and comma")) {
      String why = URLEncoder.encode(formula, StandardCharsets.UTF_8);
      change("POST", PAUSE + "?why=" + why, "{}");
    }
    HttpResponse<String> file = send("GET", AUDIT + "?format=csv", VIEWER);
    assertEquals("text/csv; charset=utf-8", contentType(file));
    List<String> rows = file.body().lines().toList();
    assertEquals("id,at,who,role,address,change,from,to,why", rows.get(0));
    Set<String> whys = new TreeSet<>();
    rows.subList(1, rows.size())
        .forEach(row -> whys.add(row.replaceFirst("^(\"[^\"]*\",){8}", "")));
    assertEquals(
        new TreeSet<>(
            List.of(
                "\"'=1+1\"",
                "\"'+1\"",
                "\"'-1\"",
                "\"'@SUM(A1)\"",
                "\"'\uff1d1\"",
                "\"'\uff0b1\"",
                "\"\"\"quoted\"\", and comma\"")),
        whys);
  }

  @Test
  void everyWrongPartOfAQuestionIsNamedAtOnce() throws Exception {
    HttpResponse<String> refused =
        send("GET", AUDIT + "?after=yesterday&limit=0&format=xml", VIEWER);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(Set.of("after", "limit", "format"), fields(refused));
    for (String limit : List.of("-1", "1001", "1e3", "x", "00", "+5")) {
      assertProblem(400, send("GET", AUDIT + "?limit=" + limit, VIEWER));
    }
  }

  @Test
  void onlyKnownEventsHaveTrailsAndOnlyOperatorsReadThem() throws Exception {
    assertProblem(404, "unknown-event", send("GET", "/api/events/nope/audit", VIEWER));
    assertProblem(401, "token-required", send("GET", AUDIT, null));
    assertProblem(405, "method-not-allowed", send("DELETE", AUDIT, ADMIN));
    assertProblem(405, "method-not-allowed", send("POST", AUDIT, ADMIN, "{}"));
    assertEquals(200, send("HEAD", AUDIT, VIEWER).statusCode());
  }

  private void change(String method, String path, @Nullable String body) throws Exception {
    HttpResponse<String> answer = send(method, path, ADMIN, body);
    assertEquals(200, answer.statusCode(), answer.body());
  }

  private Set<String> eventsWithEntries(List<String> ids) throws Exception {
    events.put(FixedView.fresh("cup", EventSettings.fromJson(new JsonObject(SETTINGS))));
    Set<String> found = new TreeSet<>();
    for (String id : ids) {
      if (!entries("/api/events/" + id + "/audit").isEmpty()) {
        found.add(id);
      }
    }
    return found;
  }

  private List<JsonObject> entries(String path) throws Exception {
    JsonArray entries = page(path).getJsonArray("entries");
    return entries.stream().map(entry -> (JsonObject) entry).toList();
  }

  private JsonObject page(String path) throws Exception {
    HttpResponse<String> answer = send("GET", path, VIEWER);
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals("no-store", answer.headers().firstValue("cache-control").orElse(""));
    return new JsonObject(answer.body());
  }
}
