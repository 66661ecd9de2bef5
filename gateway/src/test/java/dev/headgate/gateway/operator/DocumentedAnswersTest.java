package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.http.JsonBody;
import dev.headgate.gateway.testing.DocumentedAnswers;
import dev.headgate.gateway.token.Admission;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every status that is documented of the operator's addresses is given by them. */
class DocumentedAnswersTest extends OperatorHttpOnRedis {
  /** Bodies that get as far as the event; where none is named here, {@code {}} does. */
  static final Map<String, String> BODIES =
      Map.of(
          "PUT /api/events/{event}", SETTINGS,
          "PUT /api/events/{event}/message", "{\"text\":\"Hello\"}",
          "POST /api/events/{event}/reset", "{\"confirm\":\"EVENT\"}",
          "POST /api/events/{event}/entries", "{\"lane\":\"members\"}",
          "POST /api/sizing",
              "{\"seats\":40000,\"ticketsPerOrder\":4,\"minutesInside\":10,\"conversion\":0.5,"
                  + "\"newUsersPerMinute\":1000}");

  private List<DocumentedOperation> operations = List.of();

  @BeforeEach
  void readTheDocument() throws Exception {
    operations =
        DocumentedOperation.in(served()).stream().filter(DocumentedOperation::isOperators).toList();
  }

  @Test
  void everyStatusThatIsDocumentedIsGiven() throws Exception {
    withoutTheRightCredentials();
    withARequestOfAnotherForm();
    ofAnEventThatIsNotThere();
    askedForWhatThereIs();
    changed();
    inConflict();
    signedInAndOut();
    atTheIssuer();
    whileTheStoreIsAway();
    lockedOut();
    Set<String> missing = new TreeSet<>();
    for (DocumentedOperation operation : operations) {
      for (String status : operation.json().getJsonObject("responses").fieldNames()) {
        missing.add(operation + " " + status);
      }
    }
    missing.removeAll(documented.given());
    assertEquals(Set.of(), missing, "documented, and given by nothing here");
  }

  private void withoutTheRightCredentials() throws Exception {
    for (DocumentedOperation operation : operations) {
      String address = operation.address("derby");
      if (operation.takesToken()) {
        assertEquals(401, send(operation.verb(), address, null).statusCode(), address);
      }
      if (operation.takesToken() && !operation.reads()) {
        HttpRequest.Builder foreign =
            request(address, ADMIN)
                .header("Sec-Fetch-Site", "cross-site")
                .method(operation.verb(), BodyPublishers.noBody());
        assertProblem(403, "cross-site", exchange(foreign.build()));
      }
    }
  }

  private void withARequestOfAnotherForm() throws Exception {
    for (DocumentedOperation operation : operations) {
      String address = operation.address("derby");
      assertEquals(417, rawStatus(operation.verb(), address, "Expect: a surprise"), address);
      for (String query : List.of("?a=%zz", "?limit=%", "?after=%c", "?%zz&why=x")) {
        assertEquals(400, rawStatus(operation.verb(), address + query, "X: x"), address + query);
      }
      if (operation.takesToken()) {
        String large = "x".repeat(JsonBody.MAX_BYTES + 1);
        assertEquals(413, send(operation.verb(), address, ADMIN, large).statusCode(), address);
        assertEquals(400, rawStatus(operation.verb(), misspelt(operation), "X: x"), address);
      }
      if (operation.json().containsKey("requestBody")) {
        HttpRequest.Builder text =
            request(address, ADMIN)
                .header("Content-Type", "text/plain")
                .method(operation.verb(), BodyPublishers.ofString("{}"));
        assertEquals(415, exchange(text.build()).statusCode(), address);
      }
    }
  }

  private static String misspelt(DocumentedOperation operation) {
    return switch (operation.path()) {
      case "/api/events" -> "/api/events?limit=0";
      case "/api/feed" -> "/api/feed?limit=0";
      case "/api/sizing" -> "/api/sizing?why=%0A";
      case "/api/preview" -> "/api/preview?x=1";
      case "/api/routes" -> "/api/routes?x=1";
      default -> operation.address("d%65rby");
    };
  }

  private void ofAnEventThatIsNotThere() throws Exception {
    for (DocumentedOperation operation : operations) {
      boolean creates = operation.toString().equals("PUT /api/events/{event}");
      if (operation.path().contains("{event}") && !creates) {
        assertEquals(404, ask(operation, "none").statusCode(), operation::toString);
      }
    }
  }

  private void askedForWhatThereIs() throws Exception {
    feed.add("derby", "paused");
    for (DocumentedOperation operation : operations) {
      boolean elsewhere =
          operation.isOfSessions() || operation.toString().equals("GET /api/events/{event}/live");
      if (operation.reads() && !elsewhere) {
        assertEquals(200, ask(operation, "derby").statusCode(), operation::toString);
      }
    }
    HttpRequest live = request("/api/events/derby/live", VIEWER).build();
    HttpResponse<InputStream> stream = client.send(live, BodyHandlers.ofInputStream());
    try (InputStream events = stream.body()) {
      byte[] first = events.readNBytes("id: ".length());
      documented.check(
          new DocumentedAnswers.Given(
              "GET",
              "/api/events/derby/live",
              stream.statusCode(),
              name -> stream.headers().firstValue(name).orElse(""),
              new String(first, StandardCharsets.UTF_8)));
    }
    for (String method : List.of("GET", "HEAD")) {
      HttpRequest.Builder again =
          request("/openapi.json", null)
              .header("If-None-Match", "*")
              .method(method, BodyPublishers.noBody());
      assertEquals(304, exchange(again.build()).statusCode());
    }
    filesOfTheConsole();
  }

  private void filesOfTheConsole() throws Exception {
    for (String method : List.of("GET", "HEAD")) {
      HttpRequest.Builder again =
          request(consoleFile(), null)
              .header("If-None-Match", "*")
              .method(method, BodyPublishers.noBody());
      assertEquals(304, exchange(again.build()).statusCode());
      assertEquals(404, send(method, "/-/another-version/app.js", null).statusCode());
    }
  }

  /** The address of a script, as the console's document has it. */
  private String consoleFile() throws Exception {
    Matcher script = Pattern.compile("src=\"([^\"]+)\"").matcher(send("GET", "/", null).body());
    assertTrue(script.find());
    return script.group(1);
  }

  private void changed() throws Exception {
    assertEquals(201, send("PUT", "/api/events/cup", ADMIN, SETTINGS).statusCode());
    events.put(FixedView.fresh("manual", manual()));
    assertEquals(200, put("/api/events/derby", SETTINGS, "*").statusCode());
    for (DocumentedOperation operation : operations) {
      if (!operation.reads()
          && !operation.isOfSessions()
          && !operation.verb().equals("PUT")
          && !operation.path().contains("{sessionId}")) {
        assertEquals(200, ask(operation, "manual").statusCode(), operation::toString);
      }
    }
    assertEquals(
        200, send("PUT", "/api/events/manual/message", ADMIN, "{\"text\":\"x\"}").statusCode());
    Admission session = new Admission("derby", events.now("derby").epoch(), 0, 7, "", 0, 0);
    String revoked = "/api/events/derby/sessions/" + admissions.sessionId(session);
    assertEquals(204, send("DELETE", revoked, ADMIN).statusCode());
  }

  private static EventSettings manual() {
    JsonObject lanes = new JsonObject().put("name", "members");
    EventSettings plain = EventSettings.of("Manual", new Start.Manual(), Dials.of(600, 5000));
    return EventSettings.fromJson(plain.toJson().put("lanes", new JsonArray().add(lanes)));
  }

  private void inConflict() throws Exception {
    String derby = "/api/events/derby";
    assertProblem(428, send("PUT", derby, ADMIN, SETTINGS));
    assertProblem(412, put(derby, SETTINGS, "\"999\""));
    String bound = new JsonObject(SETTINGS).put("dpop", "required").encode();
    assertProblem(409, "dpop-in-use", put(derby, bound, "*"));
    assertProblem(409, "not-manual", send("POST", derby + "/draw", ADMIN, "{}"));
    HttpRequest.Builder stale =
        request(derby + "/dials", ADMIN)
            .header("If-Match", "\"999\"")
            .header("Content-Type", "application/json")
            .method("PATCH", BodyPublishers.ofString("{}"));
    assertProblem(412, "stale-version", exchange(stale.build()));
    assertEquals(200, send("POST", derby + "/close", ADMIN, "{}").statusCode());
    assertProblem(409, "closed", send("PATCH", derby + "/dials", ADMIN, "{}"));
    for (int i = 0; i < 20; i++) {
      String told = "{\"text\":\"Hello\",\"lang\":\"en-x" + i + "\"}";
      assertEquals(200, send("PUT", derby + "/message", ADMIN, told).statusCode(), told);
    }
    assertProblem(
        409, "refused", send("PUT", derby + "/message", ADMIN, "{\"text\":\"Too many\"}"));
  }

  private void signedInAndOut() throws Exception {
    assertProblem(401, "no-session", send("GET", "/session", null));
    assertEquals(401, send("HEAD", "/session", null).statusCode());
    assertProblem(401, "token-invalid", send("POST", "/session", null, "{\"token\":\"x\"}"));
    assertProblem(400, "invalid-settings", send("POST", "/session", null, "{}"));
    String large = "x".repeat(JsonBody.MAX_BYTES + 1);
    assertProblem(413, send("POST", "/session", null, large));
    for (String method : List.of("POST", "DELETE")) {
      HttpRequest.Builder foreign =
          request("/session", null)
              .header("Sec-Fetch-Site", "cross-site")
              .method(method, BodyPublishers.noBody());
      assertProblem(403, "cross-site", exchange(foreign.build()));
    }
    String cookie = cookie(signIn(ADMIN));
    for (String method : List.of("GET", "HEAD")) {
      HttpRequest.Builder read =
          request("/session", null)
              .header("Cookie", cookie)
              .method(method, BodyPublishers.noBody());
      assertEquals(200, exchange(read.build()).statusCode());
    }
    HttpRequest.Builder change =
        request("/api/events/derby/resume", null)
            .header("Cookie", cookie)
            .POST(BodyPublishers.noBody());
    assertProblem(403, "csrf", exchange(change.build()));
    signedOutWithoutTheStore(cookie);
    assertEquals(204, signOut(cookie).statusCode());
    HttpRequest.Builder after = request("/api/events", null).header("Cookie", cookie);
    assertProblem(401, "no-session", exchange(after.build()));
  }

  private void signedOutWithoutTheStore(String cookie) throws Exception {
    int usual = port;
    port = listen(parts(access(rules(), URI.create("redis://127.0.0.1:1"))));
    assertProblem(503, "sign-out-not-shared", exchange(signingOut(cookie)));
    port = usual;
  }

  private void atTheIssuer() throws Exception {
    IdentityProvider issuer = IdentityProvider.start();
    int usual = port;
    try {
      for (String method : List.of("GET", "HEAD")) {
        assertEquals(404, send(method, "/session/oidc", null).statusCode());
      }
      assertEquals(404, send("GET", "/session/oidc/callback", null).statusCode());
      assertEquals(400, send("HEAD", "/session/oidc/callback", null).statusCode());
      issuer.clock = clock;
      port = listen(parts(access(issuer.rules(rules()))));
      thereAndBack(issuer);
      issuer.status = 500;
      port = listen(parts(access(issuer.rules(rules()))));
      for (String method : List.of("GET", "HEAD")) {
        assertEquals(503, send(method, "/session/oidc", null).statusCode());
      }
    } finally {
      issuer.stop();
      port = usual;
    }
  }

  private void thereAndBack(IdentityProvider issuer) throws Exception {
    issuer.discovery = said -> said.put("end_session_endpoint", issuer.issuer() + "/end");
    for (String method : List.of("GET", "HEAD")) {
      assertEquals(400, send(method, "/session/oidc?to=//x", null).statusCode());
      assertEquals(302, send(method, "/session/oidc?to=/", null).statusCode());
    }
    assertEquals(400, send("GET", "/session/oidc/callback", null).statusCode());
    HttpResponse<String> signedIn = comeBack(issuer);
    assertEquals(302, signedIn.statusCode());
    assertEquals(200, signOut(cookie(signedIn)).statusCode());
    issuer.claims = said -> said.put("groups", "none");
    assertEquals(403, comeBack(issuer).statusCode());
    issuer.status = 500;
    assertEquals(503, comeBack(issuer).statusCode());
    for (int i = 0; i < 12; i++) {
      assertTrue(send("GET", "/api/events", "wrong").statusCode() >= 401);
    }
    assertEquals(429, comeBack(issuer).statusCode());
  }

  private HttpResponse<String> comeBack(IdentityProvider issuer) throws Exception {
    HttpResponse<String> sent = send("GET", "/session/oidc", null);
    URI back = issuer.signInAt(URI.create(sent.headers().firstValue("Location").orElseThrow()));
    String address = back.getRawPath() + "?" + back.getRawQuery();
    return exchange(request(address, null).header("Cookie", cookie(sent)).build());
  }

  /** The last: nobody comes in from here afterwards. */
  private void lockedOut() throws Exception {
    for (int i = 0; i < 15; i++) {
      HttpResponse<String> wrong = send("GET", "/api/events", "wrong" + i);
      assertTrue(wrong.statusCode() == 401 || wrong.statusCode() == 429, wrong::body);
    }
    for (DocumentedOperation operation : operations) {
      boolean looks =
          operation.json().getJsonObject("responses").containsKey("429")
              && !operation.path().startsWith("/session/oidc");
      if (looks) {
        String body = operation.isOfSessions() ? "{\"token\":\"wrong\"}" : null;
        String address = operation.address("derby");
        assertEquals(429, send(operation.verb(), address, "wrong", body).statusCode(), address);
      }
    }
  }

  private void whileTheStoreIsAway() throws Exception {
    events.goAway();
    feed.goAway(true);
    readiness = () -> Future.failedFuture("away");
    for (DocumentedOperation operation : operations) {
      boolean asksTheStore =
          operation.path().startsWith("/api/events")
              || Set.of("/readyz", "/api/feed").contains(operation.path());
      if (asksTheStore) {
        assertEquals(503, ask(operation, "derby").statusCode(), operation::toString);
      }
    }
  }

  /** A request with nothing wrong about it. */
  private HttpResponse<String> ask(DocumentedOperation operation, String event) throws Exception {
    @Nullable String body =
        operation.json().containsKey("requestBody")
            ? BODIES.getOrDefault(operation.toString(), "{}").replace("EVENT", event)
            : null;
    String session = admissions.sessionId(new Admission(event, 1_764_490_000_000L, 0, 7, "", 0, 0));
    String path = operation.path().startsWith("/-/") ? consoleFile() : operation.path();
    String address =
        path.replace("{event}", event).replace("{sessionId}", session).replace("{place}", "7");
    return send(operation.verb(), address, ADMIN, body);
  }

  private int rawStatus(String method, String address, String header) throws Exception {
    String line = rawHead(method, address, header);
    assertTrue(line.startsWith("HTTP/1.1 "), line);
    return Integer.parseInt(line.substring(9, 12));
  }
}
