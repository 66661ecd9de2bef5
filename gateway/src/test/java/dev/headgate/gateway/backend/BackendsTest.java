package dev.headgate.gateway.backend;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.Upstream;
import dev.headgate.gateway.queue.BackendReport;
import dev.headgate.gateway.queue.Remaining;
import dev.headgate.policy.throttle.Latencies;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BackendsTest {
  /** Quick, so that a test waits for little; what counts and for how long goes by its own clock. */
  private static final LoadPolls.Pace PACE = pace(Duration.ofMinutes(1));

  private final Vertx vertx = Vertx.vertx();
  private final AtomicLong nanos = new AtomicLong(-5_000_000_000L);
  private final AtomicInteger asked = new AtomicInteger();
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(LoadPoll.class);
  private final List<Backends> opened = new ArrayList<>();
  private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
  private volatile Handler<HttpServerRequest> answer = BackendsTest::good;
  private int port;

  @BeforeEach
  void open() throws Exception {
    vertx.exceptionHandler(thrown::add);
    HttpServer shop =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  asked.incrementAndGet();
                  answer.handle(request);
                })
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS);
    port = shop.actualPort();
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void close() throws Exception {
    logger.detachAppender(log);
    for (Backends each : opened) {
      Object unused = each.close().await(60, TimeUnit.SECONDS);
    }
    Object unused = vertx.close().await(60, TimeUnit.SECONDS);
    assertEquals(List.of(), thrown, "thrown at nobody, while all this ran or closed");
  }

  private static void good(HttpServerRequest request) {
    request.response().end(LoadJsonTest.good().toBuffer()).onFailure(gone -> {});
  }

  private static LoadPolls.Pace pace(Duration patience) {
    return new LoadPolls.Pace(Duration.ofMillis(20), patience, Duration.ofSeconds(10));
  }

  private Backends backends() {
    return backends(URI.create("http://127.0.0.1:" + port + "/internal/load?who=gateway"));
  }

  private Backends backends(@Nullable URI load) {
    return backends(load, PACE);
  }

  private Backends backends(@Nullable URI load, LoadPolls.Pace pace) {
    Map<String, Upstream> upstreams =
        Map.of(
            "shop",
            new Upstream(URI.create("http://127.0.0.1:1"), load),
            // Nobody needs an admission there, so nobody asks it.
            "pages",
            new Upstream(URI.create("http://127.0.0.1:1"), load));
    GatewayConfig defaults = GatewayConfig.defaults(Path.of("unused"));
    GatewayConfig config =
        new GatewayConfig(
            defaults.publicOrigin(),
            defaults.host(),
            0,
            defaults.operatorHost(),
            0,
            List.of(),
            defaults.redis(),
            defaults.keys(),
            false,
            defaults.state(),
            upstreams,
            List.of(
                new Route("/pages/{event}", Set.of(), Route.Access.PUBLIC, "pages", false),
                new Route("/events/{event}/**", Set.of(), Route.Access.ADMISSION, "shop", false)),
            List.of(),
            List.of(),
            1024,
            1,
            Map.of());
    Backends backends =
        new WatchedBackends(new BackendsParts(vertx, config, metrics, nanos::get), pace);
    opened.add(backends);
    return backends;
  }

  private void pass(Duration time) {
    long now = nanos.addAndGet(time.toNanos());
    assertTrue(now > Long.MIN_VALUE);
  }

  private static void awaitLoad(Backends backends) {
    await().until(() -> backends.of("derby").load() != null);
  }

  @Test
  void holdsAndFailuresOfForwardedRequestsAreReported() {
    Backends backends = backends(null);
    assertEquals(BackendReport.NONE, backends.of("derby"));
    backends.answered("shop", "GET", 200, 5_000);
    backends.answered("shop", "HEAD", 499, 1);
    backends.answered("shop", "OPTIONS", 500, 1);
    assertEquals(new BackendReport(List.of(), 3, 1, null), backends.of("derby"));
    backends.answered("shop", "POST", 201, 80);
    backends.answered("shop", "DELETE", 503, 80);
    backends.answered("shop", "POST", 409, 3_000);
    backends.unanswered("shop");
    BackendReport report = backends.of("derby");
    assertEquals(7, report.requests());
    assertEquals(3, report.errors());
    assertEquals(2, report.holds().get(Latencies.bucketOf(80)));
    assertEquals(1, report.holds().get(Latencies.bucketOf(3_000)));
    assertEquals(3, report.holds().stream().mapToInt(Integer::intValue).sum());
    pass(Duration.ofSeconds(11));
    assertEquals(BackendReport.NONE, backends.of("derby"));
  }

  @Test
  void upstreamsThatNoAdmissionLeadsToAreNotWatched() {
    Backends backends = backends(null);
    backends.answered("pages", "POST", 500, 1);
    backends.unanswered("nobody");
    assertEquals(BackendReport.NONE, backends.of("derby"));
  }

  @Test
  void nobodyIsAskedBeforeSomebodyWantsToKnowAndNobodyAfterTenSecondsWithoutThat() {
    Backends backends = backends();
    backends.answered("shop", "POST", 201, 80);
    awaitQuiet();
    assertEquals(0, asked.get());
    assertNull(backends.of("derby").load());
    awaitLoad(backends);
    int before = asked.get();
    await().until(() -> asked.get() > before + 2);
    pass(Duration.ofSeconds(10));
    awaitQuiet();
    int quiet = asked.get();
    assertEquals(0, backends.of("cup").requests());
    await().until(() -> asked.get() > quiet);
  }

  @Test
  void onceTheyAreClosedNobodyIsAskedAndWhatIsStillOnItsWayIsNotHeldAgainstTheShop()
      throws Exception {
    Backends backends = backends();
    awaitLoad(backends);
    answer = request -> {};
    int answered = asked.get();
    await().until(() -> asked.get() > answered);
    double before = ignored();
    Object unused = backends.close().await(60, TimeUnit.SECONDS);
    awaitQuiet();
    int quiet = asked.get();
    assertNotNull(backends.of("derby").load(), "what was said is as good as before");
    awaitQuiet();
    assertEquals(quiet, asked.get());
    assertEquals(before, ignored());
    assertEquals(List.of(), log.list);
  }

  /** Waits until ten rounds' time has passed without a question. */
  private void awaitQuiet() {
    int[] last = {-1};
    await()
        .pollInterval(PACE.every().multipliedBy(10))
        .until(
            () -> {
              boolean quiet = asked.get() == last[0];
              last[0] = asked.get();
              return quiet;
            });
  }

  @Test
  void whatTheShopSaysIsReportedByEvent() {
    Backends backends = backends();
    awaitLoad(backends);
    assertEquals(
        new BackendReport.Load(120, 13, 125, new Remaining(1234, 39)), backends.of("derby").load());
    assertEquals(new BackendReport.Load(120, 13, 125, null), backends.of("cup").load());
  }

  @Test
  void whatWasSaidCountsForTenSeconds() {
    Backends backends = backends();
    awaitLoad(backends);
    answer = request -> request.response().setStatusCode(503).end().onFailure(gone -> {});
    awaitIgnored(1);
    pass(Duration.ofSeconds(9));
    assertNotNull(backends.of("derby").load());
    pass(Duration.ofMillis(1_001));
    assertNull(backends.of("derby").load());
    answer = BackendsTest::good;
    awaitLoad(backends);
  }

  private void awaitIgnored(int more) {
    double before = ignored();
    await().until(() -> ignored() >= before + more);
  }

  private double ignored() {
    return metrics.get("headgate.load.answers").tag("outcome", "ignored").counter().count();
  }

  @Test
  void anAnswerOfTenMegabytesIsNotReadToItsEnd() {
    answer =
        request -> {
          HttpServerResponse response = request.response().setChunked(true);
          response.exceptionHandler(gone -> {});
          pour(response, 160);
        };
    Backends backends = backends();
    assertNull(backends.of("derby").load());
    awaitIgnored(1);
    assertNull(backends.of("derby").load());
    answer = BackendsTest::good;
    awaitLoad(backends);
  }

  private static void pour(HttpServerResponse response, int chunks) {
    if (chunks == 0) {
      response.end().onFailure(gone -> {});
    } else {
      response
          .write(Buffer.buffer(new byte[64 * 1024]))
          .onSuccess(written -> pour(response, chunks - 1));
    }
  }

  @Test
  void redirectsAreNotFollowed() {
    AtomicInteger followed = new AtomicInteger();
    answer =
        request -> {
          if (request.uri().equals("/elsewhere")) {
            followed.incrementAndGet();
            good(request);
          } else {
            request
                .response()
                .setStatusCode(302)
                .putHeader("Location", "/elsewhere")
                .end()
                .onFailure(gone -> {});
          }
        };
    Backends backends = backends();
    assertNull(backends.of("derby").load());
    awaitIgnored(2);
    assertEquals(0, followed.get());
    assertNull(backends.of("derby").load());
  }

  @Test
  void anAnswerThatDripsOrNeverComesIsGivenUp() {
    answer =
        request -> {
          HttpServerResponse response = request.response().setChunked(true);
          response.exceptionHandler(gone -> {});
          long timer =
              vertx.setPeriodic(
                  20,
                  drip -> {
                    if (response.closed()) {
                      boolean stopped = vertx.cancelTimer(drip);
                      assertTrue(stopped);
                    } else {
                      response.write(" ").onFailure(gone -> {});
                    }
                  });
          assertTrue(timer >= 0);
        };
    URI load = URI.create("http://127.0.0.1:" + port + "/internal/load");
    Backends backends = backends(load, pace(Duration.ofMillis(400)));
    assertNull(backends.of("derby").load());
    awaitIgnored(1);
    answer = request -> {};
    awaitIgnored(1);
    answer = BackendsTest::good;
    awaitLoad(backends);
  }

  @Test
  void aShopThatStopsMakingSenseIsLoggedOnceAndOnceMoreWhenItIsWell() {
    Backends backends = backends();
    awaitLoad(backends);
    answer =
        request ->
            request
                .response()
                .end(new JsonObject().put("holdP95Millis", "s3cr3t").toBuffer())
                .onFailure(gone -> {});
    awaitIgnored(3);
    answer = request -> request.response().setStatusCode(500).end().onFailure(gone -> {});
    awaitIgnored(3);
    answer = BackendsTest::good;
    await().until(() -> log.list.size() >= 2);
    assertEquals(
        List.of(
            "WARN upstream shop does not say its load: holdP95Millis is not a number from 0 to"
                + " 2147483647",
            "INFO upstream shop says its load again"),
        log.list.stream().map(line -> line.getLevel() + " " + line.getFormattedMessage()).toList());
  }

  @Test
  void aShopThatIsNotThereIsNoFailureOfOurs() {
    Backends backends = backends(URI.create("http://127.0.0.1:1/"));
    assertEquals(BackendReport.NONE, backends.of("derby"));
    awaitIgnored(2);
    assertEquals(BackendReport.NONE, backends.of("derby"));
  }
}
