package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.token.Admission;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventLifeTest extends OperatorHttp {
  private static final String DRAW = "/api/events/cup/draw";
  private static final String CLOSE = "/api/events/derby/close";
  private static final String RESET = "/api/events/derby/reset";

  private void manualCup() {
    EventSettings manual = EventSettings.of("Cup", new Start.Manual(), Dials.of(600, 5000));
    events.put(FixedView.fresh("cup", manual));
  }

  @Test
  void anOperatorDrawsOnceWhereTheStartIsManual() throws Exception {
    manualCup();
    HttpResponse<String> drawn = send("POST", DRAW, OPERATOR, "{}");
    assertEquals(200, drawn.statusCode(), drawn.body());
    assertEquals(1001, new JsonObject(drawn.body()).getInteger("entrants"));
    assertProblem(409, "already-drawn", send("POST", DRAW, OPERATOR));
    assertEquals(
        List.of(
            "audit who=\"otto\" role=OPERATOR event=cup change=draw from=\"waiting\" to=\"drawn\""),
        audit());
  }

  @Test
  void theDrawIsAnsweredOnceItIsSeenHere() throws Exception {
    manualCup();
    events.lag(3);
    HttpResponse<String> drawn = send("POST", DRAW, OPERATOR);
    assertEquals(1001, new JsonObject(drawn.body()).getInteger("entrants"));
  }

  @Test
  void aDrawThatAnotherGatewayMadeFirstIsRefused() throws Exception {
    manualCup();
    events.putUnseen(events.now("cup").drawn(800));
    HttpResponse<String> refused = send("POST", DRAW, OPERATOR);
    assertProblem(409, "refused", refused);
    assertTrue(refused.body().contains("The draw has taken place."), refused.body());
    assertEquals(List.of(), audit());
  }

  @Test
  void whereTheStartIsNotManualNobodyDraws() throws Exception {
    assertProblem(409, "not-manual", send("POST", "/api/events/derby/draw", ADMIN));
    EventSettings always = EventSettings.of("Cup", new Start.Always(), Dials.of(600, 5000));
    events.put(FixedView.fresh("cup", always));
    assertProblem(409, "not-manual", send("POST", DRAW, ADMIN));
    assertProblem(404, "unknown-event", send("POST", "/api/events/nope/draw", ADMIN));
    assertTrue(events.now("derby").entrants().isEmpty());
  }

  @Test
  void aClosedEventHasAnEndAndIsOpenedAgainBySettingAnother() throws Exception {
    HttpResponse<String> closed = send("POST", CLOSE, OPERATOR);
    assertEquals(200, closed.statusCode(), closed.body());
    JsonObject json = new JsonObject(closed.body());
    assertEquals("2026-12-01T09:58:12.345Z", json.getString("closesAt"));
    assertNull(settings(closed).getString("closesAt"), "the settings are as they were");
    assertEquals(
        List.of(
            "audit who=\"otto\" role=OPERATOR event=derby change=close from=null"
                + " to=\"2026-12-01T09:58:12.345Z\""),
        audit());
    HttpResponse<String> opened = put("/api/events/derby", SETTINGS, etag(closed));
    assertEquals(200, opened.statusCode(), opened.body());
    assertNull(new JsonObject(opened.body()).getString("closesAt"));
  }

  @Test
  void dialsDoNotOpenAClosedEventAgain() throws Exception {
    assertEquals(200, send("POST", CLOSE, OPERATOR).statusCode());
    HttpResponse<String> refused =
        send("PATCH", "/api/events/derby/dials", OPERATOR, "{\"newUsersPerMinute\":1}");
    assertProblem(409, "closed", refused);
    assertEquals(600, events.now("derby").settings().dials().newUsersPerMinute());
  }

  @Test
  void aResetMayMoveTheStart() throws Exception {
    String body = "{\"confirm\":\"derby\",\"start\":\"2026-12-24T19:00:00[Europe/Berlin]\"}";
    HttpResponse<String> reset = send("POST", RESET, ADMIN, body);
    assertEquals(200, reset.statusCode(), reset.body());
    assertEquals("2026-12-24T18:00:00.000Z", settings(reset).getString("start"));
  }

  @Test
  void theStartOfANewLifeMustGoWithTheRestOfTheSettings() throws Exception {
    events.put(
        FixedView.fresh(
            "derby",
            EventSettings.fromJson(
                new JsonObject(SETTINGS).put("closesAt", "2026-12-02T00:00:00Z"))));
    for (String start : List.of("\"soon\"", "5", "\"2026-12-02T00:00:00Z\"", "{}")) {
      HttpResponse<String> refused =
          send("POST", RESET, ADMIN, "{\"confirm\":\"derby\",\"start\":" + start + "}");
      assertProblem(400, "invalid-settings", refused);
    }
    assertEquals(
        Set.of("confirm", "begin"),
        fields(send("POST", RESET, ADMIN, "{\"confirm\":\"x\",\"begin\":1}")));
    assertEquals(1, events.now("derby").version());
  }

  @Test
  void aResetIsANewLifeUnderTheSameSettings() throws Exception {
    events.put(events.now("derby").drawn(800));
    long epoch = events.now("derby").epoch();
    events.lag(3);
    HttpResponse<String> reset = send("POST", RESET, ADMIN, "{\"confirm\":\"derby\"}");
    assertEquals(200, reset.statusCode(), reset.body());
    JsonObject json = new JsonObject(reset.body());
    assertEquals(epoch + 1, json.getLong("epoch"));
    assertNull(json.getInteger("entrants"));
    assertEquals(
        EventSettings.of("Derby", START, Dials.of(600, 5000)).toJson(),
        json.getJsonObject("settings"));
    assertEquals(1, audit().size());
    assertTrue(
        audit()
            .get(0)
            .startsWith(
                "audit who=\"ann\" role=ADMIN event=derby change=reset from={\"epoch\":" + epoch),
        audit().get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"confirm\":null}",
        "{\"confirm\":true}",
        "{\"confirm\":\"Derby\"}",
        "{\"confirm\":\"derby \"}",
        "{\"confirm\":\"cup\"}",
        "{\"confirm\":\"\"}"
      })
  void aResetNeedsTheEventsIdOnceMore(String body) throws Exception {
    HttpResponse<String> refused = send("POST", RESET, ADMIN, body);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(Set.of("confirm"), fields(refused));
    assertEquals(1, events.now("derby").version());
    assertEquals(List.of(), audit());
  }

  @Test
  void aRevokedSessionIsTheOneTheIdNames() throws Exception {
    long epoch = events.now("derby").epoch();
    String id = admissions.sessionId(new Admission("derby", epoch, 1, 4711, "", 0, 0));
    HttpResponse<String> gone = send("DELETE", "/api/events/derby/sessions/" + id, OPERATOR);
    assertEquals(204, gone.statusCode(), gone.body());
    assertEquals("", gone.body());
    assertEquals(List.of(new QueuePosition("derby", epoch, 1, 4711)), events.revoked());
    assertEquals(
        List.of(
            "audit who=\"otto\" role=OPERATOR event=derby change=revoke"
                + " from={\"lane\":1,\"position\":4711} to=null"),
        audit());
  }

  @Test
  void anIdOfAnotherEventOfAnotherLifeOrOfNobodyRevokesNothing() throws Exception {
    manualCup();
    long epoch = events.now("derby").epoch();
    String cup = admissions.sessionId(new Admission("cup", epoch, 0, 7, "", 0, 0));
    String before = admissions.sessionId(new Admission("derby", epoch - 1, 0, 7, "", 0, 0));
    String mine = admissions.sessionId(new Admission("derby", epoch, 0, 7, "", 0, 0));
    for (String id :
        List.of(cup, before, mine + "x", mine.replace(".7.", ".8."), "x", "1.2.3", "...")) {
      assertProblem(
          404, "unknown-session", send("DELETE", "/api/events/derby/sessions/" + id, OPERATOR));
    }
    assertProblem(
        404, "unknown-event", send("DELETE", "/api/events/nope/sessions/" + mine, OPERATOR));
    assertEquals(List.of(), events.revoked());
    assertEquals(List.of(), audit());
  }

  @Test
  void whileTheStoreIsAwayNothingOfThisHappens() throws Exception {
    manualCup();
    String id =
        admissions.sessionId(new Admission("derby", events.now("derby").epoch(), 0, 7, "", 0, 0));
    events.goAway();
    for (HttpResponse<String> answer :
        List.of(
            send("POST", DRAW, ADMIN),
            send("POST", CLOSE, ADMIN),
            send("POST", RESET, ADMIN, "{\"confirm\":\"derby\"}"),
            send("DELETE", "/api/events/derby/sessions/" + id, ADMIN),
            send("POST", "/api/events/derby/entries", ADMIN, "{\"lane\":\"members\"}"),
            send("GET", "/api/events/derby/live", ADMIN))) {
      assertProblem(503, "restoring", answer);
    }
    assertEquals(List.of(), audit());
  }
}
