package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Upstream;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies far larger than anybody's memory, past a slow reader. */
class ForwardLargeBodyTest {
  private static final long GIBIBYTE = 1L << 30;
  private static final int PIECE = 1 << 16;
  // Four socket buffers of the system and a little of ours; a gateway that gathers exceeds it soon.
  private static final long MOST_UNDER_WAY = 64L << 20;
  private static final long REST_EVERY = 64L << 20;

  @TempDir static Path keys;

  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong mostUnderWay = new AtomicLong();
  private Scene scene;
  private int port;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    HttpServer shop =
        Scene.await(
            scene.vertx.createHttpServer().requestHandler(this::serve).listen(0, "127.0.0.1"));
    GatewayConfig plain = Scene.config(List.of(), Map.of());
    port =
        scene.gateway(
            new GatewayConfig(
                plain.publicOrigin(),
                plain.host(),
                0,
                plain.operatorHost(),
                0,
                List.of(),
                plain.redis(),
                plain.keys(),
                false,
                plain.state(),
                Map.of("shop", Upstream.at(URI.create("http://127.0.0.1:" + shop.actualPort()))),
                plain.routes(),
                List.of(),
                List.of(),
                2 * GIBIBYTE,
                1,
                Map.of()));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private void serve(HttpServerRequest request) {
    if (request.method().name().equals("GET")) {
      request.response().putHeader("Content-Length", GIBIBYTE + "");
      pour(request.response());
      return;
    }
    long[] restAt = {REST_EVERY};
    request.handler(
        chunk -> {
          note(received.addAndGet(chunk.length()));
          if (received.get() >= restAt[0]) {
            restAt[0] += REST_EVERY;
            request.pause();
            scene.vertx.setTimer(50, rested -> request.resume());
          }
        });
    request.endHandler(end -> request.response().end(received.get() + ""));
  }

  private void pour(HttpServerResponse response) {
    Buffer piece = Buffer.buffer(new byte[PIECE]);
    while (sent.get() < GIBIBYTE && !response.writeQueueFull()) {
      sent.addAndGet(PIECE);
      response.write(piece).onFailure(gone -> {});
    }
    if (sent.get() < GIBIBYTE) {
      response.drainHandler(drained -> pour(response));
    } else {
      response.end().onFailure(gone -> {});
    }
  }

  private void note(long receivedBytes) {
    long underWay = sent.get() - receivedBytes;
    mostUnderWay.accumulateAndGet(underWay, Math::max);
  }

  private static String head(String method, String token, String more) {
    return Scene.request(method, "/events/derby/holds", "Headgate-Admission: " + token, more);
  }

  @Test
  void anUploadOfAGibibyteIsNeverGathered() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      OutputStream out = socket.getOutputStream();
      String head =
          head("POST", scene.token("derby"), "Connection: close\r\nContent-Length: " + GIBIBYTE);
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      byte[] piece = new byte[PIECE];
      for (long at = 0; at < GIBIBYTE; at += PIECE) {
        out.write(piece);
        sent.addAndGet(PIECE);
      }
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(answer.startsWith("HTTP/1.1 200 ") && answer.endsWith("\r\n" + GIBIBYTE), answer);
    }
    assertEquals(GIBIBYTE, received.get());
    assertTrue(mostUnderWay.get() < MOST_UNDER_WAY, mostUnderWay + " bytes under way");
  }

  @Test
  void anAnswerOfAGibibyteIsNeverGathered() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String head = head("GET", scene.token("derby"), "Accept: */*");
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      StringBuilder answerHead = new StringBuilder();
      while (answerHead.indexOf("\r\n\r\n") < 0) {
        answerHead.append((char) in.read());
      }
      byte[] piece = new byte[PIECE];
      while (received.get() < GIBIBYTE) {
        int count = in.read(piece);
        assertTrue(count > 0, "ended after " + received);
        note(received.addAndGet(count));
      }
    }
    assertTrue(mostUnderWay.get() < MOST_UNDER_WAY, mostUnderWay + " bytes under way");
  }
}
