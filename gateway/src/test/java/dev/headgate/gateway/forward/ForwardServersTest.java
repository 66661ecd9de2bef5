package dev.headgate.gateway.forward;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.OutlierRules;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.RouteLimits;
import dev.headgate.gateway.config.ServerLimits;
import dev.headgate.gateway.config.Upstream;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwardServersTest {
  private static final String PATH = "/events/derby/holds";

  @TempDir static Path keys;

  private final ExecutorService threads = Executors.newFixedThreadPool(30);
  private Scene scene;
  private String admission;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    admission = "Headgate-Admission: " + scene.token("derby");
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    scene.close();
  }

  private int gatewayBefore(int... ports) {
    return gatewayBefore(ServerLimits.usual(), Scene.ANSWER_TIMEOUT, ports);
  }

  private int gatewayBefore(ServerLimits limits, Duration patience, int... ports) {
    List<URI> origins = new ArrayList<>();
    for (int port : ports) {
      origins.add(URI.create("http://127.0.0.1:" + port));
    }
    GatewayConfig plain = Scene.config(List.of(), Map.of());
    return scene.gateway(
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
            Map.of("shop", new Upstream(origins, null, null, OutlierRules.usual(), limits)),
            plain.routes().stream().map(route -> patient(route, patience)).toList(),
            List.of(),
            List.of(),
            plain.maxBodyBytes(),
            1,
            Map.of()));
  }

  private static Route patient(Route route, Duration patience) {
    RouteLimits limits = new RouteLimits(null, patience, Duration.ofSeconds(60));
    return new Route(
        route.hosts(),
        route.path(),
        route.methods(),
        route.access(),
        route.event(),
        route.upstream(),
        route.shared(),
        limits,
        route.cors());
  }

  private Wire.Reply post(int port) throws IOException {
    String body = "{\"seats\":[\"A-1\"]}";
    return Wire.exchange(
        port, Scene.request("POST", PATH, admission, "Content-Length: " + body.length()) + body);
  }

  @Test
  void aServerThatIsNotThereCostsNobodyAnAnswerWhileAnotherIs() throws IOException {
    int port = gatewayBefore(Scene.NOBODY, scene.shopPort);
    for (int i = 0; i < 20; i++) {
      assertEquals("200 shop", post(port).status() + " shop");
    }
    assertEquals(20, scene.seen.size());
    assertTrue(
        scene.seen.stream().allMatch(s -> s.body().toString().equals("{\"seats\":[\"A-1\"]}")));
  }

  @Test
  void aServerGetsNoMoreConnectionsThanItMayAndWhoWaitsIsAnsweredToo() throws Exception {
    int limit = 3;
    AtomicInteger connections = new AtomicInteger();
    List<HttpServerRequest> asked = new ArrayList<>();
    HttpServer shop =
        Scene.await(
            scene
                .vertx
                .createHttpServer()
                .connectionHandler(connection -> connections.incrementAndGet())
                // Answers once as many ask at the same time as can.
                .requestHandler(
                    request -> {
                      asked.add(request);
                      if (asked.size() == limit) {
                        asked.forEach(each -> each.response().end("shop"));
                        asked.clear();
                      }
                    })
                .listen(0, "127.0.0.1"));
    int port =
        gatewayBefore(new ServerLimits(limit, 40), Duration.ofSeconds(30), shop.actualPort());
    List<CompletableFuture<Integer>> answers = new ArrayList<>();
    for (int i = 0; i < 10 * limit; i++) {
      answers.add(CompletableFuture.supplyAsync(() -> status(port), threads));
    }
    for (CompletableFuture<Integer> answer : answers) {
      assertEquals(200, answer.get(60, TimeUnit.SECONDS));
    }
    assertEquals(limit, connections.get());
  }

  private int status(int port) {
    try {
      return post(port).status();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Test
  void aRequestThatAServerMayHaveReadIsNeverSentAgain() throws Exception {
    AtomicInteger read = new AtomicInteger();
    ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    try {
      // Reads the head and hangs up without an answer.
      var unused = CompletableFuture.runAsync(() -> hangUpOnEverybody(silent, read));
      HttpServer other =
          Scene.await(
              scene
                  .vertx
                  .createHttpServer()
                  .requestHandler(request -> request.response().end("other"))
                  .listen(0, "127.0.0.1"));
      int port = gatewayBefore(silent.getLocalPort(), other.actualPort());
      int unknown = 0;
      for (int i = 0; i < 10; i++) {
        unknown += post(port).status() == 502 ? 1 : 0;
      }
      // Whatever reached the first was answered 502, and by nobody else.
      assertTrue(unknown >= 1);
      assertEquals(unknown, read.get());
    } finally {
      silent.close();
    }
  }

  private static void hangUpOnEverybody(ServerSocket server, AtomicInteger read) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        if (socket.getInputStream().read() >= 0) {
          read.incrementAndGet();
        }
      } catch (IOException gone) {
        read.addAndGet(0);
      }
    }
  }

  @Test
  void withNoServerThereTheAnswerSaysThatNothingIsKnown() throws IOException {
    Wire.Reply reply = post(gatewayBefore(Scene.NOBODY, Scene.NOBODY + 1));
    assertEquals("502 upstream-unavailable", reply.status() + " " + reply.problem());
  }

  @Test
  void onceNoServerIsAskedAnyMoreTheAnswerSaysThatNothingWasSent() throws IOException {
    int port = gatewayBefore(Scene.NOBODY);
    String answer = "";
    for (int i = 0; i < 50 && !answer.startsWith("503"); i++) {
      Wire.Reply reply = post(port);
      answer = reply.status() + " " + reply.problem() + " " + reply.header("Retry-After");
    }
    assertEquals("503 upstream-unavailable 2", answer);
  }

  @Test
  void whoeverSendsMoreThanAServerReadsCannotGetItEjectedForTheOthers() throws Exception {
    try (ServerSocket impatient = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var unused = CompletableFuture.runAsync(() -> readNoBodies(impatient));
      int port = gatewayBefore(impatient.getLocalPort());
      for (int i = 0; i < 20; i++) {
        try (Wire wire = new Wire(port)) {
          wire.send(Scene.request("POST", PATH, admission, "Content-Length: 1000000") + "begun");
          assertEquals(502, wire.read(false).status());
        }
      }
      assertEquals(200, Wire.exchange(port, Scene.request("GET", PATH, admission)).status());
    }
  }

  @Test
  void aServerThatHangsUpIsBlamedForAShortBodyThatItReadAndNotForALongOne() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var unused = CompletableFuture.runAsync(() -> readAndHangUp(server));
      int port = gatewayBefore(server.getLocalPort());
      for (int i = 0; i < 20; i++) {
        assertEquals("502 upstream-unavailable", posted(port, 100_000));
      }
      String answer = "";
      for (int i = 0; i < 20 && !answer.startsWith("503"); i++) {
        answer = posted(port, 1_000);
      }
      assertEquals("503 upstream-unavailable", answer);
    }
  }

  private String posted(int port, int bytes) throws IOException {
    try (Wire wire = new Wire(port)) {
      wire.send(Scene.request("POST", PATH, admission, "Content-Length: " + bytes));
      wire.send(new byte[bytes]);
      Wire.Reply reply = wire.read(false);
      return reply.status() + " " + reply.problem();
    }
  }

  // Reads a whole request, and says nothing.
  private static void readAndHangUp(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        BufferedInputStream in = new BufferedInputStream(socket.getInputStream());
        StringBuilder head = new StringBuilder();
        int next = in.read();
        while (next >= 0 && head.indexOf("\r\n\r\n") < 0) {
          head.append((char) next);
          next = head.indexOf("\r\n\r\n") < 0 ? in.read() : next;
        }
        String length = head.toString().replaceAll("(?is).*content-length: *(\\d+).*", "$1");
        in.skipNBytes(Long.parseLong(length));
      } catch (IOException gone) {
        Thread.onSpinWait();
      }
    }
  }

  // Answers what has no body, and hangs up on the rest.
  private static void readNoBodies(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        byte[] head = new byte[16_384];
        int length = socket.getInputStream().read(head);
        if (length > 0 && new String(head, 0, length, ISO_8859_1).startsWith("GET ")) {
          String answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
          socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
        }
      } catch (IOException gone) {
        Thread.onSpinWait();
      }
    }
  }
}
