package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.BackendFigures;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.Reason;
import dev.headgate.gateway.queue.Remaining;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorApiTest extends OperatorHttp {

  @Test
  void aCreatedEventIsReadBackWithItsSettingsItsFiguresAndItsVersion() throws Exception {
    HttpResponse<String> created = send("PUT", "/api/events/cup", ADMIN, SETTINGS);
    assertEquals(201, created.statusCode(), created.body());
    assertEquals("/api/events/cup", created.headers().firstValue("Location").orElse(""));
    assertEquals("\"1\"", etag(created));
    HttpResponse<String> read = send("GET", "/api/events/cup", VIEWER, null);
    assertEquals(200, read.statusCode());
    assertEquals("\"1\"", etag(read));
    assertEquals("no-store", read.headers().firstValue("Cache-Control").orElse(""));
    assertEquals(created.body(), read.body());
    JsonObject json = new JsonObject(read.body());
    assertEquals("cup", json.getString("event"));
    assertEquals("waiting", json.getString("phase"));
    assertEquals(
        EventSettings.of("Cup", START, Dials.of(600, 5000)).toJson(),
        json.getJsonObject("settings"));
    assertEquals(
        new JsonObject(
            """
            {"arrivals":1001,"waiting":899,"present":703,"cutoff":102,"called":6,"door":4,
             "active":55,"admittedLastMinute":57,"effectivePerMinute":540,"joinsPerSecond":8.3,
             "noShowShare":0.25,"limit":"new users per minute","estimate":null,"backend":null,"remaining":null,
             "warnings":[]}\
            """),
        json.getJsonObject("live"));
    assertEquals("2026-12-01T10:00:00.000Z", json.getString("onSaleAt"));
  }

  @Test
  void allEventsAreListedInOrderAndInPages() throws Exception {
    for (String event : List.of("b", "c", "a")) {
      assertEquals(201, send("PUT", "/api/events/" + event, ADMIN, SETTINGS).statusCode());
    }
    assertEquals(List.of("a", "b", "c", "derby"), listed("/api/events", null));
    assertEquals(List.of("a", "b"), listed("/api/events?limit=2", "b"));
    assertEquals(List.of("c", "derby"), listed("/api/events?limit=2&after=b", null));
    assertEquals(List.of(), listed("/api/events?after=zzz", null));
    for (String limit : List.of("0", "201", "-1", "x", "")) {
      assertProblem(400, "invalid-settings", send("GET", "/api/events?limit=" + limit, VIEWER));
    }
  }

  @Test
  void aReplacementNeedsTheVersionItReplaces() throws Exception {
    String path = "/api/events/derby";
    assertProblem(428, "precondition-required", send("PUT", path, ADMIN, SETTINGS));
    HttpResponse<String> stale = put(path, SETTINGS, "\"7\"");
    assertProblem(412, "stale-version", stale);
    assertEquals(1, new JsonObject(stale.body()).getInteger("version"));
    assertProblem(412, "stale-version", put(path, SETTINGS, "W/\"1\""));
    assertProblem(412, "stale-version", put(path, SETTINGS, "\"x\""));
    assertProblem(412, "stale-version", put(path, SETTINGS, "\"5\", \"6\""));
    assertProblem(400, "bad-request", put(path, SETTINGS, "1"));
    assertEquals("Derby", events.now("derby").settings().title());

    HttpResponse<String> replaced = put(path, SETTINGS, "\"1\"");
    assertEquals(200, replaced.statusCode(), replaced.body());
    assertEquals("\"2\"", etag(replaced));
    assertEquals("Cup", events.now("derby").settings().title());
    assertProblem(412, "stale-version", put(path, SETTINGS, "\"1\""));
    assertEquals("\"3\"", etag(put(path, SETTINGS, "\"9\", \"2\"")));
    assertEquals("\"4\"", etag(put(path, SETTINGS, "*")));
  }

  @Test
  void aReplacementOfWhatIsNotThereIsRefusedAndSoIsANewEventThatIs() throws Exception {
    assertProblem(412, "stale-version", put("/api/events/cup", SETTINGS, "\"1\""));
    assertProblem(412, "stale-version", put("/api/events/cup", SETTINGS, "*"));
    assertProblem(404, "unknown-event", send("GET", "/api/events/cup", VIEWER));
    HttpRequest.Builder onlyNew =
        request("/api/events/derby", ADMIN)
            .header("If-None-Match", "*")
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(SETTINGS));
    assertProblem(412, "exists", exchange(onlyNew.build()));
  }

  @Test
  void aVersionThatIsNewerThanTheViewHereIsTheStoresToJudge() throws Exception {
    events.lag(1000);
    HttpResponse<String> first = put("/api/events/derby", SETTINGS, "\"1\"");
    assertEquals("\"2\"", etag(first));
    assertEquals("Cup", settings(first).getString("title"), "the answer shows what was written");
    events.lag(3);
    HttpResponse<String> second = put("/api/events/derby", SETTINGS, "\"2\"");
    assertEquals("\"3\"", etag(second), "an old view must not make a right version stale");
  }

  @Test
  void theStartCannotBeMovedAfterTheDraw() throws Exception {
    events.put(events.now("derby").drawn(800));
    String moved = SETTINGS.replace("10:00:00Z", "11:00:00Z");
    assertProblem(409, "already-drawn", put("/api/events/derby", moved, "\"1\""));
    assertEquals(1, events.now("derby").version());
    assertEquals(200, put("/api/events/derby", SETTINGS, "\"1\"").statusCode());
  }

  @Test
  void theStoreHasTheLastWordWhereTheViewHereIsOld() throws Exception {
    events.putUnseen(events.now("derby").drawn(800));
    String moved = SETTINGS.replace("10:00:00Z", "11:00:00Z");
    HttpResponse<String> refused = put("/api/events/derby", moved, "\"1\"");
    assertProblem(409, "refused", refused);
    assertTrue(refused.body().contains("The draw has taken place."), refused.body());

    events.putUnseen(FixedView.fresh("cup", events.now("derby").settings()));
    HttpResponse<String> raced = send("PUT", "/api/events/cup", ADMIN, SETTINGS);
    assertProblem(428, "precondition-required", raced);
    assertEquals("Derby", events.now("cup").settings().title());
  }

  @Test
  void everyWrongFieldIsNamedAtOnce() throws Exception {
    String body =
        """
        {"title":"","start":"soon","mode":"lifo","colour":1,"\\ud800":2,
         "dials":{"newUsersPerMinute":-1,"throttle":"on"}}\
        """;
    HttpResponse<String> refused = send("PUT", "/api/events/cup", ADMIN, body);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(
        Set.of(
            "title",
            "start",
            "mode",
            "colour",
            "?",
            "dials.newUsersPerMinute",
            "dials.totalActiveUsers",
            "dials.throttle"),
        fields(refused));
    JsonArray errors = new JsonObject(refused.body()).getJsonArray("errors");
    assertTrue(
        errors.contains(
            new JsonObject()
                .put("field", "mode")
                .put(
                    "detail",
                    "lifo (expected: fifo, passthrough, random-rounds, random-then-fifo, reject)")),
        refused.body());
    assertProblem(404, "unknown-event", send("GET", "/api/events/cup", VIEWER));
  }

  @Test
  void aBodyOfUnknownFieldsAloneIsNotAnsweredWithALongerOne() throws Exception {
    String body =
        IntStream.range(0, 5000)
            .mapToObj(i -> "\"f" + i + "\":1")
            .collect(Collectors.joining(",", "{", "}"));
    HttpResponse<String> refused = send("PATCH", "/api/events/derby/dials", OPERATOR, body);
    assertProblem(400, "invalid-settings", refused);
    assertTrue(refused.body().length() < body.length(), () -> refused.body().length() + " chars");
  }

  @Test
  void aPatchChangesTheDialsItNamesAndRaisesTheVersion() throws Exception {
    HttpResponse<String> patched =
        send("PATCH", "/api/events/derby/dials", OPERATOR, "{\"newUsersPerMinute\":1200}");
    assertEquals(200, patched.statusCode(), patched.body());
    assertEquals("\"2\"", etag(patched));
    assertEquals(Dials.of(1200, 5000), events.now("derby").settings().dials());
    assertEquals(1200, dials(patched).getInteger("newUsersPerMinute"));
    assertEquals(5000, dials(patched).getInteger("totalActiveUsers"));
    HttpResponse<String> wrong =
        send(
            "PATCH",
            "/api/events/derby/dials",
            OPERATOR,
            "{\"newUsersPerMinute\":2,\"turnWindow\":\"x\",\"maxSession\":\"PT1M\",\"y\":1}");
    assertProblem(400, "invalid-settings", wrong);
    assertEquals(Set.of("turnWindow", "maxSession", "y"), fields(wrong));
    assertEquals(Dials.of(1200, 5000), events.now("derby").settings().dials());
  }

  @Test
  void aPatchMayBeHeldToAVersion() throws Exception {
    String path = "/api/events/derby/dials";
    HttpRequest.Builder patch =
        request(path, OPERATOR)
            .header("Content-Type", "application/json")
            .method("PATCH", BodyPublishers.ofString("{\"newUsersPerMinute\":5}"));
    HttpRequest right = patch.copy().header("If-Match", "\"1\"").build();
    assertEquals(200, exchange(right).statusCode());
    assertProblem(412, "stale-version", exchange(right));
  }

  @Test
  void fiftyPatchesOfDifferentDialsAtOnceAreAllApplied() throws Exception {
    patchFiftyTimesAtOnce();
    assertEquals(51, events.now("derby").version(), "each patch is one change");
  }

  @Test
  void patchesLoseNothingAlsoWhenOtherGatewaysChangeTheSameEventAndViewsLag() throws Exception {
    events.lag(2);
    List<CompletableFuture<?>> others = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      others.add(events.pause("derby", "other " + i).toCompletionStage().toCompletableFuture());
    }
    patchFiftyTimesAtOnce();
    for (CompletableFuture<?> other : others) {
      assertNotNull(other.get(60, TimeUnit.SECONDS));
    }
    assertEquals(56, events.now("derby").version());
  }

  /** Ten patches of each of five dials, each with its own value; every dial ends at one of them. */
  private void patchFiftyTimesAtOnce() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      for (String patch :
          List.of(
              "{\"newUsersPerMinute\":" + (1000 + i) + "}",
              "{\"totalActiveUsers\":" + (2000 + i) + "}",
              "{\"sessionDuration\":\"PT" + (100 + i) + "S\"}",
              "{\"maxSession\":\"PT" + (3700 + i) + "S\"}",
              "{\"turnWindow\":\"PT" + (30 + i) + "S\"}")) {
        HttpRequest request =
            request("/api/events/derby/dials", OPERATOR)
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString(patch))
                .build();
        answers.add(client.sendAsync(request, BodyHandlers.ofString()));
      }
    }
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      HttpResponse<String> response = checked(answer.get(60, TimeUnit.SECONDS));
      assertEquals(200, response.statusCode(), response.body());
    }
    Dials dials = events.now("derby").settings().dials();
    assertTrue(dials.newUsersPerMinute() > 1000 && dials.newUsersPerMinute() <= 1010);
    assertTrue(dials.totalActiveUsers() > 2000 && dials.totalActiveUsers() <= 2010);
    assertTrue(dials.sessionDuration().compareTo(Duration.ofSeconds(110)) <= 0);
    assertTrue(dials.maxSession().compareTo(Duration.ofSeconds(3700)) > 0);
    assertTrue(dials.turnWindow().compareTo(Duration.ofSeconds(40)) <= 0);
  }

  @Test
  void aPauseHasAReasonInEachLanguage() throws Exception {
    String both =
        "{\"reasons\":[{\"text\":\"Rain\",\"lang\":\"en\"},{\"text\":\"Regen\",\"lang\":\"de\"}]}";
    HttpResponse<String> paused = send("POST", "/api/events/derby/pause", OPERATOR, both);
    assertEquals(200, paused.statusCode(), paused.body());
    JsonObject json = new JsonObject(paused.body());
    assertEquals("Rain", json.getString("pauseReason"));
    assertEquals(new JsonObject(both).getJsonArray("reasons"), json.getJsonArray("pauseReasons"));
    assertTrue(audit().get(0).contains("Regen"), audit()::toString);
    String one = "{\"reason\":\"Hail\"}";
    assertEquals(200, send("POST", "/api/events/derby/pause", OPERATOR, one).statusCode());
    assertEquals(List.of(new Reason("Hail", null)), events.now("derby").pauseReasons());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'reasons':'Rain'}",
        "{'reasons':null}",
        "{'reasons':['Rain']}",
        "{'reasons':[{'text':'Rain'}]}",
        "{'reasons':[{'lang':'en'}]}",
        "{'reasons':[{'text':' ','lang':'en'}]}",
        "{'reasons':[{'text':'Rain','lang':'e n'}]}",
        "{'reasons':[{'text':'Rain','lang':'en','at':1}]}",
        "{'reasons':[{'text':'Rain','lang':'en'},{'text':'Hail','lang':'EN'}]}",
        "{'reason':'Rain','reasons':[{'text':'Rain','lang':'en'}]}"
      })
  void reasonsThatAreNoneChangeNothing(String body) throws Exception {
    assertProblem(
        400,
        "invalid-settings",
        send("POST", "/api/events/derby/pause", OPERATOR, body.replace('\'', '"')));
    assertFalse(events.now("derby").halted());
  }

  @Test
  void aPauseIsMadeGivenAnotherReasonAndEnded() throws Exception {
    HttpResponse<String> paused =
        send("POST", "/api/events/derby/pause", OPERATOR, "{\"reason\":\"Fire drill\"}");
    assertEquals(200, paused.statusCode(), paused.body());
    JsonObject json = new JsonObject(paused.body());
    assertEquals("Fire drill", json.getString("pauseReason"));
    assertEquals("paused", json.getString("phase"));
    assertTrue(json.getBoolean("halted"));
    assertEquals(200, send("POST", "/api/events/derby/pause", OPERATOR, "{}").statusCode());
    assertNull(events.now("derby").pauseReason());
    assertEquals(200, send("POST", "/api/events/derby/resume", OPERATOR).statusCode());
    assertFalse(events.now("derby").halted());
    assertProblem(
        400,
        "invalid-settings",
        send("POST", "/api/events/derby/resume", OPERATOR, "{\"reason\":\"\"}"));
    assertProblem(
        400,
        "invalid-settings",
        send("POST", "/api/events/derby/pause", OPERATOR, "{\"reason\":\"a\\nb\",\"x\":1}"));
    assertFalse(events.now("derby").halted());
  }

  @Test
  void aMessageIsShownWithTheStoresTimeAndTakenAway() throws Exception {
    String path = "/api/events/derby/message";
    HttpResponse<String> said =
        send("PUT", path, OPERATOR, "{\"text\":\"Gleich geht's los 🎟\",\"lang\":\"de\"}");
    assertEquals(200, said.statusCode(), said.body());
    assertEquals(
        new JsonObject()
            .put("text", "Gleich geht's los 🎟")
            .put("lang", "de")
            .put("at", "2026-12-01T09:58:12.345Z"),
        new JsonObject(said.body()).getJsonObject("message"));
    HttpResponse<String> wrong =
        send("PUT", path, OPERATOR, "{\"text\":\" \",\"lang\":\"klingon!\",\"colour\":1}");
    assertProblem(400, "invalid-settings", wrong);
    assertEquals(Set.of("text", "lang", "colour"), fields(wrong));
    assertProblem(400, "invalid-settings", send("PUT", path, OPERATOR));
    HttpResponse<String> silent = send("DELETE", path, OPERATOR);
    assertEquals(200, silent.statusCode());
    assertNull(events.now("derby").message());
  }

  @Test
  void eachLanguageHasAMessageOfItsOwn() throws Exception {
    String path = "/api/events/derby/message";
    for (String[] told : new String[][] {{"Soon", "en"}, {"Bald", "de"}, {"Sehr bald", "de"}}) {
      JsonObject body = new JsonObject().put("text", told[0]).put("lang", told[1]);
      assertEquals(200, send("PUT", path, OPERATOR, body.encode()).statusCode());
    }
    assertEquals(
        List.of("Soon", "Sehr bald"), messages(send("GET", "/api/events/derby", OPERATOR)));
    assertEquals(List.of("Sehr bald"), messages(send("DELETE", path + "?lang=en", OPERATOR)));
    assertEquals(List.of("Sehr bald"), messages(send("DELETE", path + "?lang=fr", OPERATOR)));
    // Nothing is taken away by a slip.
    for (String slip : List.of("?lang=", "?lang=klingon!", "?language=de")) {
      assertEquals(400, send("DELETE", path + slip, OPERATOR).statusCode(), slip);
    }
    assertTrue(raw("DELETE", path + "?lang=%zz").startsWith("HTTP/1.1 400 "));
    assertEquals(List.of("Sehr bald"), messages(send("GET", "/api/events/derby", OPERATOR)));
    assertEquals(List.of(), messages(send("DELETE", path, OPERATOR)));
  }

  private static List<String> messages(HttpResponse<String> answer) {
    assertEquals(200, answer.statusCode(), answer.body());
    return new JsonObject(answer.body())
        .getJsonArray("messages").stream()
            .map(message -> ((JsonObject) message).getString("text"))
            .toList();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "GET,    /api/events,               ,                              200, 200, 200",
        "HEAD,   /api/events/derby,         ,                              200, 200, 200",
        "GET,    /api/events/derby,         ,                              200, 200, 200",
        "PUT,    /api/events/derby,         {},                            403, 403, 400",
        "PATCH,  /api/events/derby/dials,   {\"totalActiveUsers\":5000},     403, 200, 200",
        "POST,   /api/events/derby/pause,   {},                            403, 200, 200",
        "POST,   /api/events/derby/resume,  {},                            403, 200, 200",
        "PUT,    /api/events/derby/message, `{\"text\":\"Hello\"}`,        403, 200, 200",
        "DELETE, /api/events/derby/message, ,                              403, 200, 200",
        "POST,   /api/events/derby/draw,    {},                            403, 409, 409",
        "POST,   /api/events/derby/close,   {},                            403, 200, 200",
        "POST,   /api/events/derby/reset,   {},                            403, 403, 400",
        "DELETE, /api/events/derby/sessions/x, ,                           403, 404, 404",
        "POST,   /api/events/derby/entries, {},                            403, 403, 400",
        "POST,   /api/sizing,               {},                            400, 400, 400",
        "POST,   /api/events/derby/forecast, {},                           200, 200, 200",
        "GET,    /api/events/derby/history,  ,                             200, 200, 200",
        "GET,    /api/events/derby/sessions, ,                             200, 200, 200",
        "GET,    /api/events/derby/places/7, ,                             200, 200, 200",
        "HEAD,   /api/events/derby/live,    ,                              200, 200, 200",
      })
  void eachRoleMayDoItsOwnAndNoMore(
      String method, String path, @Nullable String body, int viewer, int operator, int admin)
      throws Exception {
    assertEquals(viewer, send(method, path, VIEWER, body).statusCode());
    assertEquals(operator, send(method, path, OPERATOR, body).statusCode());
    assertEquals(admin, send(method, path, ADMIN, body).statusCode());
    HttpResponse<String> nobody = send(method, path, null, body);
    assertEquals(401, nobody.statusCode());
    if (viewer == 403) {
      assertProblem(403, "forbidden", send(method, path, VIEWER, body));
    }
  }

  @Test
  void withoutAValidTokenNothingUnderTheApiIsToldAtAll() throws Exception {
    for (String path : List.of("/api/events", "/api/events/nope", "/api/nothing")) {
      HttpResponse<String> none = send("GET", path, null);
      assertProblem(401, "token-required", none);
      assertEquals(
          "Bearer realm=\"headgate-operator\"",
          none.headers().firstValue("WWW-Authenticate").orElse(""));
      HttpResponse<String> wrong = send("GET", path, ADMIN + "x");
      assertProblem(401, "token-invalid", wrong);
      assertTrue(
          wrong.headers().firstValue("WWW-Authenticate").orElse("").contains("invalid_token"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer", "Bearer ", "Basic YTpi", "admin-token-0123456789abcdef"})
  void aCredentialOfAnotherFormIsNotValid(String credential) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri("/api/events")).header("Authorization", credential).build();
    assertProblem(401, "token-invalid", exchange(request));
  }

  @Test
  void twoCredentialsInOneRequestAreNotValidAndTheHashIsNoToken() throws Exception {
    HttpRequest two =
        request("/api/events", ADMIN).header("Authorization", "Bearer " + VIEWER).build();
    assertProblem(401, "token-invalid", exchange(two));
    assertProblem(401, "token-invalid", send("GET", "/api/events", sha256(ADMIN)));
  }

  @ParameterizedTest
  @CsvSource({
    "POST,   /api/events,               GET;HEAD",
    "DELETE, /api/events/derby,         GET;HEAD;PUT",
    "PATCH,  /api/events/derby,         GET;HEAD;PUT",
    "GET,    /api/events/derby/dials,   PATCH",
    "GET,    /api/events/derby/pause,   POST",
    "PUT,    /api/events/derby/resume,  POST",
    "GET,    /api/events/derby/message, PUT;DELETE",
    "PUT,    /api/events/derby/draw,    GET;HEAD;POST",
    "GET,    /api/events/derby/close,   POST",
    "GET,    /api/events/derby/reset,   POST",
    "GET,    /api/events/derby/entries, POST",
    "GET,    /api/events/derby/sessions/x, DELETE",
    "POST,   /api/events/derby/live,    GET;HEAD",
    "GET,    /api/sizing,               POST",
    "POST,   /api/preview,              GET;HEAD",
    "GET,    /api/events/derby/forecast, POST",
    "POST,   /api/events/derby/history, GET;HEAD",
    "POST,   /api/events/derby/sessions, GET;HEAD",
    "POST,   /api/events/derby/places/7, GET;HEAD",
    "POST,   /openapi.json,             GET;HEAD",
    "POST,   /healthz,                  GET;HEAD",
    "PUT,    /readyz,                   GET;HEAD",
    "DELETE, /metrics,                  GET;HEAD",
  })
  void anotherMethodIsRefusedWithThoseThatAreAllowed(String method, String path, String allowed)
      throws Exception {
    HttpResponse<String> refused = send(method, path, ADMIN);
    assertProblem(405, "method-not-allowed", refused);
    assertEquals(
        allowed.replace(";", ", "), refused.headers().firstValue("Allow").orElse("missing"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nothing",
        "/-",
        "/-/nothing",
        "/api",
        "/api/nothing",
        "/api/events/derby/nothing"
      })
  void whatIsNotBuiltIsNotThere(String path) throws Exception {
    assertProblem(404, "not-found", send("GET", path, ADMIN));
    assertProblem(404, "not-found", send("POST", path, ADMIN, "{}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "events/%64erby",
        "events/%2e%2e",
        "events/%00",
        "events/derby%2fdials",
        "/events"
      })
  void aPathHasOneSpelling(String path) throws Exception {
    assertProblem(400, "bad-request", send("GET", "/api/" + path, ADMIN));
    assertProblem(400, "bad-request", send("PUT", "/api/" + path, ADMIN, SETTINGS));
    assertProblem(404, "not-found", send("GET", "/api/events/", ADMIN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nope", "Derby", "a--b", "-a", "a.b"})
  void anEventNobodyKnowsIs404AndAnIdThatCannotBeOneIsNotCreated(String event) throws Exception {
    String path = "/api/events/" + event;
    // An encoding that no id needs makes a path of another form.
    int unknown = event.contains("%") ? 400 : 404;
    assertEquals(unknown, send("GET", path, ADMIN).statusCode());
    assertEquals(unknown, send("PATCH", path + "/dials", ADMIN, "{}").statusCode());
    assertEquals(unknown, send("POST", path + "/pause", ADMIN, "{}").statusCode());
    assertEquals(unknown, send("POST", path + "/resume", ADMIN, "{}").statusCode());
    assertEquals(unknown, send("PUT", path + "/message", ADMIN, "{\"text\":\"x\"}").statusCode());
    assertEquals(unknown, send("DELETE", path + "/message", ADMIN).statusCode());
    if (!event.equals("nope")) {
      int status = send("PUT", path, ADMIN, SETTINGS).statusCode();
      assertTrue(status == 400 || status == 404 || status == 405, () -> "status " + status);
    }
    assertEquals(List.of("derby"), listed("/api/events", null));
  }

  @Test
  void anIdHasAtMost63LettersAndDigits() throws Exception {
    String hyphened = "a-".repeat(62) + "a";
    assertEquals(201, send("PUT", "/api/events/" + hyphened, ADMIN, SETTINGS).statusCode());
    assertEquals(201, send("PUT", "/api/events/" + "a".repeat(63), ADMIN, SETTINGS).statusCode());
    HttpResponse<String> longer = send("PUT", "/api/events/" + "a".repeat(64), ADMIN, SETTINGS);
    assertProblem(400, "invalid-settings", longer);
    assertEquals(Set.of("event"), fields(longer));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "null",
        "1",
        "\"x\"",
        "{} {}",
        "{\"a\":1,\"a\":2}",
        "{'a':1}",
        "{\"a\":NaN}",
        "{\"a\":}",
        "\u0000",
        "{\"\\ud800\":",
        "{\"a\":1e999999999999}"
      })
  void aBodyThatIsNotOneJsonObjectIsMalformed(String body) throws Exception {
    for (String path : List.of("/api/events/derby/dials")) {
      HttpResponse<String> refused = send("PATCH", path, OPERATOR, body);
      assertEquals(400, refused.statusCode(), refused.body());
      assertEquals("application/problem+json", contentType(refused));
    }
    assertProblem(400, send("PUT", "/api/events/cup", ADMIN, body));
    assertProblem(400, send("POST", "/api/events/derby/pause", ADMIN, body));
    assertProblem(400, send("PUT", "/api/events/derby/message", ADMIN, body));
    assertEquals(1, events.now("derby").version());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"newUsersPerMinute\":1e400}",
        "{\"newUsersPerMinute\":600.0}",
        "{\"newUsersPerMinute\":123456789012345678901234567890}",
        "{\"newUsersPerMinute\":\"600\"}",
        "{\"newUsersPerMinute\":null}",
        "{\"newUsersPerMinute\":[600]}",
        "{\"newUsersPerMinute\":{}}",
        "{\"newUsersPerMinute\":true}",
        "{\"newUsersPerMinute\":\"\\ud800\\u0000\\n\"}",
        "{\"sessionDuration\":\"PT9999999999999999999H\"}",
      })
  void aHostileValueIsAFieldErrorAndNeverAFailureOfOurs(String body) throws Exception {
    HttpResponse<String> refused = send("PATCH", "/api/events/derby/dials", OPERATOR, body);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(1, fields(refused).size());
  }

  @Test
  void deepNestingIsMalformedAndNotAStackOverflow() throws Exception {
    String deep = "{\"a\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}";
    assertProblem(400, send("PATCH", "/api/events/derby/dials", OPERATOR, deep));
  }

  @Test
  void aBodyOver64KiBIsTooLargeHoweverItIsSent() throws Exception {
    String large = "{\"text\":\"" + "x".repeat(64 * 1024) + "\"}";
    assertProblem(413, "too-large", send("PUT", "/api/events/derby/message", OPERATOR, large));
    HttpRequest chunked =
        request("/api/events/derby/message", OPERATOR)
            .header("Content-Type", "application/json")
            .PUT(
                BodyPublishers.fromPublisher(
                    BodyPublishers.ofByteArray(large.getBytes(StandardCharsets.UTF_8))))
            .build();
    assertProblem(413, "too-large", exchange(chunked));
  }

  @Test
  void aBodyOfAnotherKindIsRefusedAndOneWithParametersIsRead() throws Exception {
    for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "application/")) {
      HttpRequest.Builder patch =
          request("/api/events/derby/dials", OPERATOR)
              .header("Content-Type", type)
              .method("PATCH", BodyPublishers.ofString("{}"));
      assertProblem(415, "unsupported-media-type", exchange(patch.build()));
    }
    HttpRequest.Builder none =
        request("/api/events/derby/dials", OPERATOR).method("PATCH", BodyPublishers.ofString("{}"));
    assertProblem(415, exchange(none.build()));
    HttpRequest.Builder merge =
        request("/api/events/derby/dials", OPERATOR)
            .header("Content-Type", "Application/Merge-Patch+JSON; charset=utf-8")
            .method("PATCH", BodyPublishers.ofString("{\"totalActiveUsers\":1}"));
    assertEquals(200, exchange(merge.build()).statusCode());
  }

  /** What a reader of forms would trip over, before anybody knows who sends it. */
  @ParameterizedTest
  @CsvSource({
    "multipart/form-data, x",
    "multipart/form-data; boundary=, x",
    "multipart/form-data; boundary=b, x",
    "multipart/form-data; boundary=b, --b",
    "multipart/form-data; charset=utf-99; boundary=b, --b--",
    "application/x-www-form-urlencoded, a=%zz",
    "application/x-www-form-urlencoded, %",
    "application/x-www-form-urlencoded; charset=utf-99, a=b",
  })
  void aFormHoweverBrokenIsTheSendersMistake(String type, String body) throws Exception {
    for (String form : List.of(body, (body + "&").repeat(2_000))) {
      for (HttpRequest.Builder request :
          List.of(
              request("/session", null).method("POST", BodyPublishers.ofString(form)),
              request("/api/events/derby/dials", OPERATOR)
                  .method("PATCH", BodyPublishers.ofString(form)))) {
        HttpResponse<String> answer = exchange(request.header("Content-Type", type).build());
        assertEquals(4, answer.statusCode() / 100, type + ": " + answer.body());
      }
    }
    assertEquals(List.of(), lines().stream().filter(line -> line.contains("failed")).toList());
  }

  @Test
  void anAddressThatCannotBeDecodedIsNoFailureOfOurs() throws Exception {
    for (String path : List.of("/api/events/%zz", "/api/events/%", "/api/events/%c0%af", "/%zz")) {
      String status = rawGet(path);
      assertTrue(status.matches("HTTP/1.1 (400|404) .*"), path + " -> " + status);
    }
  }

  @Test
  void whileTheStoreIsAwayChangesAndReadsSayWhenToComeBack() throws Exception {
    events.goAway();
    for (HttpResponse<String> answer :
        List.of(
            send("GET", "/api/events", ADMIN),
            send("GET", "/api/events/derby", ADMIN),
            send("PUT", "/api/events/derby", ADMIN, SETTINGS),
            send("PATCH", "/api/events/derby/dials", ADMIN, "{\"totalActiveUsers\":1}"),
            send("POST", "/api/events/derby/pause", ADMIN, "{}"))) {
      assertProblem(503, "restoring", answer);
      assertEquals("2", answer.headers().firstValue("Retry-After").orElse(""));
    }
  }

  @Test
  void aliveNeedsNothingAndReadyNeedsTheStore() throws Exception {
    assertEquals(200, send("GET", "/healthz", null).statusCode());
    assertEquals(200, send("GET", "/readyz", null).statusCode());
    readiness = () -> Future.failedFuture(new IllegalStateException("password hunter2"));
    HttpResponse<String> failing = send("GET", "/readyz", null);
    assertProblem(503, "not-ready", failing);
    assertFalse(failing.body().contains("hunter2"));
    readiness =
        () -> {
          throw new IllegalStateException("thrown");
        };
    assertProblem(503, "not-ready", send("GET", "/readyz", null));
    readiness = () -> Promise.<Void>promise().future();
    assertProblem(503, "not-ready", send("GET", "/readyz", null));
    assertEquals(200, send("GET", "/healthz", null).statusCode());
    readiness = Future::succeededFuture;
    assertEquals(200, send("GET", "/readyz", null).statusCode());
  }

  @Test
  void theFiguresOfEachEventAreMetrics() throws Exception {
    assertEquals(201, send("PUT", "/api/events/cup", ADMIN, SETTINGS).statusCode());
    HttpResponse<String> metrics = send("GET", "/metrics", null);
    assertEquals(200, metrics.statusCode());
    assertTrue(contentType(metrics).startsWith("text/plain; version=0.0.4"));
    for (String line :
        List.of(
            "headgate_arrived_places{event=\"derby\"} 1001.0",
            "headgate_waiting_places{event=\"cup\"} 899.0",
            "headgate_active_sessions{event=\"derby\"} 55.0",
            "headgate_noshow_ratio{event=\"derby\"} 0.25",
            "headgate_dial_per_minute{event=\"derby\"} 600.0",
            "headgate_operator_changes_total{change=\"create\"} 1.0")) {
      assertTrue(metrics.body().contains(line + "\n"), () -> line + " is not in " + metrics.body());
    }
  }

  private static final FixedView.Shop SHOP =
      new FixedView.Shop(
          new BackendFigures(840, 0.0214, 0.75),
          new Remaining(1234, 39),
          List.of("The cap binds long before the rate does."));

  @Test
  void whatTheShopSaysIsShownWhereItSaysItAndIsNeverZeroWhereItDoesNot() throws Exception {
    assertEquals(201, send("PUT", "/api/events/cup", ADMIN, SETTINGS).statusCode());
    events.put(events.now("derby").with(SHOP, List.of()));
    FixedView.Shop quiet = new FixedView.Shop(new BackendFigures(null, 0.0, null), null, List.of());
    events.put(FixedView.fresh("quiet", events.now("cup").settings()).with(quiet, List.of()));
    JsonObject live = live("derby");
    assertEquals(
        new JsonObject("{\"p95Millis\":840,\"errorShare\":0.021,\"poolInUse\":0.75}"),
        live.getJsonObject("backend"));
    assertEquals(new JsonObject("{\"free\":1234,\"pending\":39}"), live.getJsonObject("remaining"));
    assertEquals(
        new JsonArray(List.of("The cap binds long before the rate does.")),
        live.getJsonArray("warnings"));
    assertEquals(
        new JsonObject("{\"p95Millis\":null,\"errorShare\":0.0,\"poolInUse\":null}"),
        live("quiet").getJsonObject("backend"));
    String metrics = send("GET", "/metrics", null).body();
    for (String line :
        List.of(
            "headgate_effective_per_minute{event=\"cup\"} 540.0",
            "headgate_joins_per_second{event=\"cup\"} 8.26",
            "headgate_backend_p95_millis{event=\"derby\"} 840.0",
            "headgate_backend_error_ratio{event=\"derby\"} 0.0214",
            "headgate_backend_error_ratio{event=\"quiet\"} 0.0",
            "headgate_backend_pool_ratio{event=\"derby\"} 0.75",
            "headgate_remaining_seats{event=\"derby\",state=\"free\"} 1234.0",
            "headgate_remaining_seats{event=\"derby\",state=\"pending\"} 39.0")) {
      assertTrue(metrics.contains(line + "\n"), () -> line + " is not in " + metrics);
    }
    assertFalse(metrics.contains("headgate_backend_p95_millis{event=\"quiet\""), metrics);
    assertFalse(metrics.contains("headgate_remaining_seats{event=\"quiet\""), metrics);
    assertFalse(metrics.contains("headgate_backend_error_ratio{event=\"cup\""), metrics);
  }

  @Test
  void lanesAreShownWhereThereAreAny() throws Exception {
    LaneView general =
        new LaneView(
            0, "general", 1, 1001, OptionalInt.of(800), 102, 899, List.of(), "derby", "c0", "s0");
    LaneView members =
        new LaneView(
            1, "members", 3, 50, OptionalInt.empty(), 0, 50, List.of(), "derby/lane/1", "c1", null);
    events.put(events.now("derby").with(SHOP, List.of(general)));
    assertFalse(live("derby").containsKey("lanes"), "the general lane alone is the event");
    events.put(events.now("derby").with(SHOP, List.of(general, members)));
    assertEquals(
        new JsonArray(
            """
            [{"lane":0,"name":"general","weight":1,"arrivals":1001,"entrants":800,"cutoff":102,
              "waiting":899},
             {"lane":1,"name":"members","weight":3,"arrivals":50,"entrants":null,"cutoff":0,
              "waiting":50}]\
            """),
        live("derby").getJsonArray("lanes"));
  }

  private JsonObject live(String event) throws Exception {
    HttpResponse<String> read = send("GET", "/api/events/" + event, VIEWER);
    assertEquals(200, read.statusCode(), read.body());
    return new JsonObject(read.body()).getJsonObject("live");
  }

  @Test
  void everyMetricOfOursIsNamedAsAllAreAndExplained() throws Exception {
    assertProblem(401, send("GET", "/api/events", null));
    assertEquals(200, send("POST", "/api/events/derby/resume", OPERATOR).statusCode());
    events.put(events.now("derby").with(SHOP, List.of()));
    String guide = Files.readString(Path.of("..", "docs", "operator-api.md"));
    Set<String> names =
        send("GET", "/metrics", null)
            .body()
            .lines()
            .filter(line -> line.startsWith("headgate_"))
            .map(line -> line.replaceFirst("[{ ].*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(25, names.size(), names::toString);
    for (String name : names) {
      assertTrue(name.matches("headgate(_[a-z0-9]+){2,3}"), name);
      assertTrue(guide.contains("| `" + name + "` |"), name);
    }
  }

  @Test
  void metricsAreAnsweredAlsoWhileTheStoreIsAwayButWithoutOldFigures() throws Exception {
    assertTrue(send("GET", "/metrics", null).body().contains("headgate_waiting_places{"));
    events.goAway();
    assertWithoutFigures();
  }

  @Test
  void metricsAreAnsweredAlsoWhenTheStoreNeverAnswersAndWithoutOldFigures() throws Exception {
    String before = send("GET", "/metrics", null).body();
    assertTrue(before.contains("headgate_store_success 1.0\n"), before);
    assertTrue(before.contains("headgate_waiting_places{"));
    events.fallSilent();
    assertWithoutFigures();
  }

  private void assertWithoutFigures() throws Exception {
    HttpResponse<String> away = send("GET", "/metrics", null);
    assertEquals(200, away.statusCode());
    assertFalse(away.body().contains("headgate_waiting_places{"));
    assertTrue(away.body().contains("headgate_store_success 0.0\n"));
    assertTrue(away.body().contains("jvm_memory_used_bytes"));
  }

  @Test
  void metricLabelsHoldNothingThatAClientChose() throws Exception {
    HttpRequest odd =
        request("/api/events/secret-path?x=secret-query", ADMIN)
            .method("SECRETMETHOD", BodyPublishers.noBody())
            .build();
    assertEquals(405, exchange(odd).statusCode());
    String metrics = send("GET", "/metrics", null).body();
    assertTrue(metrics.contains("headgate_active_sessions"), metrics);
    assertFalse(metrics.contains("secret"), metrics);
    assertFalse(metrics.contains("SECRET"), metrics);
    assertFalse(metrics.contains("remote="), metrics);
  }

  @Test
  void eachChangeIsOneAuditLineThatSaysWhoWhatFromAndTo() throws Exception {
    assertEquals(
        200,
        send("PATCH", "/api/events/derby/dials", OPERATOR, "{\"newUsersPerMinute\":7}")
            .statusCode());
    assertEquals(
        200,
        send("POST", "/api/events/derby/pause", ADMIN, "{\"reason\":\"a \\\" b=c\"}").statusCode());
    List<String> audit = audit();
    assertEquals(2, audit.size(), audit::toString);
    assertTrue(
        audit
            .get(0)
            .startsWith(
                "audit who=\"otto\" role=OPERATOR event=derby change=dials"
                    + " from={\"newUsersPerMinute\":600,"),
        audit.get(0));
    assertTrue(audit.get(0).contains("to={\"newUsersPerMinute\":7,"), audit.get(0));
    assertEquals(
        "audit who=\"ann\" role=ADMIN event=derby change=pause from=\"running\""
            + " to=\"a \\\" b=c\"",
        audit.get(1));
  }

  @Test
  void aRefusedChangeLeavesNoAuditLine() throws Exception {
    assertProblem(403, send("POST", "/api/events/derby/pause", VIEWER, "{}"));
    assertProblem(400, send("PATCH", "/api/events/derby/dials", ADMIN, "{\"x\":1}"));
    assertProblem(412, put("/api/events/derby", SETTINGS, "\"9\""));
    assertEquals(List.of(), audit());
  }

  @Test
  void noTokenAndNoHashOfOneIsEverLoggedOrAnswered() throws Exception {
    List<HttpResponse<String>> answers = new ArrayList<>();
    answers.add(send("PUT", "/api/events/cup", ADMIN, SETTINGS));
    answers.add(send("GET", "/api/events", VIEWER));
    answers.add(send("PATCH", "/api/events/derby/dials", OPERATOR, "{\"x\":1}"));
    answers.add(send("POST", "/api/events/derby/pause", VIEWER, "{}"));
    answers.add(send("GET", "/api/events", "wrong-token-0123456789abcdef"));
    answers.add(send("GET", "/metrics", ADMIN));
    events.goAway();
    answers.add(send("GET", "/api/events", ADMIN));
    String everything =
        String.join("\n", lines())
            + answers.stream().map(a -> a.body() + a.headers()).collect(Collectors.joining("\n"));
    assertTrue(everything.contains("audit who="), "the log is being captured");
    for (String token : List.of(ADMIN, OPERATOR, VIEWER)) {
      assertFalse(everything.contains(token));
      assertFalse(everything.contains(sha256(token)));
    }
    assertFalse(everything.contains("wrong-token"));
  }
}
