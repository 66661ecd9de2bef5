package dev.headgate.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowHeadsTest {
  private static final Duration PATIENCE = Duration.ofMillis(400);
  private static final String HEAD = "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n";
  private static final String SOCKET =
      String.join(
          "\r\n",
          "GET /socket HTTP/1.1",
          "Host: localhost",
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
          "\r\n");

  private final Vertx vertx = Vertx.vertx();
  private int port;

  @BeforeEach
  void serve() throws Exception {
    port = serve(FanServer.forFans(null), PATIENCE);
  }

  private int serve(HttpServerOptions options, Duration patience) throws Exception {
    return vertx
        .createHttpServer(options)
        .connectionHandler(connection -> SlowHeads.watch(connection, patience))
        .requestHandler(SlowHeadsTest::answer)
        .listen(0, "127.0.0.1")
        .await(60, TimeUnit.SECONDS)
        .actualPort();
  }

  private static void answer(HttpServerRequest request) {
    if ("/socket".equals(request.path())) {
      request.toWebSocket().onSuccess(socket -> socket.handler(socket::write));
    } else {
      request.body().onSuccess(body -> request.response().end("got " + body.length()));
    }
  }

  @AfterEach
  void stop() throws Exception {
    Object unused = vertx.close().await(60, TimeUnit.SECONDS);
  }

  @Test
  void aHeadThatComesByteByByteIsNotWaitedFor() throws Exception {
    try (Client client = new Client()) {
      client.dribbleUntilClosed();
    }
  }

  @Test
  void neitherIsTheNextOneOfAConnectionInUse() throws Exception {
    try (Client client = new Client()) {
      client.send(HEAD);
      assertEquals("got 0", client.body(5));
      client.dribbleUntilClosed();
    }
  }

  @Test
  void aHeadThatStopsIsNotWaitedForEither() throws Exception {
    try (Client client = new Client()) {
      client.send("GET / HTTP/1.1\r\nHost: loc");
      assertTrue(client.isClosed());
    }
  }

  @Test
  void bodiesAndFramesAndSilenceBetweenRequestsMayTakeTheirTime() throws Exception {
    List<Client> patient = new ArrayList<>();
    try (Client body = new Client();
        Client frames = new Client();
        Client silent = new Client();
        Client unused = new Client();
        Client dribbling = new Client()) {
      patient.addAll(List.of(body, frames, silent, unused));
      body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\na");
      frames.send(SOCKET);
      assertTrue(frames.head().startsWith("HTTP/1.1 101 "));
      frames.send(text('x'));
      assertEquals(
          "x", new String(frames.in.readNBytes(3), StandardCharsets.US_ASCII).substring(2));
      silent.send(HEAD);
      assertEquals("got 0", silent.body(5));
      // By the time this one has been closed, so would the others have been.
      dribbling.dribbleUntilClosed();
      body.send("bcd");
      assertEquals("got 4", body.body(5));
      frames.send(text('y'));
      assertEquals(
          "y", new String(frames.in.readNBytes(3), StandardCharsets.US_ASCII).substring(2));
      for (Client other : List.of(silent, unused)) {
        other.send(HEAD);
        assertEquals("got 0", other.body(5));
      }
    }
    assertEquals(4, patient.size());
  }

  @Test
  void headsInSeveralPiecesAreFineWhileTheyComeToAnEnd() throws Exception {
    // So long that no pause of this machine's own is among them.
    port = serve(FanServer.forFans(null), Duration.ofMinutes(1));
    try (Client client = new Client()) {
      for (int cut = 1; cut < HEAD.length(); cut += 7) {
        client.send(HEAD.substring(0, cut));
        client.send(HEAD.substring(cut) + HEAD.substring(0, 5));
        assertEquals("got 0", client.body(5));
        client.send(HEAD.substring(5));
        assertEquals("got 0", client.body(5));
      }
    }
  }

  @Test
  void http2ConnectionsThatAskForNothingAreEndedWhateverElseTheySend(@TempDir Path folder)
      throws Exception {
    TestCertificate certificate = TestCertificate.make(folder, "EC");
    SSLContext trust = TestCertificate.trusting(certificate);
    HttpServerOptions options = FanServer.forFans(TlsFiles.read(vertx, certificate.in(folder)));
    int secure = serve(options, Duration.ofSeconds(2));
    try (Frames once = inTime(() -> asked(trust, secure));
        Frames never = inTime(() -> new Frames(trust, secure))) {
      assertEquals(0, pingUntilEnded(never));
      assertEquals(0, pingUntilEnded(once));
    }
  }

  private interface Opening {
    Frames open() throws IOException;
  }

  /** Tried again where this machine itself was not in time. */
  private static Frames inTime(Opening opening) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return opening.open();
      } catch (IOException late) {
        if (tries == 20) {
          throw late;
        }
      }
    }
  }

  private static Frames asked(SSLContext trust, int port) throws IOException {
    Frames client = new Frames(trust, port);
    try {
      client.send(Frames.HEADERS, Frames.END_HEADERS | Frames.END_STREAM, 1, Frames.get());
      assertEquals(1, client.read(Frames.HEADERS).stream());
      return client;
    } catch (IOException late) {
      client.close();
      throw late;
    }
  }

  /** The reason given, 0 for none. */
  private static int pingUntilEnded(Frames client) {
    try {
      while (true) {
        client.send(Frames.PING, 0, 0, new byte[8]);
        Frames.Frame frame = client.read();
        if (frame.type() == Frames.GOAWAY) {
          return frame.error();
        }
        Thread.onSpinWait();
      }
    } catch (java.net.SocketTimeoutException open) {
      throw new AssertionError("still open", open);
    } catch (IOException ended) {
      return 0;
    }
  }

  /** A text frame of one letter, masked with zeros. */
  private static String text(char letter) {
    return "\u0081\u0081\0\0\0\0" + letter;
  }

  private final class Client implements AutoCloseable {
    private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    private final InputStream in = socket.getInputStream();

    Client() throws IOException {
      socket.setSoTimeout(60_000);
      socket.setTcpNoDelay(true);
    }

    void send(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    String head() throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("closed after " + head);
        }
        head.append((char) next);
      }
      return head.toString();
    }

    String body(int length) throws IOException {
      String unused = head();
      return new String(in.readNBytes(length), StandardCharsets.US_ASCII);
    }

    boolean isClosed() {
      try {
        return in.read() < 0;
      } catch (java.net.SocketTimeoutException open) {
        return false;
      } catch (IOException reset) {
        return true;
      }
    }

    /** A byte now and then: always sooner than any timeout of silence. */
    void dribbleUntilClosed() throws Exception {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      socket.setSoTimeout(40);
      send("GET / HTTP/1.1\r\nX: ");
      while (System.nanoTime() < end) {
        try {
          send("x");
        } catch (IOException reset) {
          return;
        }
        if (isClosed()) {
          return;
        }
      }
      throw new AssertionError("a minute of dribbling, and still open");
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
