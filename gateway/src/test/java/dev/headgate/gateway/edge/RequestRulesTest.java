package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.headgate.gateway.config.EventIds;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class RequestRulesTest extends EdgeFixture {

  @Test
  void theEdgeServesTheQueueAndTheKeysAndNothingElse() {
    for (String ours : List.of("/queue/derby", "/queue/-/x.js", "/.well-known/jwks.json")) {
      assertTrue(Edge.serves(ours), ours);
    }
    for (String others : List.of("/", "/queue", "/Queue/derby", "/queues/x", "/authorize")) {
      assertFalse(Edge.serves(others), others);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/queue/derby/challenge/",
        "/queue/derby/places/me/events/",
        "/queue/derby/places/me/other",
        "/queue/derby/draw/demoted",
        "/queue/derby/",
        "/queue/derby//status",
        "/queue/derby/Status",
        "/queue/derby/status;x=1",
        "/queue/derby/places/other",
        "/queue/-",
        "/queue/-/",
        "/queue/-/../queue.css",
        "/queue/-/nosuch.js",
        "/authorize"
      })
  void whatIsNotThereIsNotFound(String path) {
    Answer answer = get(path);
    assertEquals(404, answer.status());
    assertEquals("not-found", answer.problem());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/queue/nosuch",
        "/queue/nosuch/status",
        "/queue/nosuch/draw",
        "/queue/nosuch/places/me",
        "/queue/",
        "/queue/DERBY",
        "/queue/-derby/status",
        "/queue/derby-",
        "/queue/der--by",
        "/queue/der%62y",
        "/queue/derby;x",
        "/queue/%00",
        "/queue//status",
        "/queue/é"
      })
  void anEventNobodyKnowsIsNotFound(String path) {
    Answer answer = get(path);
    assertEquals(404, answer.status());
    assertEquals("unknown-event", answer.problem());
  }

  @Test
  void postsAndDeletesForUnknownEventsAreNotFoundToo() {
    assertEquals("unknown-event", post("/queue/nosuch/places").problem());
    assertEquals("unknown-event", post("/queue/nosuch/admissions").problem());
    assertEquals("unknown-event", send("DELETE", "/queue/nosuch/admissions/me", "").problem());
  }

  @Test
  void eventIdsAreAtMost63LettersWithSingleHyphensBetween() {
    assertTrue(EventIds.isOne("a".repeat(63)));
    assertTrue(EventIds.isOne("a-".repeat(62) + "a"));
    assertFalse(EventIds.isOne("a".repeat(64)));
    assertFalse(EventIds.isOne(""));
    assertFalse(EventIds.isOne("a_b"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST   | /queue/derby                | GET, HEAD
          PUT    | /queue/derby/status         | GET, HEAD
          DELETE | /queue/derby/draw           | GET, HEAD
          GET    | /queue/derby/places         | POST
          HEAD   | /queue/derby/places         | POST
          POST   | /queue/derby/places/me      | GET, HEAD
          GET    | /queue/derby/admissions     | POST
          GET    | /queue/derby/admissions/me  | DELETE
          POST   | /queue/derby/admissions/me  | DELETE
          GET    | /queue/derby/admissions/me/leave | POST
          DELETE | /queue/derby/admissions/me/leave | POST
          POST   | /.well-known/jwks.json      | GET, HEAD
          POST   | /queue/-/queue.css          | GET, HEAD
          BREW   | /queue/derby/places         | POST
          OPTIONS| /queue/derby/places         | POST
          """)
  void aWrongMethodIsToldTheRightOnes(String method, String path, String allow) {
    Answer answer = send(method, path, "");
    assertEquals(405, answer.status());
    assertEquals(allow, answer.header("allow"));
    assertEquals(List.of(), queue.joins);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/queue/derby",
        "/queue/derby/draw",
        "/queue/derby/places/me",
        "/.well-known/jwks.json",
        "/queue/nosuch"
      })
  void headIsGetWithoutTheContent(String path) {
    Answer get = get(path, cookie(90));
    Answer head = send("HEAD", path, "", cookie(90));
    assertEquals(get.status(), head.status());
    assertEquals("", head.body());
    assertEquals(get.header("content-type"), head.header("content-type"));
    assertEquals(get.header("cache-control"), head.header("cache-control"));
    if (!path.endsWith("/me")) { // Its jittered interval may have a digit more.
      assertEquals(get.header("content-length"), head.header("content-length"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          -            | -                          | 201
          same-origin  | -                          | 201
          none         | -                          | 201
          same-site    | -                          | 403
          cross-site   | -                          | 403
          nonsense     | -                          | 403
          cross-site   | https://tickets.example    | 403
          same-origin  | https://evil.example       | 201
          -            | https://tickets.example    | 201
          -            | https://shop.example:8443  | 201
          -            | https://shop.example       | 403
          -            | http://tickets.example     | 403
          -            | https://evil.example       | 403
          -            | null                       | 403
          """)
  void anotherSitesPageMayNotJoin(String site, String origin, int status) {
    Answer answer =
        post(
            "/queue/derby/places",
            site == null ? "X-No: site" : "Sec-Fetch-Site: " + site,
            origin == null ? "X-No: origin" : "Origin: " + origin);
    assertEquals(status, answer.status());
    if (status == 403) {
      assertEquals("cross-site", answer.problem());
      assertEquals(List.of(), queue.joins);
    }
  }

  @Test
  void anotherSitesPageMayNeitherClaimNorLeave() {
    String site = "Sec-Fetch-Site: cross-site";
    assertEquals("cross-site", post("/queue/derby/admissions", site, cookie(90)).problem());
    Answer leave = send("DELETE", "/queue/derby/admissions/me", "", site, cookie(90));
    assertEquals("cross-site", leave.problem());
    assertEquals(List.of(), queue.claims);
    assertEquals(List.of(), queue.releases);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          application/json                  | {}          | 201
          application/json; charset=utf-8   | {}          | 201
          APPLICATION/JSON                  | ' {} '      | 201
          application/json                  | {           | 400
          application/json                  | []          | 400
          application/json                  | null        | 400
          application/json                  | {}{}        | 400
          application/json                  | {"a":1}     | 400
          application/json                  | {"entry":1} | 400
          application/json                  | {"entry":null} | 201
          text/plain                        | {}          | 415
          text/plain                        | ''          | 201
          application/x-www-form-urlencoded | ''          | 303
          application/x-www-form-urlencoded | a=b         | 400
          application/x-www-form-urlencoded | %zz=b       | 400
          application/x-www-form-urlencoded | entry=%zz   | 400
          application/x-www-form-urlencoded | entry=a&entry=b | 400
          multipart/form-data               | x           | 415
          """)
  void bodiesAreJsonOrAFormOrNothing(String type, String body, int status) {
    Answer answer = send("POST", "/queue/derby/places", body, "Content-Type: " + type);
    assertEquals(status, answer.status(), answer.body());
    assertEquals(status < 400 ? 1 : 0, queue.joins.size());
  }

  @Test
  void aBodyWithoutATypeIsRefused() {
    assertEquals(415, send("POST", "/queue/derby/places", "{}").status());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /queue/derby/places     | solution
          /queue/derby/admissions | challenge entry jkt solution
          """)
  void unknownFieldsAreNamed(String path, String unknown) {
    String body = "{\"jkt\":\"k\",\"entry\":\"e\",\"challenge\":\"c\",\"solution\":\"s\"}";
    Answer answer = send("POST", path, body, "Content-Type: application/json", cookie(5));
    assertEquals(400, answer.status());
    assertEquals(List.of(unknown.split(" ")), answer.json().getJsonArray("unknown").getList());
    String form = "jkt=k&entry=e&challenge=c&solution=s";
    Answer formed =
        send("POST", path, form, "Content-Type: application/x-www-form-urlencoded", cookie(5));
    assertEquals(answer.json(), formed.json());
  }

  @Test
  void aBodyOver64KiBIsRefusedWhetherDeclaredOrNot() {
    String big = "{\"a\":\"" + "x".repeat(64 * 1024) + "\"}";
    String json = "Content-Type: application/json";
    assertEquals(413, send("POST", "/queue/derby/places", big, json).status());
    Answer chunked =
        raw(
            "POST /queue/derby/places HTTP/1.1\r\nHost: t\r\n"
                + json
                + "\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(big.length())
                + "\r\n"
                + big
                + "\r\n0\r\n\r\n");
    assertEquals(413, chunked.status());
    assertEquals(List.of(), queue.joins);
  }

  @Test
  void aClientThatAsksFirstIsToldToGoOnOrRefusedAtOnce() {
    String head = "POST /queue/derby/places HTTP/1.1\r\nHost: t\r\nConnection: close\r\n";
    String json = "Content-Type: application/json\r\n";
    Answer goOn = raw(head + json + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}");
    assertEquals(100, goOn.status());
    assertTrue(goOn.body().startsWith("HTTP/1.1 201"), goOn.body());
    Answer refused = raw(head + json + "Expect: 100-continue\r\nContent-Length: 99999\r\n\r\n");
    assertEquals(413, refused.status());
    Answer unknown = raw(head + json + "Expect: tea\r\nContent-Length: 2\r\n\r\n{}");
    assertEquals(417, unknown.status());
  }

  @Test
  void brokenChunksAreTheClientsFaultAndNoErrorOfOurs() throws Exception {
    Logger edge = (Logger) LoggerFactory.getLogger(FanEdge.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    edge.addAppender(log);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(60_000);
      List<String> head =
          List.of(
              "POST /queue/derby/places HTTP/1.1",
              "Host: a.example",
              "Content-Type: application/json",
              "Transfer-Encoding: chunked");
      String request = String.join("\r\n", head) + "\r\n\r\n2;x\n{}\r\n0\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      assertFalse(new String(answer, StandardCharsets.US_ASCII).startsWith("HTTP/1.1 5"));
      assertEquals(200, get("/queue/derby/status").status());
      assertEquals(List.of(), log.list.stream().filter(e -> e.getLevel() == Level.ERROR).toList());
    } finally {
      edge.detachAppender(log);
    }
  }

  @Test
  void aClientThatGoesAwayHarmsNobody() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      String half = "POST /queue/derby/places HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\n{";
      socket.getOutputStream().write(half.getBytes(StandardCharsets.UTF_8));
    }
    assertEquals(201, post("/queue/derby/places").status());
    assertEquals(1, queue.joins.size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cookie: ;;;===;hg_place_derby",
        "Cookie: hg_place_derby=%%%; hg_admission_derby=%00",
        "Cookie: hg_place_derby=\"",
        "Cookie: =; =hg_place_derby=",
        "Headgate-Place: é\u00ff",
        "Authorization: Bearer",
        "Authorization: Bearer a.b",
        "Accept: */*;q=;;",
        "If-None-Match: \"\",,\""
      })
  void absurdHeadersNeverMakeItFail(String header) {
    for (String path : List.of("", "/status", "/draw", "/places/me")) {
      assertTrue(get("/queue/derby" + path, header).status() < 500, path);
    }
    assertTrue(post("/queue/derby/places", header).status() < 500);
    assertTrue(post("/queue/derby/admissions", header).status() < 500);
    assertEquals(204, send("DELETE", "/queue/derby/admissions/me", "", header).status());
  }
}
