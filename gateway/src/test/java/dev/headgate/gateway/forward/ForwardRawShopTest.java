package dev.headgate.gateway.forward;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.queue.RenewAnswer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardRawShopTest {
  private static final String UPGRADE =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";

  private static final String SWITCHING =
      "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n";

  @TempDir static Path keys;

  private Scene scene;
  private RawShop shop;
  private int port;

  @BeforeEach
  void open() throws IOException {
    scene = new Scene(keys);
    shop = new RawShop();
    port = scene.gateway(Scene.config(List.of(), Map.of("shop", shop.port())));
  }

  @AfterEach
  void close() throws IOException {
    shop.close();
    scene.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "200 OK\r\nContent-Length: 0\r\n\r\n",
        "413 Large\r\nContent-Length: 2\r\n\r\nno",
        "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n",
        "204 None\r\n\r\n",
      })
  void aConnectionWithHalfARequestOnItCarriesNoOther(String early) throws IOException {
    shop.answer = "HTTP/1.1 " + early;
    for (int i = 0; i < 5; i++) {
      try (Wire half = new Wire(port);
          Wire other = new Wire(port)) {
        half.send(Scene.request("POST", "/public/half", "Content-Length: 90000") + "ab");
        assertTrue(half.read(false).closes());
        other.send(Scene.request("GET", "/public/other" + i));
        assertFalse(other.read(false).status() >= 500);
      }
    }
    for (String one : shop.heard()) {
      assertFalse(one.matches("(?s).*POST .*GET .*"), one);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {102, 104, 199})
  void aWordBetweenIsNeverTheAnswerToAnUpgrade(int status) throws IOException {
    shop.answer =
        "HTTP/1.1 " + status + " Wait\r\n\r\nHTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n";
    try (Wire fan = new Wire(port)) {
      fan.send(Scene.request("GET", "/public/live", UPGRADE));
      assertEquals(403, fan.read(false).status());
    }
  }

  @Test
  void wordsBetweenAreNotTheAnswer() throws IOException {
    shop.answer =
        "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n"
            + "HTTP/1.1 104 Upload\r\nX-A: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    for (int i = 0; i < 3; i++) {
      Wire.Reply reply = Wire.exchange(port, Scene.request("GET", "/public/x"));
      assertEquals("200 ok", reply.status() + " " + reply.body());
    }
  }

  @Test
  void aRefusedUpgradeThatAnnouncesTheEndEndsTheConnection() throws IOException {
    shop.answer = "HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno";
    try (Wire fan = new Wire(port)) {
      fan.send(Scene.request("GET", "/public/live", UPGRADE));
      Wire.Reply reply = fan.read(false);
      assertEquals("403 no", reply.status() + " " + reply.body());
      assertTrue(!reply.closes() || fan.closed());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-A: a\u000bb",
        "X-A: a\u007fb",
        "X-A: a\u0001b",
        "X-\u00e9: b",
        "X(A): b",
        ": b",
        "X-A: a\rb",
      })
  void anAnswerThatCannotBePassedOnLeavesNothingOfItself(String header) throws IOException {
    shop.answer =
        "HTTP/1.1 200 Fi\u0001ne\r\nContent-Length: 300\r\nSet-Cookie: a=b\r\n%s\r\n\r\nab"
            .formatted(header);
    try (Wire fan = new Wire(port)) {
      fan.send(Scene.request("GET", "/public/x"));
      Wire.Reply reply = fan.read(false);
      assertEquals("502 upstream-unavailable", reply.status() + " " + reply.problem());
      assertEquals("", reply.header("Set-Cookie"));
      shop.answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
      fan.send(Scene.request("GET", "/public/x"));
      assertEquals("ok", fan.read(false).body());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"X\"A: b", ":status: 200", "X-A: a\u007fb", "X(A): b"})
  void anAnswerThatHttp2CannotCarryIsNone(String header) throws IOException {
    shop.answer = "HTTP/1.1 200 Fine\r\nContent-Length: 300\r\n%s\r\n\r\nab".formatted(header);
    int http2 = scene.gateway(Scene.config(List.of(), Map.of("shop", shop.port())), true);
    HttpClient client =
        scene.vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    int status =
        Scene.await(
            client
                .request(HttpMethod.GET, http2, "127.0.0.1", "/public/x")
                .compose(HttpClientRequest::send)
                .map(HttpClientResponse::statusCode));
    assertEquals(502, status);
  }

  @Test
  void anAnswerThatAnnouncesTheEndEndsTheConnectionThoughTheBodyCame() throws IOException {
    shop.answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n";
    try (Wire fan = new Wire(port)) {
      fan.send(Scene.request("POST", "/public/x", "Content-Length: 6") + "ab");
      assertTrue(fan.line().contains(" 200 "));
      shop.answer = "0\r\n\r\n";
      fan.send("\r\n\r\n");
      String rest = new String(fan.rest(), StandardCharsets.US_ASCII);
      assertTrue(rest.toLowerCase(Locale.ROOT).contains("connection: close"), rest);
      assertTrue(rest.endsWith("0\r\n\r\n"), rest);
    }
    await().until(() -> shop.heard().get(0).endsWith("\r\n\r\nab\r\n\r\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Cookie: hg_admission_derby=", "Headgate-Admission: "})
  void aSessionThatTheShopExtendsAtAHandshakeComesBackWithIt(String credential) throws IOException {
    long now = scene.derby.now.getEpochSecond();
    for (int patience : new int[] {0, 100}) {
      scene.queue.extend =
          (position, seconds) ->
              scene
                  .vertx
                  .timer(patience + 1, TimeUnit.MILLISECONDS)
                  .map(due -> new RenewAnswer.Renewed(now - 60, now + seconds + patience));
      shop.answer = SWITCHING + "Headgate-Session: extend=PT12M\r\n\r\n\u0081\u0001a";
      try (Wire fan = new Wire(port)) {
        fan.send(
            Scene.request("GET", "/events/derby/live", UPGRADE, credential + scene.token("derby")));
        Wire.Reply reply = fan.read(false);
        assertEquals(101, reply.status());
        assertEquals("", reply.header("Headgate-Session"));
        String token =
            (reply.header("Set-Cookie") + reply.header("Headgate-Admission"))
                .replaceAll("hg_admission_derby=([^;]*);.*", "$1");
        assertEquals(
            now + 720 + patience, scene.tokens.verify(token, now).orElseThrow().expiresSeconds());
        assertEquals("\u0081\u0001a", fan.first(3), "what came behind the head is passed on");
        fan.send("frame" + patience);
        await().until(() -> shop.heard().toString().contains("frame" + patience));
      }
    }
  }

  @Test
  void aRenewalThatWasDueAtAHandshakeComesBackWithItOrKeepsNobodyWaiting() throws IOException {
    long now = scene.derby.now.getEpochSecond();
    String old = scene.token(scene.admission("derby", 12, now - 590, 600));
    shop.answer = SWITCHING + "\r\n";
    scene.queue.renew = position -> Promise.<RenewAnswer>promise().future();
    String upgrade =
        Scene.request("GET", "/events/derby/live", UPGRADE, "Headgate-Admission: " + old);
    try (Wire fan = new Wire(port)) {
      fan.send(upgrade);
      Wire.Reply reply = fan.read(false);
      assertEquals("101 ", reply.status() + " " + reply.header("Headgate-Admission"));
    }
    scene.queue.renew =
        position -> Future.succeededFuture(new RenewAnswer.Renewed(now - 590, now + 600));
    int other = scene.gateway(Scene.config(List.of(), Map.of("shop", shop.port())));
    try (Wire fan = new Wire(other)) {
      fan.send(upgrade);
      String token = fan.read(false).header("Headgate-Admission");
      assertEquals(now + 600, scene.tokens.verify(token, now).orElseThrow().expiresSeconds());
    }
  }
}
