package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardBodyTest {
  private static final String PATH = "/events/derby/holds";

  @TempDir static Path keys;

  private Scene scene;
  private String admission;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    admission = "Headgate-Admission: " + scene.token("derby");
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 500})
  void aBodyArrivesByteForByteHoweverLongTheCheckTakes(int checkMillis) throws IOException {
    scene.events.fresh = false;
    scene.events.wait = () -> checkMillis == 0 ? Future.succeededFuture() : slow(checkMillis);
    for (int size : new int[] {0, 40, 1_000_000}) {
      byte[] body = new byte[size];
      new Random(size).nextBytes(body);
      for (boolean chunked : new boolean[] {false, true}) {
        scene.seen.clear();
        try (Wire wire = new Wire(scene.port)) {
          send(wire, body, chunked);
          assertEquals(200, wire.read(false).status(), size + " " + chunked);
          Scene.Seen seen = scene.onlySeen();
          assertEquals(Buffer.buffer(body), seen.body());
          assertEquals(chunked ? "" : size + "", seen.header("Content-Length"));
          assertEquals(chunked ? "chunked" : "", seen.header("Transfer-Encoding"));
          // The connection is good for another request.
          wire.send(Scene.request("GET", "/public/x"));
          assertEquals(200, wire.read(false).status());
        }
      }
    }
  }

  private Future<Void> slow(int millis) {
    return scene.vertx.timer(millis, TimeUnit.MILLISECONDS).mapEmpty();
  }

  private void send(Wire wire, byte[] body, boolean chunked) throws IOException {
    String length = chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length;
    wire.send(Scene.request("POST", PATH, admission, length));
    if (!chunked) {
      wire.send(body);
      return;
    }
    // Small bodies come a byte at a time.
    int step = body.length > 1_000 ? 9_999 : 1;
    for (int from = 0; from < body.length; from += step) {
      int to = Math.min(body.length, from + step);
      wire.send(Integer.toHexString(to - from) + "\r\n");
      wire.send(Arrays.copyOfRange(body, from, to));
      wire.send("\r\n");
    }
    wire.send("0\r\n\r\n");
  }

  @Test
  void requestsWithoutABodyPassWithoutOne() throws IOException {
    scene.events.fresh = false;
    scene.events.wait = () -> slow(20);
    assertEquals(200, scene.get(PATH, admission).status());
    assertEquals("", scene.onlySeen().header("Content-Length"));
    assertEquals("", scene.onlySeen().header("Transfer-Encoding"));
    scene.seen.clear();
    assertEquals(200, scene.exchange(Scene.request("DELETE", PATH, admission)).status());
    assertEquals(0, scene.onlySeen().body().length());
  }

  @Test
  void requestsInARowOnOneConnectionAreAnsweredInTheirOrder() throws IOException {
    scene.events.fresh = false;
    scene.events.wait = () -> slow(20);
    try (Wire wire = new Wire(scene.port)) {
      String posted = "Content-Length: 3";
      wire.send(
          Scene.request("POST", PATH + "/1", admission, posted)
              + "abc"
              + Scene.request("GET", PATH + "/2", admission)
              + Scene.request("POST", "/public/3", posted)
              + "def");
      for (int i = 0; i < 3; i++) {
        assertEquals(200, wire.read(false).status());
      }
    }
    assertEquals(
        List.of("/1 abc", "/2 ", "/3 def"),
        scene.seen.stream().map(s -> s.uri().replaceAll(".*/", "/") + " " + s.body()).toList());
  }

  @Test
  void theBodyOfARefusedRequestIsNeverForwardedAndTheConnectionEnds() throws IOException {
    String inner = Scene.request("POST", PATH, admission, "Content-Length: 0");
    for (String path : List.of(PATH, "/nowhere", "/events", "/public/../x")) {
      for (String length : List.of("Content-Length: 5000000", "Transfer-Encoding: chunked")) {
        try (Wire wire = new Wire(scene.port)) {
          String body = length.startsWith("T") ? chunk(inner) : inner;
          wire.send(Scene.request("POST", path, length) + body);
          Wire.Reply reply = wire.read(false);
          assertTrue(reply.status() >= 400 && reply.status() < 500, path + " " + reply.status());
          assertTrue(reply.closes(), path);
          assertTrue(wire.closed(), path);
        }
      }
    }
    assertEquals(0, scene.begun.get());
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  @Test
  void whoWaitsForLeaveToSendIsToldAtOnce() throws IOException {
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("POST", PATH, "Expect: 100-continue", "Content-Length: 2000000"));
      assertEquals(401, wire.read(false).status());
      assertTrue(wire.closed());
    }
    try (Wire wire = new Wire(scene.port)) {
      wire.send(
          Scene.request("POST", PATH, admission, "Expect: 100-continue", "Content-Length: 5"));
      assertEquals(100, wire.read(false).status());
      wire.send("hello");
      assertEquals(200, wire.read(false).status());
    }
    assertEquals("hello", scene.onlySeen().body().toString());
    assertEquals("", scene.onlySeen().header("Expect"));
    String tooLarge = "Content-Length: " + (Scene.MAX_BODY + 1);
    Wire.Reply refused =
        scene.exchange(Scene.request("POST", PATH, admission, "Expect: 100-continue", tooLarge));
    assertEquals("413 too-large", refused.status() + " " + refused.problem());
    Wire.Reply unknown =
        scene.exchange(Scene.request("POST", PATH, admission, "Expect: cake", "Content-Length: 0"));
    assertEquals("417 expectation-failed", unknown.status() + " " + unknown.problem());
    assertEquals(1, scene.begun.get());
  }

  @Test
  void aBodyOverTheLimitNeverReachesTheShopWhole() throws IOException {
    byte[] most = new byte[Scene.MAX_BODY];
    try (Wire wire = new Wire(scene.port)) {
      send(wire, most, true);
      assertEquals(200, wire.read(false).status());
    }
    assertEquals(most.length, scene.onlySeen().body().length());
    scene.seen.clear();
    try (Wire wire = new Wire(scene.port)) {
      send(wire, new byte[Scene.MAX_BODY + 1], true);
      Wire.Reply reply = wire.read(false);
      assertEquals("413 too-large", reply.status() + " " + reply.problem());
      assertTrue(wire.closed());
    }
    Wire.Reply said =
        scene.exchange(
            Scene.request("POST", PATH, admission, "Content-Length: " + (Scene.MAX_BODY + 1)));
    assertEquals("413 too-large", said.status() + " " + said.problem());
    Awaitility.await().until(() -> scene.brokenOff.get() == 1);
    assertEquals(List.of(), scene.seen);
  }

  @Test
  void anAnswerThatComesBeforeTheWholeRequestReachesTheFanAndEndsTheConnection()
      throws IOException {
    scene.reads = false;
    scene.answer = response -> response.setStatusCode(413).end("too much");
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("POST", PATH, admission, "Content-Length: 200000"));
      wire.send(new byte[100_000]);
      Wire.Reply reply = wire.read(false);
      assertEquals(413, reply.status());
      assertEquals("too much", reply.body());
      assertTrue(reply.closes());
      // What still comes is dropped, and is no request of its own.
      for (int i = 0; i < 100; i++) {
        wire.send(new byte[1_000]);
      }
      assertEquals(0, wire.rest().length);
    }
    assertEquals(1, scene.begun.get());
    // A time below nought would not be counted.
    assertEquals(1, scene.metrics.get("headgate.upstream.answer").timer().count());
  }

  @Test
  void aMessageWhoseEndCanBeReadInTwoWaysIsRefusedAndTheConnectionEnds() throws IOException {
    String inner = "POST /public/smuggled HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n";
    String chunked = "Transfer-Encoding: chunked\r\n";
    Map<String, String> shapes =
        Map.ofEntries(
            Map.entry("CL.TE", "Content-Length: 6\r\n" + chunked + "\r\n0\r\n\r\nG" + inner),
            Map.entry(
                "TE.CL", chunked + "Content-Length: 4\r\n\r\n5c\r\n" + inner + "\r\n0\r\n\r\n"),
            Map.entry("TE list", "Transfer-Encoding: chunked, something\r\n\r\n0\r\n\r\n" + inner),
            Map.entry(
                "TE list, chunked last",
                "Transfer-Encoding: something, chunked\r\n\r\n0\r\n\r\n" + inner),
            Map.entry("TE twice", chunked + "Transfer-Encoding: identity\r\n\r\n0\r\n\r\n" + inner),
            Map.entry("TE twice the same", chunked + chunked + "\r\n0\r\n\r\n" + inner),
            Map.entry(
                "TE identity",
                "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nab" + inner),
            Map.entry("TE xchunked", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + inner),
            Map.entry(
                "TE tab",
                "Transfer-Encoding:\tchunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n" + inner),
            Map.entry(
                "TE space before colon", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + inner),
            Map.entry(
                "TE folded",
                "Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n" + inner),
            Map.entry("CL twice", "Content-Length: 2\r\nContent-Length: 0\r\n\r\nab" + inner),
            Map.entry("CL list", "Content-Length: 2, 0\r\n\r\nab" + inner),
            Map.entry("CL plus", "Content-Length: +5\r\n\r\nabcde" + inner),
            Map.entry("CL minus", "Content-Length: -1\r\n\r\n" + inner),
            Map.entry("CL hex", "Content-Length: 0x2\r\n\r\nab" + inner),
            Map.entry("CL empty", "Content-Length: \r\n\r\n" + inner),
            Map.entry("CL space inside", "Content-Length: 1 2\r\n\r\n" + inner),
            Map.entry("CL endless", "Content-Length: 99999999999999999999\r\n\r\n" + inner),
            Map.entry("space before the colon", "Content-Length : 2\r\n\r\nab" + inner),
            Map.entry("no Host name", "Host: b\r\nContent-Length: 0\r\n\r\n" + inner),
            Map.entry("NUL in a value", "X-A: a\0b\r\nContent-Length: 0\r\n\r\n" + inner),
            Map.entry("bare CR", "X-A: a\rContent-Length: 2\r\n\r\n" + inner),
            Map.entry("no name", ": chunked\r\nContent-Length: 0\r\n\r\n" + inner),
            Map.entry("no colon", "Content-Length 2\r\n\r\n" + inner),
            Map.entry("chunk size of another base", chunked + "\r\n0x1\r\na\r\n0\r\n\r\n" + inner),
            Map.entry("chunk size below nought", chunked + "\r\n-1\r\na\r\n0\r\n\r\n" + inner),
            Map.entry("chunk longer than said", chunked + "\r\n1\r\nab\r\n0\r\n\r\n" + inner),
            Map.entry(
                "chunk extension with a lone LF",
                chunked + "\r\n1;a\nb\r\na\r\n0\r\n\r\n" + inner));
    for (Map.Entry<String, String> shape : shapes.entrySet()) {
      String head = "POST /public/outer HTTP/1.1\r\nHost: a.example\r\n";
      try (Wire wire = new Wire(scene.port)) {
        wire.send(
            head
                + shape
                    .getValue()
                    .replace("smuggled", "smuggled?" + shape.getKey().replace(' ', '-')));
        assertRefusedAndClosed(wire, shape.getKey());
      }
      List<String> uris = scene.seen.stream().map(Scene.Seen::uri).toList();
      assertFalse(uris.toString().contains("smuggled"), shape.getKey() + uris);
    }
  }

  private static void assertRefusedAndClosed(Wire wire, String shape) throws IOException {
    assertEquals(400, wire.read(false).status(), shape);
    assertTrue(wire.closed(), shape);
  }

  @Test
  void aMessageOfAnOldVersionWithNewFramingIsRefused() throws IOException {
    try (Wire wire = new Wire(scene.port)) {
      wire.send("POST /public/x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
      assertEquals(400, wire.read(false).status());
      assertTrue(wire.closed());
    }
    assertEquals(400, Wire.exchange(scene.port, "GET /public/x HTTP/1.1\r\n\r\n").status());
    assertEquals(200, Wire.exchange(scene.port, "GET /public/x HTTP/1.0\r\n\r\n").status());
    assertEquals(1, scene.begun.get());
  }

  @Test
  void answersWithoutABodyEndWhereTheyShould() throws IOException {
    Map<String, Consumer<HttpServerResponse>> answers =
        Map.of(
            "GET 204", r -> r.setStatusCode(204).end(),
            "GET 304", r -> r.setStatusCode(304).putHeader("ETag", "\"1\"").end(),
            "GET 304 with a length",
                r -> r.setStatusCode(304).putHeader("Content-Length", "7").end(),
            "GET 304 chunked", r -> r.setStatusCode(304).setChunked(true).end(),
            "HEAD 200 with a length", r -> r.putHeader("Content-Length", "4").end(),
            "HEAD 200 chunked", r -> r.setChunked(true).end(),
            "HEAD 404", r -> r.setStatusCode(404).end(),
            "GET 200 empty", r -> r.end(),
            "POST 201", r -> r.setStatusCode(201).end());
    for (Map.Entry<String, Consumer<HttpServerResponse>> row : answers.entrySet()) {
      String[] words = row.getKey().split(" ", -1);
      scene.answer = row.getValue()::accept;
      try (Wire wire = new Wire(scene.port)) {
        for (int i = 0; i < 3; i++) {
          wire.send(Scene.request(words[0], PATH, admission));
          Wire.Reply reply = wire.read(words[0].equals("HEAD"));
          assertEquals(words[1], reply.status() + "", row.getKey());
          assertEquals("", reply.body());
        }
        scene.answer = response -> response.end("next");
        wire.send(Scene.request("GET", "/public/x"));
        assertEquals("next", wire.read(false).body(), row.getKey());
      }
    }
  }

  @Test
  void aLongAnswerPassesPieceByPiece() throws IOException {
    Promise<HttpServerResponse> open = Promise.promise();
    scene.answer =
        response -> {
          response.setChunked(true).write("first").onSuccess(sent -> open.complete(response));
        };
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("GET", PATH, admission));
      HttpServerResponse response = Scene.await(open.future());
      scene.vertx.runOnContext(
          go -> response.write("x".repeat(300_000)).onComplete(x -> response.end("last")));
      String body = wire.read(false).body();
      assertEquals(300_009, body.length());
      assertTrue(body.startsWith("firstx") && body.endsWith("xlast"));
    }
  }

  @Test
  void whenTheFanGoesTheShopIsToldAndOthersAreServed() throws IOException {
    scene.answer = response -> response.setChunked(true).write("x").onFailure(gone -> {});
    int fans = 60;
    for (int i = 0; i < fans; i++) {
      Wire wire = new Wire(scene.port);
      wire.send(Scene.request("GET", PATH, admission));
      assertEquals("HTTP/1.1 200 OK".length(), wire.first(15).length());
      wire.reset();
    }
    Awaitility.await().until(() -> scene.brokenOff.get() == fans);
    scene.answer = response -> response.end("normal");
    for (int i = 0; i < 50; i++) {
      assertEquals("normal", scene.get(PATH, admission).body());
    }
  }

  @Test
  void whenTheFanGoesInTheMiddleOfABodyTheShopNeverSeesItWhole() throws IOException {
    Wire wire = new Wire(scene.port);
    wire.send(Scene.request("POST", PATH, admission, "Content-Length: 100") + "half");
    Awaitility.await().until(() -> scene.begun.get() == 1);
    wire.reset();
    Awaitility.await().until(() -> scene.brokenOff.get() == 1);
    assertEquals(List.of(), scene.seen);
    assertEquals(200, scene.get(PATH, admission).status());
  }

  @Test
  void whenTheFanGoesBeforeTheAnswerTheShopIsTold() throws IOException {
    scene.answer = response -> {};
    Wire wire = new Wire(scene.port);
    wire.send(Scene.request("GET", PATH, admission));
    Awaitility.await().until(() -> scene.begun.get() == 1);
    wire.reset();
    Awaitility.await().until(() -> scene.brokenOff.get() == 1);
  }

  @Test
  void anUpstreamThatIsAwayIsAnsweredForAndNothingIsSentTwice() throws IOException {
    int gateway = scene.gateway(Scene.config(List.of(), Map.of("shop", Scene.NOBODY)));
    for (String body : List.of("", "hello")) {
      String length = "Content-Length: " + body.length();
      Wire.Reply reply = Wire.exchange(gateway, Scene.request("POST", "/public/x", length) + body);
      assertEquals("502 upstream-unavailable", reply.status() + " " + reply.problem());
    }
    // One that reads a request and hangs up has perhaps done what was asked.
    scene.answer = response -> response.reset().onFailure(gone -> {});
    Wire.Reply reply =
        scene.exchange(Scene.request("POST", PATH, admission, "Content-Length: 5") + "hello");
    assertEquals("502 upstream-unavailable", reply.status() + " " + reply.problem());
    assertEquals(1, scene.begun.get());
    assertEquals(1, scene.seen.size());
  }

  @Test
  void anUpstreamThatDoesNotAnswerIsWaitedForOnlySoLong() throws IOException {
    scene.answer = response -> {};
    Wire.Reply get = scene.get(Scene.HASTY, admission);
    assertEquals("504 upstream-timeout", get.status() + " " + get.problem());
    Wire.Reply post =
        scene.exchange(
            Scene.request("POST", Scene.HASTY, admission, "Content-Length: 5") + "hello");
    assertEquals("504 upstream-timeout", post.status() + " " + post.problem());
    Awaitility.await().until(() -> scene.brokenOff.get() == 2);
  }

  @Test
  void anUpstreamThatHangsUpInTheMiddleLeavesNoAnswerThatLooksWhole() throws IOException {
    scene.answer =
        response ->
            response
                .putHeader("Content-Length", "1000")
                .write("half")
                .onComplete(sent -> response.reset().onFailure(gone -> {}));
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("GET", PATH, admission));
      String all = new String(wire.rest(), StandardCharsets.ISO_8859_1);
      assertTrue(all.isEmpty() || all.endsWith("half") || all.contains(" 502 "), all);
    }
  }
}
