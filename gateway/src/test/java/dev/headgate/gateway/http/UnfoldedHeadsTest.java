package dev.headgate.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Header lines that go on in the next one. */
class UnfoldedHeadsTest {
  private static final String PLAIN =
      "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na\r\n b\r\n\tc";
  private static final String CHUNKED =
      "POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n\r\n \r\n\r\n0\r\n\r\n";
  private static final String LAST = "GET /c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

  private final Vertx vertx = Vertx.vertx();
  private int port;

  @BeforeEach
  void serve() throws Exception {
    HttpServerOptions options = new HttpServerOptions().setHttp2ClearTextEnabled(false);
    port =
        vertx
            .createHttpServer(options)
            .connectionHandler(connection -> UnfoldedHeads.watch(connection, options))
            .invalidRequestHandler(Unreadable::answer)
            .requestHandler(
                request -> request.body().onSuccess(body -> request.response().end(body)))
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS)
            .actualPort();
  }

  @AfterEach
  void close() {
    vertx.close().await();
  }

  /** What comes back for bytes that are sent in pieces of a size. */
  private String answers(String bytes, int size) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.setTcpNoDelay(true);
      for (int from = 0; from < bytes.length(); from += size) {
        String piece = bytes.substring(from, Math.min(bytes.length(), from + size));
        socket.getOutputStream().write(piece.getBytes(ISO_8859_1));
      }
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static int count(String text, String part) {
    return text.split(part, -1).length - 1;
  }

  @Test
  void aLineThatGoesOnInTheNextOneIsRefusedHoweverItComes() throws IOException {
    for (String fold :
        List.of("X: a\r\n b\r\n", "X: a\r\n\tb\r\n", "X:\r\n a\r\n", "X: a\r\n \r\n")) {
      String folded = "GET /f HTTP/1.1\r\nHost: a\r\n" + fold + "\r\n";
      for (int size : new int[] {1, 7, 100_000}) {
        String alone = answers(folded, size);
        assertTrue(alone.startsWith("HTTP/1.1 400 "), fold + size + alone);
      }
      String behind = answers(PLAIN + CHUNKED + folded, 100_000);
      assertEquals(2, count(behind, "HTTP/1.1 200 "), fold + behind);
      assertEquals(1, count(behind, "HTTP/1.1 400 "), fold + behind);
    }
  }

  @Test
  void whatLooksFoldedInABodyOrBeforeAHeadIsNone() throws IOException {
    for (int size : new int[] {1, 2, 3, 5, 7, 11, 100_000}) {
      String answers = answers("\r\n\r\n" + PLAIN + "\r\n" + CHUNKED + LAST, size);
      assertEquals(3, count(answers, "HTTP/1.1 200 "), size + answers);
      assertEquals(0, count(answers, "HTTP/1.1 400 "), size + answers);
    }
  }
}
