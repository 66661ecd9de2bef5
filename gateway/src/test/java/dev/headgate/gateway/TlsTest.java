package dev.headgate.gateway;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Tls;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  private static final int ENHANCE_YOUR_CALM = 0xb;

  @TempDir static Path shared;

  private static TestCertificate rsa;
  private static TestCertificate ec;

  @TempDir Path folder;

  private final Vertx vertx = Vertx.vertx();
  private SSLContext trust;
  private Tls tls;
  private TlsFiles files;
  private HttpServer server;
  private int port;

  @BeforeAll
  static void makeCertificates() {
    rsa = TestCertificate.make(shared, "RSA");
    ec = TestCertificate.make(shared, "EC");
  }

  @BeforeEach
  void serve() throws Exception {
    trust = TestCertificate.trusting(rsa, ec);
    tls = rsa.in(folder);
    files = TlsFiles.read(vertx, tls);
    server =
        vertx
            .createHttpServer(FanServer.forFans(files))
            .requestHandler(request -> request.response().end("hello"))
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS);
    port = server.actualPort();
  }

  @AfterEach
  void stop() throws Exception {
    Object unused = vertx.close().await(60, TimeUnit.SECONDS);
  }

  @Test
  void fansSpeakHttp2OrHttp11AsTheyLike() throws Exception {
    for (HttpClient.Version version : HttpClient.Version.values()) {
      HttpClient client = HttpClient.newBuilder().sslContext(trust).version(version).build();
      URI uri = URI.create("https://localhost:" + port + "/");
      HttpResponse<String> answer =
          client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
      assertEquals("hello", answer.body());
      assertEquals(version, answer.version());
    }
  }

  @Test
  void keysOfBothKindsServe() throws Exception {
    Tls other = ec.in(Files.createDirectory(folder.resolve("ec")));
    HttpServer second =
        vertx
            .createHttpServer(FanServer.forFans(TlsFiles.read(vertx, other)))
            .requestHandler(request -> request.response().end("hello"))
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS);
    assertEquals(ec.certificate().getSerialNumber(), serial(second.actualPort()));
  }

  @Test
  void olderProtocolsAreRefusedWithAnAlert() throws IOException {
    for (int minor : new int[] {0, 1, 2}) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(clientHello(minor));
        int first = socket.getInputStream().read();
        // SSL 3.0, TLS 1.0 and 1.1: an alert, or the end of the connection, but no handshake.
        assertTrue(first == 0x15 || first < 0, "answered with a record of type " + first);
      }
    }
  }

  @Test
  void suitesWithoutForwardSecrecyOrAuthenticatedEncryptionAreRefused() throws IOException {
    for (String suite :
        List.of(
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
            "TLS_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_RSA_WITH_AES_256_CBC_SHA")) {
      try (SSLSocket socket = connected(port)) {
        if (List.of(socket.getSupportedCipherSuites()).contains(suite)) {
          socket.setEnabledProtocols(new String[] {"TLSv1.2"});
          socket.setEnabledCipherSuites(new String[] {suite});
          assertThrows(SSLException.class, socket::startHandshake, suite);
        }
      }
    }
    try (SSLSocket socket = connected(port)) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.setEnabledCipherSuites(new String[] {"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"});
      socket.startHandshake();
      assertEquals("TLSv1.2", socket.getSession().getProtocol());
    }
  }

  @Test
  void aNewCertificateIsTakenUpAndOpenConnectionsGoOn() throws Exception {
    TlsReload reload = new TlsReload(vertx, tls, server, files);
    try (SSLSocket open = connected(port)) {
      open.startHandshake();
      assertEquals("hello", get(open));
      // Half of a change: the key does not belong to the certificate, so nothing is taken up.
      Files.writeString(tls.certificate(), ec.certificatePem());
      tick(reload);
      assertEquals(rsa.certificate().getSerialNumber(), serial(port));
      Tls same = ec.in(folder);
      assertEquals(tls, same);
      await()
          .until(
              () -> {
                tick(reload);
                return serial(port).equals(ec.certificate().getSerialNumber());
              });
      assertEquals("hello", get(open));
    }
    try (Frames http2 = new Frames(trust, port)) {
      assertEquals(Frames.SETTINGS, http2.read().type(), "HTTP/2 is still spoken");
    }
  }

  @Test
  void filesThatCannotBeUsedAreNamedAndNotShown() throws Exception {
    Path good = tls.certificate();
    Path key = tls.key();
    Path nothing = Files.writeString(folder.resolve("nothing.pem"), "hunter2 secret\n");
    Path cut = folder.resolve("cut.pem");
    Files.writeString(cut, rsa.keyPem().substring(0, rsa.keyPem().length() / 2));
    Path otherKey = Files.writeString(folder.resolve("other.pem"), ec.keyPem());
    Path encrypted =
        Files.writeString(
            folder.resolve("encrypted.pem"),
            rsa.keyPem().replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"));
    Path broken =
        Files.writeString(folder.resolve("broken.pem"), rsa.certificatePem().replace("M", "N"));
    refused(new Tls(folder.resolve("none.pem"), key), "none.pem: cannot be read");
    refused(new Tls(good, folder.resolve("none.pem")), "none.pem: cannot be read");
    refused(new Tls(nothing, key), "nothing.pem: no certificate");
    refused(new Tls(broken, key), "broken.pem: no certificate");
    refused(new Tls(good, nothing), "nothing.pem: no private key");
    refused(new Tls(good, cut), "cut.pem: no private key");
    refused(new Tls(good, encrypted), "encrypted.pem: no private key");
    refused(new Tls(good, good), "chain.pem: no private key");
    TestCertificate another = TestCertificate.make(shared, "RSA");
    Path alike = Files.writeString(folder.resolve("alike.pem"), another.keyPem());
    refused(new Tls(good, alike), "alike.pem: no private key");
    refused(new Tls(good, otherKey), "other.pem: no private key");
    assertFalse(files.toString().contains("KEY"));
  }

  private void refused(Tls wrong, String expected) {
    Exception refused =
        assertThrows(TlsFiles.UnusableException.class, () -> TlsFiles.read(vertx, wrong).key());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(expected), message);
    assertFalse(message.contains("hunter2"), message);
    assertFalse(message.contains("-----BEGIN"), message);
    assertEquals(null, refused.getCause());
  }

  @Test
  void theBoundsOfHttp2AreAnnounced() throws IOException {
    try (Frames client = new Frames(trust, port)) {
      Buffer settings = client.read(Frames.SETTINGS).payload();
      assertEquals(FanServer.MOST_STREAMS, setting(settings, 3));
      assertEquals(FanServer.MOST_HEADER_BYTES, setting(settings, 6));
    }
  }

  @Test
  void streamsBegunOnlyToBeResetEndTheConnection() throws IOException {
    try (Frames client = new Frames(trust, port)) {
      int stream = 1;
      try {
        for (int i = 0; i < 3 * FanServer.MOST_RESETS; i++, stream += 2) {
          client.send(Frames.HEADERS, Frames.END_HEADERS | Frames.END_STREAM, stream, Frames.get());
          client.send(Frames.RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8});
        }
      } catch (IOException closed) {
        // Then the farewell may be lost as well.
      }
      assertEndedFor(client, ENHANCE_YOUR_CALM);
    }
  }

  @Test
  void aHeadInCrumbsWithoutEndIsCutShort() throws IOException {
    for (byte[] crumb : List.of(new byte[0], Frames.field("x", "y"))) {
      try (Frames client = new Frames(trust, port)) {
        try {
          client.send(Frames.HEADERS, Frames.END_STREAM, 1, Frames.get());
          for (int i = 0; i < 20_000; i++) {
            client.send(Frames.CONTINUATION, 0, 1, crumb);
          }
        } catch (IOException closed) {
          // Cut short, as it should be.
        }
        assertEndedFor(client, ENHANCE_YOUR_CALM);
      }
    }
  }

  @Test
  void aHeadOfManyFieldsNeverBecomesARequest() throws IOException {
    try (Frames client = new Frames(trust, port)) {
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      head.writeBytes(Frames.get());
      for (int i = 0; i < 100; i++) {
        head.writeBytes(Frames.field("field-" + i, "v".repeat(100)));
      }
      assertTrue(head.size() > 8_000);
      client.send(Frames.HEADERS, 0, 1, head.toByteArray());
      client.send(Frames.CONTINUATION, Frames.END_HEADERS, 1, head.toByteArray());
      Frames.Frame answer = client.read();
      while (answer.type() == Frames.SETTINGS || answer.type() == 8) {
        answer = client.read();
      }
      boolean refused =
          answer.type() == Frames.GOAWAY
              || answer.type() == Frames.RST_STREAM
              || (answer.type() == Frames.HEADERS && !isOk(answer));
      assertTrue(refused, "a frame of type " + answer.type());
    }
  }

  @Test
  void withoutTlsThereIsNoHttp2() throws Exception {
    HttpServer plain =
        vertx
            .createHttpServer(FanServer.forFans(null))
            .requestHandler(request -> request.response().end("hello"))
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS);
    String upgrade =
        String.join(
            "\r\n",
            "GET / HTTP/1.1",
            "Host: a",
            "Connection: Upgrade, HTTP2-Settings",
            "Upgrade: h2c",
            "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
            "\r\n");
    assertTrue(first(plain.actualPort(), upgrade).startsWith("HTTP/1.1 200 "));
    String preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    String answer = first(plain.actualPort(), preface);
    assertTrue(answer.isEmpty() || answer.startsWith("HTTP/"), answer);
  }

  private static String first(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] start = socket.getInputStream().readNBytes(13);
      return new String(start, StandardCharsets.US_ASCII);
    }
  }

  /** Waits for the end of the connection, and for its reason where that still comes. */
  private static void assertEndedFor(Frames client, int error) {
    try {
      assertEquals(error, client.read(Frames.GOAWAY).error());
    } catch (java.net.SocketTimeoutException open) {
      throw new AssertionError("still open", open);
    } catch (IOException ended) {
      // A reset of the connection may overtake the reason.
      return;
    }
  }

  /** The status is the first field; 200 has a number of its own. */
  private static boolean isOk(Frames.Frame headers) {
    return headers.payload().getByte(0) == (byte) 0x88;
  }

  private static long setting(Buffer settings, int id) {
    for (int i = 0; i < settings.length(); i += 6) {
      if (settings.getUnsignedShort(i) == id) {
        return settings.getUnsignedInt(i + 2);
      }
    }
    return -1;
  }

  private void tick(TlsReload reload) throws Exception {
    vertx.runOnContext(now -> reload.tick());
  }

  private BigInteger serial(int where) throws IOException {
    try (SSLSocket socket = connected(where)) {
      socket.startHandshake();
      X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return shown.getSerialNumber();
    }
  }

  private SSLSocket connected(int where) throws IOException {
    // A context of its own: a session that is resumed shows the certificate of the first one.
    SSLContext fresh = TestCertificate.trusting(rsa, ec);
    SSLSocket socket =
        (SSLSocket) fresh.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), where);
    socket.setSoTimeout(60_000);
    return socket;
  }

  private static String get(Socket socket) throws IOException {
    String request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    return new String(in.readNBytes(5), StandardCharsets.US_ASCII);
  }

  /** The first message of a client that knows nothing newer than SSL 3.minor. */
  private static byte[] clientHello(int minor) {
    ByteArrayOutputStream hello = new ByteArrayOutputStream();
    hello.writeBytes(new byte[] {3, (byte) minor});
    hello.writeBytes(new byte[32]);
    hello.write(0);
    hello.writeBytes(new byte[] {0, 4, 0, 0x2f, (byte) 0xc0, 0x13, 1, 0});
    int length = hello.size();
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes(new byte[] {0x16, 3, (byte) minor, 0, (byte) (length + 4)});
    record.writeBytes(new byte[] {1, 0, 0, (byte) length});
    record.writeBytes(hello.toByteArray());
    return record.toByteArray();
  }
}
