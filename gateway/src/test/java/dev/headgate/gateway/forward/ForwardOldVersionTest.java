package dev.headgate.gateway.forward;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.0 knows no chunks: an answer of unknown length ends with its connection. */
class ForwardOldVersionTest {
  private static final String PATH = "/events/derby/changes";

  @TempDir static Path keys;

  private final CompletableFuture<HttpServerResponse> begun = new CompletableFuture<>();
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

  private String request(String method, String... headers) {
    return Scene.request(method, PATH, headers).replace("HTTP/1.1", "HTTP/1.0");
  }

  private void streams(String type) {
    scene.answer =
        response -> {
          response.putHeader("Content-Type", type).setChunked(true);
          response.writeHead().onFailure(gone -> {});
          begun.complete(response);
        };
  }

  private static String head(Wire wire) throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = wire.line(); !line.isEmpty(); line = wire.line()) {
      head.append(line.toLowerCase(Locale.ROOT)).append('\n');
    }
    return head.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Connection: keep-alive", "Connection: close", "X-A: b"})
  void anAnswerOfUnknownLengthEndsWithItsConnection(String connection) throws IOException {
    scene.answer =
        response -> {
          response.setChunked(true).write("one ").onFailure(gone -> {});
          response.end("two").onFailure(gone -> {});
        };
    try (Wire wire = new Wire(scene.port)) {
      wire.send(request("GET", admission, connection));
      String head = head(wire);
      assertTrue(head.contains(" 200 ") && !head.contains("keep-alive"), head);
      assertEquals("one two", new String(wire.rest(), StandardCharsets.US_ASCII));
    }
  }

  @Test
  void oneOfKnownLengthKeepsItWhereThatIsWished() throws IOException {
    try (Wire wire = new Wire(scene.port)) {
      for (int i = 0; i < 3; i++) {
        wire.send(request("GET", admission, "Connection: keep-alive"));
        Wire.Reply reply = wire.read(false);
        assertEquals(
            "200 shop keep-alive",
            reply.status() + " " + reply.body() + " " + reply.header("Connection"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/event-stream", "Text/Event-Stream; charset=utf-8"})
  void aStreamBeginsAtOnceAndEndsWithItsSession(String type) throws Exception {
    streams(type);
    try (Wire wire = new Wire(scene.port)) {
      wire.send(request("GET", admission));
      assertTrue(head(wire).contains(" 200 "));
      Scene.await(begun.get(60, TimeUnit.SECONDS).write("data: 1\n\n"));
      assertEquals("data: 1", wire.line());
      scene.derby.end(0, 12);
      assertEquals("\n", new String(wire.rest(), StandardCharsets.US_ASCII));
    }
    await().until(() -> scene.brokenOff.get() == 1);
  }

  @Test
  void oneThatGoesOnForLongKeepsNobodyWhoCameBeforeWaiting() throws Exception {
    scene.answer = response -> {};
    try (Wire before = new Wire(scene.port);
        Wire slow = new Wire(scene.port)) {
      before.send(Scene.request("GET", Scene.HASTY, admission));
      await().until(() -> scene.seen.size() == 1);
      streams("text/plain");
      slow.send(request("GET", admission));
      assertTrue(head(slow).contains(" 200 "));
      assertEquals(504, before.read(false).status());
    }
  }

  @Test
  void nobodyIsToldToGoOnWhoWouldTakeItForTheAnswer() throws IOException {
    try (Wire wire = new Wire(scene.port)) {
      wire.send(request("POST", admission, "Content-Length: 2", "Expect: 100-continue") + "ab");
      assertEquals(200, wire.read(false).status());
    }
  }
}
