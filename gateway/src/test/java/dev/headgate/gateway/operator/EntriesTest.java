package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntriesTest extends OperatorHttp {
  private static final String ENTRIES = "/api/events/cup/entries";

  @BeforeEach
  void addLanes() {
    JsonObject settings =
        new JsonObject(SETTINGS)
            .put(
                "lanes",
                new JsonArray("[{\"name\":\"press\"},{\"name\":\"general\"},{\"name\":\"a-b\"}]"));
    events.put(FixedView.fresh("cup", EventSettings.fromJson(settings)));
  }

  @Test
  void ticketsAreForTheLanesNumberAndEachIsAnother() throws Exception {
    HttpResponse<String> made =
        send(
            "POST",
            ENTRIES,
            ADMIN,
            "{\"lane\":\"a-b\",\"count\":2,\"expiresAt\":\"2026-12-01T11:00:00[Europe/Berlin]\"}");
    assertEquals(200, made.statusCode(), made.body());
    assertEquals("no-store", made.headers().firstValue("Cache-Control").orElse(""));
    assertEquals(
        new JsonObject()
            .put("lane", "a-b")
            .put(
                "entries",
                new JsonArray(
                    List.of(
                        "hge1.secret-cup-2-2026-12-01T10:00:00Z-0",
                        "hge1.secret-cup-2-2026-12-01T10:00:00Z-1"))),
        new JsonObject(made.body()));
    HttpResponse<String> one = send("POST", ENTRIES, ADMIN, "{\"lane\":\"press\"}");
    assertEquals(
        new JsonArray(List.of("hge1.secret-cup-1-null-2")),
        new JsonObject(one.body()).getJsonArray("entries"));
  }

  @Test
  void upToAThousandAreMadeAtATime() throws Exception {
    HttpResponse<String> most = send("POST", ENTRIES, ADMIN, "{\"lane\":\"press\",\"count\":1000}");
    assertEquals(1000, new JsonObject(most.body()).getJsonArray("entries").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    {}                                                       | lane
    {"lane":"general"}                                       | lane
    {"lane":"members"}                                       | lane
    {"lane":"pressa-b"}                                      | lane
    {"lane":1}                                               | lane
    {"lane":"press","count":0}                               | count
    {"lane":"press","count":1001}                            | count
    {"lane":"press","count":1.5}                             | count
    {"lane":"press","expiresAt":"soon"}                      | expiresAt
    {"lane":"press","expiresAt":"2026-12-01T09:58:12.345Z"}  | expiresAt
    {"lane":"vip","count":-1,"expiresAt":"2020-01-01T00:00:00Z","x":1} | count,expiresAt,lane,x
    """)
  void whatIsWrongIsNamedAtOnceAndNothingIsMade(String body, String named) throws Exception {
    HttpResponse<String> refused = send("POST", ENTRIES, ADMIN, body);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(Set.of(named.split(",", -1)), fields(refused));
    assertEquals(0, minted.get());
    assertEquals(List.of(), audit());
  }

  @Test
  void anEventWithoutLanesHasNoTickets() throws Exception {
    HttpResponse<String> refused =
        send("POST", "/api/events/derby/entries", ADMIN, "{\"lane\":\"general\"}");
    assertProblem(400, "invalid-settings", refused);
    assertTrue(refused.body().contains("no lane beside the general one"), refused.body());
    assertProblem(404, "unknown-event", send("POST", "/api/events/nope/entries", ADMIN, "{}"));
  }

  @Test
  void theAuditTrailKnowsHowManyAndNobodyElseKnowsTheTickets() throws Exception {
    HttpResponse<String> made = send("POST", ENTRIES, ADMIN, "{\"lane\":\"press\",\"count\":3}");
    assertEquals(200, made.statusCode(), made.body());
    assertEquals(
        List.of(
            "audit who=\"ann\" role=ADMIN event=cup change=entries from=null"
                + " to={\"lane\":\"press\",\"count\":3,\"expiresAt\":null}"),
        audit());
    String metrics = send("GET", "/metrics", null).body();
    assertTrue(metrics.contains("headgate_operator_changes_total{change=\"entries\"} 1.0"));
    assertFalse(metrics.contains("secret"), metrics);
    assertTrue(lines().stream().noneMatch(line -> line.contains("secret")));
  }
}
