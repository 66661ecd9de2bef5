package dev.headgate.gateway.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.headgate.gateway.config.Traces;
import dev.headgate.gateway.testing.Collector;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerResponse;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A collector that is away, slow or odd costs spans, and nobody else anything. */
class CollectorTroubleTest {
  private static final int ROOM = 8;

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Vertx others = Vertx.vertx();
  private final Collector collector = new Collector(others);
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(SpanQueue.class);
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(event.getLevel() + " " + event.getFormattedMessage());
        }
      };

  @BeforeEach
  void listen() {
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(appender);
    others.close().await();
  }

  /** A server that traces all it is asked. */
  private final class Traced implements AutoCloseable {
    private final Tracing tracing;
    private final Vertx vertx;
    private final int port;
    private final HttpClient client = others.createHttpClient();

    Traced(String endpoint, Duration answer) {
      Traces rules =
          new Traces(URI.create(endpoint), List.of(), 1, Traces.Parent.LINK, "tickets", Map.of());
      URI here = URI.create("http://127.0.0.1");
      tracing =
          Tracing.open(
              new TracingParts(
                  rules,
                  here,
                  here,
                  "one",
                  meters,
                  new TracingParts.Timing(Duration.ofMillis(20), answer, ROOM)));
      vertx = tracing.traced(Vertx.builder()).build();
      HttpServer server =
          vertx
              .createHttpServer()
              .requestHandler(request -> request.response().end().onFailure(gone -> {}))
              .listen(0, "127.0.0.1")
              .await();
      port = server.actualPort();
    }

    void ask() {
      int status =
          client
              .request(HttpMethod.GET, port, "127.0.0.1", "/")
              .compose(request -> request.send().compose(answer -> answer.end().map(answer)))
              .await()
              .statusCode();
      assertEquals(200, status);
    }

    void close(Duration atMost) {
      vertx.close().await();
      tracing
          .close(atMost)
          .toCompletionStage()
          .toCompletableFuture()
          .orTimeout(30, TimeUnit.SECONDS)
          .join();
    }

    @Override
    public void close() {
      close(Duration.ofSeconds(3));
    }
  }

  private double spans(String outcome) {
    Counter counter = meters.find("headgate.spans").tag("outcome", outcome).counter();
    return Objects.requireNonNull(counter).count();
  }

  private void awaitSpans(String outcome, int atLeast) {
    Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> spans(outcome) >= atLeast);
  }

  private static void status(HttpServerResponse response, int status) {
    response.setStatusCode(status).end("a collector's own words").onFailure(gone -> {});
  }

  @Test
  void onlyThatItTakesNothingAndThatItTakesAgainIsSaid() {
    collector.answer = response -> status(response, 500);
    try (Traced traced = new Traced(collector.endpoint(), Duration.ofSeconds(5))) {
      for (int i = 1; i <= 3; i++) {
        traced.ask();
        awaitSpans("failed", i);
      }
      collector.answer = Collector::thanks;
      traced.ask();
      awaitSpans("sent", 1);
      traced.ask();
      awaitSpans("sent", 2);
    }
    assertEquals(2, lines.size(), lines.toString());
    assertTrue(lines.get(0).startsWith("WARN the collector 127.0.0.1:"), lines.get(0));
    assertTrue(lines.get(1).endsWith("takes traces again"), lines.get(1));
    assertTrue(lines.stream().noneMatch(line -> line.contains("own words")), lines.toString());
    assertEquals(0, spans("dropped"));
  }

  @Test
  void aCollectorThatIsBusyIsAskedAgain() {
    AtomicInteger asked = new AtomicInteger();
    collector.answer =
        response -> {
          if (asked.incrementAndGet() == 1) {
            status(response, 429);
          } else {
            Collector.thanks(response);
          }
        };
    try (Traced traced = new Traced(collector.endpoint(), Duration.ofSeconds(20))) {
      traced.ask();
      awaitSpans("sent", 1);
    }
    assertEquals(2, asked.get());
    assertEquals(List.of(), lines);
  }

  @Test
  void anAnswerThatIsNoneOfACollectorHarmsNothing() {
    collector.answer =
        response ->
            response
                .putHeader("Content-Type", "text/html")
                .end("<html>\u0000\u0001garbage")
                .onFailure(gone -> {});
    try (Traced traced = new Traced(collector.endpoint(), Duration.ofSeconds(5))) {
      traced.ask();
      Awaitility.await().until(() -> spans("sent") + spans("failed") >= 1);
      collector.answer = Collector::thanks;
      traced.ask();
      Awaitility.await().until(() -> spans("sent") + spans("failed") >= 2);
      assertTrue(spans("sent") >= 1, "the next is taken");
    }
  }

  @Test
  void answersThatNeverEndKeepNothingFromBeingSentAfterwards() {
    AtomicInteger brokenOff = new AtomicInteger();
    collector.answer =
        response -> {
          response.closeHandler(gone -> brokenOff.incrementAndGet());
          response.setChunked(true).write("and").onFailure(gone -> {});
        };
    try (Traced traced = new Traced(collector.endpoint(), Duration.ofMillis(200))) {
      // More than the library has threads to wait for answers on.
      int many = Math.max(5, Runtime.getRuntime().availableProcessors()) + 1;
      for (int i = 1; i <= many; i++) {
        traced.ask();
        awaitSpans("failed", i);
      }
      Awaitility.await().until(() -> brokenOff.get() == many);
      collector.answer = Collector::thanks;
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () -> {
                traced.ask();
                return spans("sent") > 0;
              });
    }
  }

  @Test
  void nobodyWaitsForACollectorThatIsAway() {
    try (Traced traced = new Traced("http://127.0.0.1:1/v1/traces", Duration.ofMillis(200))) {
      for (int i = 0; i < 3; i++) {
        traced.ask();
      }
      awaitSpans("failed", 3);
    }
    assertEquals(1, lines.size(), lines.toString());
  }

  @Test
  void whatFindsNoRoomIsDroppedAndCounted() {
    collector.answer = response -> {};
    Traced traced = new Traced(collector.endpoint(), Duration.ofMinutes(10));
    traced.ask();
    Awaitility.await().until(() -> !collector.asked.isEmpty());
    for (int i = 0; i < 3 * ROOM; i++) {
      traced.ask();
    }
    awaitSpans("dropped", 2 * ROOM);
    assertEquals(2 * ROOM, spans("dropped"));
    traced.close(Duration.ofMillis(300));
    // The future came although the collector never answers, and no span is forgotten.
    assertEquals(1 + ROOM, spans("failed"));
    assertEquals(0, spans("sent"));
  }
}
