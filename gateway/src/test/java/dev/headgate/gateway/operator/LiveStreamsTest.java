package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.UnknownEventException;
import dev.headgate.gateway.testing.FakeEventView;
import dev.headgate.gateway.testing.FakeEvents;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveStreamsTest {
  private final Vertx vertx = Vertx.vertx();
  private final FakeEvents events = new FakeEvents();
  private final FakeEventView view = events.add("derby");
  private final AtomicInteger looks = new AtomicInteger();
  private final List<Socket> sockets = new ArrayList<>();
  private int port;

  @BeforeEach
  void serve() throws Exception {
    LiveStreams streams = new LiveStreams(vertx, events, Duration.ofMillis(20));
    Router router = Router.router(vertx);
    router
        .route("/:event")
        .handler(ctx -> Future.succeededFuture(ctx).compose(streams::listen).onFailure(ctx::fail));
    router.route().failureHandler(Failures::answer);
    // Each look is a moment later, with one arrival more.
    events.wait =
        () -> {
          view.arrivals = looks.incrementAndGet();
          view.now = view.now.plusMillis(20);
          return Future.succeededFuture();
        };
    port =
        vertx
            .createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(0))
            .requestHandler(router)
            .listen()
            .await(60, TimeUnit.SECONDS)
            .actualPort();
  }

  @AfterEach
  void stop() throws Exception {
    for (Socket socket : sockets) {
      socket.close();
    }
    vertx.close().await(60, TimeUnit.SECONDS);
  }

  @Test
  void whoListensIsSentTheFiguresAgainAndAgain() throws IOException {
    BufferedReader lines = listen("GET", "derby");
    List<String> head = head(lines);
    assertTrue(head.get(0).startsWith("HTTP/1.1 200 "), head::toString);
    assertTrue(head.contains("content-type: text/event-stream"), head::toString);
    assertTrue(head.contains("cache-control: no-store"), head::toString);
    long lastId = 0;
    int lastArrivals = 0;
    for (int i = 0; i < 5; i++) {
      Sent sent = next(lines);
      assertEquals("live", sent.name);
      assertTrue(sent.id > lastId, () -> "ids rise: " + sent);
      assertTrue(sent.data.getInteger("arrivals") > lastArrivals, () -> "figures are new: " + sent);
      assertTrue(sent.data.fieldNames().containsAll(LiveFigures.of(view).fieldNames()));
      lastId = sent.id;
      lastArrivals = sent.data.getInteger("arrivals");
    }
  }

  @Test
  void whoReadsSlowlyIsSentTheNewestAndNotWhatPiledUp() throws Exception {
    // Longer than all buffers on the way, so that one set fills them.
    view.limit = "x".repeat(16 << 20);
    BufferedReader lines = listen("GET", "derby");
    await(() -> looks.get() == 1);
    letTicksPass(10);
    assertEquals(1, looks.get(), "nobody looks for a client that does not read");
    view.limit = "short";
    view.arrivals = 1_000_000;
    looks.set(1_000_000);
    List<String> head = head(lines);
    assertTrue(head.get(0).startsWith("HTTP/1.1 200 "), head::toString);
    assertEquals(1, next(lines).data.getInteger("arrivals"));
    assertTrue(next(lines).data.getInteger("arrivals") > 1_000_000);
  }

  @Test
  void aClientThatGoesFreesItsStream() throws Exception {
    for (int i = 0; i < OpenStreams.MOST; i++) {
      assertTrue(head(listen("GET", "derby")).get(0).startsWith("HTTP/1.1 200 "));
    }
    List<String> refused = head(listen("GET", "derby"));
    assertTrue(refused.get(0).startsWith("HTTP/1.1 503 "), refused::toString);
    assertTrue(refused.contains("retry-after: 2"), refused::toString);
    sockets.get(17).close();
    await(() -> status().startsWith("HTTP/1.1 200 "));
  }

  @Test
  void nobodyLooksForThoseWhoHaveGone() throws Exception {
    Sent sent = next(skipHead(listen("GET", "derby")));
    assertEquals("live", sent.name);
    sockets.get(0).close();
    await(
        () -> {
          int before = looks.get();
          letTicksPass(5);
          return looks.get() == before;
        });
  }

  @Test
  void whileTheStoreIsAwayTheStreamSaysSoAndGoesOnAfterwards() throws Exception {
    BufferedReader lines = skipHead(listen("GET", "derby"));
    assertEquals("live", next(lines).name);
    var working = events.wait;
    events.wait = () -> Future.failedFuture(new QueueUnavailableException("away", null));
    String line = line(lines);
    while (!line.equals(": the store does not answer")) {
      line = line(lines);
    }
    events.wait = working;
    assertEquals("live", next(lines).name);
  }

  @Test
  void theStreamOfAnEventThatIsNoMoreEnds() throws Exception {
    BufferedReader lines = skipHead(listen("GET", "derby"));
    assertEquals("live", next(lines).name);
    events.wait = () -> Future.failedFuture(new UnknownEventException("derby"));
    String line = line(lines);
    while (!line.equals("0")) {
      line = line(lines);
    }
  }

  @Test
  void anUnknownEventIs404AndHeadOpensNoStream() throws Exception {
    assertTrue(head(listen("GET", "nope")).get(0).startsWith("HTTP/1.1 404 "));
    for (int i = 0; i <= OpenStreams.MOST; i++) {
      assertTrue(head(listen("HEAD", "derby")).get(0).startsWith("HTTP/1.1 200 "));
    }
    assertFalse(status().startsWith("HTTP/1.1 503 "));
  }

  /** Time enough for so many events. */
  private void letTicksPass(int ticks) {
    vertx.timer(ticks * 20L, TimeUnit.MILLISECONDS).await();
  }

  private void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "waited for too long");
      letTicksPass(1);
    }
  }

  /** One event as it was sent. */
  private record Sent(long id, String name, JsonObject data) {}

  private BufferedReader listen(String method, String event) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(60_000);
    sockets.add(socket);
    String request = method + " /" + event + " HTTP/1.1\r\nHost: x\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private String status() {
    try {
      BufferedReader lines = listen("GET", "derby");
      String status = line(lines);
      if (!status.startsWith("HTTP/1.1 200 ")) {
        sockets.remove(sockets.size() - 1).close();
      }
      return status;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static BufferedReader skipHead(BufferedReader lines) throws IOException {
    List<String> head = head(lines);
    assertTrue(head.get(0).startsWith("HTTP/1.1 200 "), head::toString);
    return lines;
  }

  private static List<String> head(BufferedReader lines) throws IOException {
    List<String> head = new ArrayList<>();
    for (String line = line(lines); !line.isEmpty(); line = line(lines)) {
      head.add(line);
    }
    return head;
  }

  /** The next event; the lengths of chunks stand on lines between. */
  private static Sent next(BufferedReader lines) throws IOException {
    long id = -1;
    String name = "";
    while (true) {
      String line = line(lines);
      if (line.startsWith("id: ")) {
        id = Long.parseLong(line.substring(4));
      } else if (line.startsWith("event: ")) {
        name = line.substring(7);
      } else if (line.startsWith("data: ")) {
        return new Sent(id, name, new JsonObject(line.substring(6)));
      }
    }
  }

  private static String line(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    if (line == null) {
      throw new IOException("the connection was closed");
    }
    return line;
  }
}
