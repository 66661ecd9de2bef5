package dev.headgate.gateway.forward;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwardStreamTest {
  private static final String PATH = "/events/derby/seats/events";

  @TempDir static Path keys;

  private final CompletableFuture<HttpServerResponse> open = new CompletableFuture<>();
  private Scene scene;
  private String admission;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    admission = "Headgate-Admission: " + scene.token("derby");
    scene.answer =
        response -> {
          response.putHeader("Content-Type", "text/event-stream").setChunked(true);
          response.writeHead().onFailure(gone -> {});
          open.complete(response);
        };
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private HttpServerResponse shop() throws Exception {
    return open.get(60, TimeUnit.SECONDS);
  }

  private static String head(Wire wire) throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = wire.line(); !line.isEmpty(); line = wire.line()) {
      head.append(line).append('\n');
    }
    return head.toString();
  }

  @Test
  void theHeadAndEveryEventAreHandedOnAtOnce() throws Exception {
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("GET", PATH, admission));
      assertTrue(head(wire).contains(" 200 "));
      for (int i = 0; i < 3; i++) {
        Scene.await(shop().write("data: " + i + "\n\n"));
        assertEquals("9", wire.line());
        assertEquals("data: " + i, wire.line().strip());
        assertEquals("", wire.line().strip());
        assertEquals("", wire.line());
      }
    }
    await().until(() -> scene.brokenOff.get() == 1);
  }

  @Test
  void aStreamEndsWithItsSession() throws Exception {
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("GET", PATH, admission));
      assertTrue(head(wire).contains(" 200 "));
      scene.derby.end(0, 12);
      assertEquals("0", wire.line());
      assertEquals("", wire.line());
      // The connection is as good as before, for somebody who is still let in.
      wire.send(Scene.request("GET", PATH, admission));
      assertTrue(head(wire).contains(" 401 "));
    }
    await().until(() -> scene.brokenOff.get() == 1);
  }

  @Test
  void anAnswerThatIsNoStreamIsFinishedThoughItsSessionEnds() throws Exception {
    scene.answer =
        response -> {
          response.setChunked(true).write("first").onFailure(gone -> {});
          open.complete(response);
        };
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("GET", PATH, admission, "Connection: close"));
      assertTrue(head(wire).contains(" 200 "));
      scene.derby.end(0, 12);
      // Longer than sessions are looked at, by what the gateway itself does meanwhile.
      for (int i = 0; i < 3; i++) {
        assertEquals(401, scene.get(PATH, admission).status());
      }
      Scene.await(shop().end("last"));
      String rest = new String(wire.rest(), StandardCharsets.US_ASCII);
      assertTrue(rest.contains("first") && rest.contains("last") && rest.endsWith("0\r\n\r\n"));
    }
  }

  @Test
  void trailersReachThoseWhoTakeThemAndNoneOfThemIsAWordOnFraming() throws Exception {
    scene.answer =
        response -> {
          response.putHeader("Trailer", "X-Checksum").setChunked(true);
          response.putTrailer("X-Checksum", "abc");
          response.putTrailer("Content-Length", "5");
          response.putTrailer("Set-Cookie", "hg_admission_derby=evil");
          response.putTrailer("Headgate-Session", "end");
          response.end("body").onFailure(gone -> {});
        };
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("GET", PATH, admission, "TE: trailers", "Connection: TE"));
      assertTrue(head(wire).contains(" 200 "));
      List<String> rest = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        rest.add(wire.line());
      }
      assertEquals(List.of("4", "body", "0", "X-Checksum: abc", ""), rest);
      // Nothing else came: what comes next is the next answer.
      wire.send(Scene.request("GET", PATH));
      assertTrue(wire.line().contains(" 401 "));
    }
    try (Wire wire = new Wire(scene.port)) {
      wire.send(Scene.request("GET", PATH, admission, "Connection: close"));
      String all = new String(wire.rest(), StandardCharsets.US_ASCII);
      assertTrue(all.endsWith("\r\n0\r\n\r\n"), all);
    }
  }

  @Test
  void rangesAndConditionsAreBetweenFanAndShop() throws Exception {
    scene.answer =
        response ->
            response
                .setStatusCode(206)
                .putHeader("Content-Range", "bytes 2-4/10")
                .putHeader("ETag", "\"v1\"")
                .end("cde");
    Wire.Reply part = scene.get(PATH, admission, "Range: bytes=2-4", "If-Range: \"v1\"");
    assertEquals("206 cde", part.status() + " " + part.body());
    assertEquals("bytes=2-4", scene.seen.get(0).header("Range"));
    assertEquals("\"v1\"", scene.seen.get(0).header("If-Range"));
    // A length beside a status that has no body announces nothing.
    scene.answer =
        response ->
            response.setStatusCode(304).putHeader("ETag", "\"v1\"").end().onFailure(gone -> {});
    try (Wire wire = new Wire(scene.port)) {
      for (int i = 0; i < 3; i++) {
        wire.send(Scene.request("GET", PATH, admission, "If-None-Match: \"v1\""));
        assertTrue(head(wire).contains(" 304 "));
      }
    }
  }
}
