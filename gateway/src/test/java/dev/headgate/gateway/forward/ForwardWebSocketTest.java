package dev.headgate.gateway.forward;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.queue.Standing;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.UpgradeRejectedException;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwardWebSocketTest {
  private static final String PATH = "/events/derby/live";

  @TempDir static Path keys;

  private final List<String> handshakes = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<ServerWebSocket> shopSockets = new ConcurrentLinkedQueue<>();
  private Scene scene;
  private WebSocketClient client;
  private int port;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    HttpServer shop =
        Scene.await(
            scene
                .vertx
                .createHttpServer()
                .webSocketHandshakeHandler(
                    handshake -> {
                      handshakes.add(handshake.headers().get("Headgate-Event") + "");
                      if (handshake.path().endsWith("/closed")) {
                        handshake.reject(403);
                      } else {
                        handshake.accept();
                      }
                    })
                .webSocketHandler(
                    socket -> {
                      shopSockets.add(socket);
                      socket.frameHandler(
                          frame -> {
                            if (frame.isText()) {
                              socket.writeTextMessage("echo " + frame.textData());
                            } else if (frame.isBinary()) {
                              socket.writeBinaryMessage(frame.binaryData());
                            }
                          });
                    })
                .listen(0, "127.0.0.1"));
    port = scene.gateway(Scene.config(List.of(), Map.of("shop", shop.actualPort())));
    client =
        scene.vertx.createWebSocketClient(
            new WebSocketClientOptions().setMaxFrameSize(1 << 20).setMaxMessageSize(1 << 22));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private WebSocket connect(String path, String token) {
    WebSocketConnectOptions options =
        new WebSocketConnectOptions().setHost("127.0.0.1").setPort(port).setURI(path);
    options.addHeader("Headgate-Admission", token);
    return Scene.await(client.connect(options));
  }

  private static CompletableFuture<String> nextText(WebSocket socket) {
    CompletableFuture<String> next = new CompletableFuture<>();
    socket.textMessageHandler(next::complete);
    return next;
  }

  @Test
  void messagesPassBothWays() throws Exception {
    WebSocket fan = connect(PATH, scene.token("derby"));
    CompletableFuture<String> answer = nextText(fan);
    Scene.await(fan.writeTextMessage("hello"));
    assertEquals("echo hello", answer.get(60, TimeUnit.SECONDS));
    assertEquals(List.of("derby"), handshakes);
    Scene.await(fan.close());
    await().until(() -> shopSockets.peek() != null && shopSockets.peek().isClosed());
  }

  @Test
  void whateverIsSentArrivesByteForByteHoweverSlowlyItIsRead() throws Exception {
    WebSocket fan = connect(PATH, scene.token("derby"));
    Buffer received = Buffer.buffer();
    CompletableFuture<Buffer> all = new CompletableFuture<>();
    int size = 4 << 20;
    fan.pause();
    fan.handler(
        chunk -> {
          received.appendBuffer(chunk);
          if (received.length() >= size) {
            all.complete(received);
          }
        });
    byte[] sent = new byte[size];
    new Random(7).nextBytes(sent);
    int piece = 1 << 16;
    for (int at = 0; at < size; at += piece) {
      fan.writeBinaryMessage(Buffer.buffer(sent).getBuffer(at, at + piece)).onFailure(gone -> {});
    }
    fan.resume();
    assertEquals(Buffer.buffer(sent), all.get(60, TimeUnit.SECONDS));
  }

  @Test
  void anUpgradeIsGatedLikeEveryRequestInWhateverShapeItIsAskedFor() throws IOException {
    String[] shapes = {
      "Connection: Upgrade\r\nUpgrade: websocket",
      "Connection: keep-alive, Upgrade\r\nUpgrade: websocket",
      "Connection: keep-alive\r\nConnection: UPGRADE\r\nUpgrade: WebSocket",
      "Connection: upgrade\r\nUpgrade: WEBSOCKET",
    };
    String rest =
        "\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    String admission = "\r\nHeadgate-Admission: " + scene.token("derby");
    for (String shape : shapes) {
      String head = "GET " + PATH + " HTTP/1.1\r\nHost: a.example\r\n" + shape;
      try (Wire outside = new Wire(port);
          Wire inside = new Wire(port)) {
        outside.send(head + rest);
        assertTrue(outside.line().contains(" 401 "), shape);
        inside.send(head + admission + rest);
        assertTrue(inside.line().contains(" 101 "), shape);
      }
    }
    assertEquals(List.of("derby", "derby", "derby", "derby"), handshakes);
  }

  @Test
  void otherUpgradesAndUnsoundOnesAreRefused() throws IOException {
    String[] shapes = {
      "Connection: Upgrade\r\nUpgrade: TLS/1.0",
      "Connection: Upgrade\r\nUpgrade: websocket, websocket",
      "Connection: close\r\nUpgrade: websocket",
      "Upgrade: websocket",
      "Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5",
    };
    for (String shape : shapes) {
      Wire.Reply reply =
          Wire.exchange(
              port,
              "GET %s HTTP/1.1\r\nHost: a.example\r\n%s\r\nHeadgate-Admission: %s\r\n\r\n"
                  .formatted(PATH, shape, scene.token("derby")));
      assertEquals("400 upgrade-unsupported", reply.status() + " " + reply.problem(), shape);
    }
    assertEquals(List.of(), handshakes);
  }

  @Test
  void whatTheShopSaysInsteadReachesTheFan() {
    WebSocketConnectOptions options =
        new WebSocketConnectOptions().setHost("127.0.0.1").setPort(port).setURI(PATH + "/closed");
    options.addHeader("Headgate-Admission", scene.token("derby"));
    ExecutionException refused =
        assertThrows(
            ExecutionException.class,
            () ->
                client
                    .connect(options)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS));
    assertEquals(
        403, assertInstanceOf(UpgradeRejectedException.class, refused.getCause()).getStatus());
  }

  @Test
  void aSessionThatEndsClosesItsSocketsWithAReason() {
    WebSocket fan = connect(PATH, scene.token("derby"));
    WebSocket other =
        connect(
            PATH, scene.token(scene.admission("derby", 13, scene.derby.now.getEpochSecond(), 600)));
    scene.derby.end(0, 12);
    await().atMost(60, TimeUnit.SECONDS).until(fan::isClosed);
    assertEquals((short) 1008, fan.closeStatusCode());
    assertEquals("the session is over", fan.closeReason());
    assertFalse(other.isClosed());
    await().until(() -> shopSockets.stream().filter(ServerWebSocket::isClosed).count() == 1);
  }

  @Test
  void theEndIsToldOnlyBetweenTwoFrames() throws Exception {
    WebSocket fan = connect(PATH, scene.token("derby"));
    ServerWebSocket shop = shopSockets.element();
    Buffer received = Buffer.buffer();
    fan.handler(received::appendBuffer);
    byte[] sent = new byte[300_000];
    new Random(8).nextBytes(sent);
    // Written in one frame; whatever of it is under way is finished first.
    Future<Void> written = shop.writeBinaryMessage(Buffer.buffer(sent));
    scene.derby.end(0, 12);
    await().atMost(60, TimeUnit.SECONDS).until(fan::isClosed);
    assertEquals((short) 1008, fan.closeStatusCode());
    Scene.await(written);
    assertTrue(
        received.length() == 0 || received.equals(Buffer.buffer(sent)), received.length() + "");
  }

  @Test
  void aSessionThatWasRenewedElsewhereGoesOnAfterItsTokenHasExpired() {
    long now = scene.derby.now.getEpochSecond();
    WebSocket fan = connect(PATH, scene.token(scene.admission("derby", 12, now - 60, 65)));
    WebSocket gone = connect(PATH, scene.token(scene.admission("derby", 13, now - 60, 65)));
    scene.queue.look =
        position ->
            Future.succeededFuture(
                new Standing(
                    position.position() == 12 ? Standing.State.ADMITTED : Standing.State.OVER,
                    null));
    scene.derby.now = scene.derby.now.plusSeconds(60);
    await().atMost(60, TimeUnit.SECONDS).until(gone::isClosed);
    assertEquals((short) 1008, gone.closeStatusCode());
    assertFalse(fan.isClosed());
  }
}
