package dev.headgate.gateway.edge;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.testing.DocumentedAnswers;
import dev.headgate.gateway.token.Challenges;
import dev.headgate.gateway.token.Proofs;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A real HTTP server over an edge whose queue, events and tokens are scripted. */
abstract class EdgeFixture {

  static final String ORIGIN = "https://tickets.example";

  final ScriptedView view = new ScriptedView("derby");
  final ScriptedEvents events = new ScriptedEvents(view);
  final ScriptedQueue queue = new ScriptedQueue();
  final ReadableEntries entries = new ReadableEntries();
  final ReadableTokens tokens = new ReadableTokens();
  final Challenges challenges = Challenges.under(new byte[32]);
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final DocumentedAnswers documented = new DocumentedAnswers();
  final StreamRoom streams = StreamRoom.of(3, meters);

  private final Vertx vertx = Vertx.vertx();
  private int port;

  @BeforeEach
  void startServer() throws Exception {
    EdgeParts parts =
        new EdgeParts(
            vertx,
            config(),
            events,
            queue,
            new ReadableTickets(),
            entries,
            tokens,
            challenges,
            Proofs.of(vertx),
            QueuePage.bundled(),
            meters,
            streams,
            // Stands still: what holds for a second holds for as long as a test takes.
            () -> 0);
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(Edge.over(parts))
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS);
    port = server.actualPort();
  }

  @AfterEach
  void stopServer() throws Exception {
    Object unused = vertx.close().await(60, TimeUnit.SECONDS);
  }

  static GatewayConfig config() {
    return new GatewayConfig(
        URI.create(ORIGIN),
        "127.0.0.1",
        0,
        "127.0.0.1",
        0,
        List.of(),
        URI.create("redis://127.0.0.1:1"),
        Path.of("keys"),
        false,
        Path.of("state"),
        Map.of(),
        List.of(),
        List.of("https://shop.example:8443"),
        List.of(),
        1024,
        1,
        Map.of());
  }

  int port() {
    return port;
  }

  @CanIgnoreReturnValue
  Answer get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  @CanIgnoreReturnValue
  Answer post(String path, String... headers) {
    return send("POST", path, "", headers);
  }

  /** Sends exactly these header lines, a Host, and a Content-Length where there is a body. */
  @CanIgnoreReturnValue
  Answer send(String method, String path, String body, String... headers) {
    StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: t\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    if (length > 0 || method.equals("POST")) {
      request.append("Content-Length: ").append(length).append("\r\n");
    }
    return raw(request.append("Connection: close\r\n\r\n").append(body).toString());
  }

  Answer raw(String request) {
    try {
      return documented(request, Answer.to(port, request));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Holds an answer against what openapi.yaml says of it. */
  private Answer documented(String request, Answer answer) {
    String[] line = request.split("\r\n", 2)[0].split(" ", -1);
    boolean isLast = answer.status() >= 200;
    if (Edge.serves(line[1]) && isLast) {
      documented.check(
          new DocumentedAnswers.Given(
              line[0], line[1], answer.status(), answer::header, answer.body()));
    }
    return answer;
  }

  static String cookie(int arrival) {
    return "Cookie: hg_place_derby=" + ticket(arrival);
  }

  static String ticket(int arrival) {
    return ReadableTickets.ticket("derby", ScriptedView.EPOCH, arrival);
  }
}
