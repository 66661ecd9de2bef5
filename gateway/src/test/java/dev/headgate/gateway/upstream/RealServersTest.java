package dev.headgate.gateway.upstream;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.HealthCheck;
import dev.headgate.gateway.config.OutlierRules;
import dev.headgate.gateway.config.OutlierRules.AllOut;
import dev.headgate.gateway.config.ServerLimits;
import dev.headgate.gateway.config.Upstream;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that listen, die and come back. */
class RealServersTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String HEALTH = "/healthz";
  private static final int SILENT = 0;
  private static final int ENDLESS = 1;
  private static final HealthCheck CHECK =
      new HealthCheck(
          HEALTH, Duration.ofMillis(200), Duration.ofMillis(200), Set.of(200, 204), 2, 2);

  private final Vertx vertx = Vertx.vertx();
  private final MeterRegistry metrics = new SimpleMeterRegistry();
  private final HttpClient client =
      vertx.createHttpClient(
          new HttpClientOptions().setConnectTimeout(5_000), new PoolOptions().setHttp1MaxSize(100));
  private final List<Shop> shops = new ArrayList<>();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger unanswered = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private volatile boolean loading = true;
  private @Nullable Upstreams upstreams;

  @BeforeEach
  void listen() {
    for (int i = 0; i < 3; i++) {
      shops.add(new Shop());
    }
  }

  @AfterEach
  void close() {
    loading = false;
    await().atMost(LONG).until(() -> running.get() == 0);
    if (upstreams != null) {
      upstreams.close().await();
    }
    vertx.close().await();
  }

  /** One server of the shop. */
  private final class Shop {
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger checks = new AtomicInteger();
    private final ConcurrentLinkedQueue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    private volatile int health = 200;
    private volatile boolean holding;
    private HttpServer server;
    private final int port;

    Shop() {
      server = open(0);
      port = server.actualPort();
    }

    private HttpServer open(int at) {
      return vertx.createHttpServer().requestHandler(this::handle).listen(at, "127.0.0.1").await();
    }

    private void handle(HttpServerRequest request) {
      if (HEALTH.equals(request.path())) {
        checks.incrementAndGet();
        if (health == ENDLESS) {
          request.response().setChunked(true).write("well, ").onFailure(gone -> {});
        } else if (health != SILENT) {
          request.response().setStatusCode(health).end().onFailure(gone -> {});
        }
      } else {
        requests.incrementAndGet();
        if (holding) {
          held.add(request);
        } else {
          request.response().end("here").onFailure(gone -> {});
        }
      }
    }

    void die() {
      server.close().await();
    }

    /** Whoever connects from anywhere may have been given the port meanwhile, for a moment. */
    void comeBack() {
      await()
          .atMost(LONG)
          .ignoreExceptions()
          .until(
              () -> {
                server = open(port);
                return true;
              });
    }

    boolean isUp() {
      return metrics
              .get("headgate.upstream.up.servers")
              .tag("server", "127.0.0.1:" + port)
              .gauge()
              .value()
          == 1;
    }
  }

  private Upstreams over(@Nullable HealthCheck health, AllOut allOut) {
    List<URI> origins =
        shops.stream().map(shop -> URI.create("http://127.0.0.1:" + shop.port)).toList();
    OutlierRules rules =
        new OutlierRules(
            5,
            Set.of(503),
            50,
            20,
            Duration.ofSeconds(10),
            Duration.ofMillis(300),
            Duration.ofSeconds(1),
            allOut,
            Duration.ofMillis(300));
    Upstream shop = new Upstream(origins, null, health, rules, ServerLimits.usual());
    Upstreams opened =
        Upstreams.over(
            new UpstreamsParts(
                vertx, Farm.config(Map.of("shop", shop)), metrics, System::nanoTime));
    upstreams = opened;
    return opened;
  }

  /** A request as a forwarder makes it: another server only where the first was never reached. */
  private Future<Void> request(Upstreams upstreams, @Nullable Try instead, int reaches) {
    Try one = upstreams.next("shop", instead);
    if (one == null) {
      return Future.failedFuture("no server");
    }
    return client
        .request(
            new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost(one.address().host())
                .setPort(one.address().port())
                .setURI("/"))
        .transform(
            connected -> {
              if (connected.succeeded()) {
                return send(connected.result(), one);
              }
              one.failed();
              return reaches == 0
                  ? Future.failedFuture(connected.cause())
                  : request(upstreams, one, reaches - 1);
            });
  }

  private static Future<Void> send(HttpClientRequest request, Try one) {
    long sent = System.nanoTime();
    return request
        .send()
        .onSuccess(answer -> one.answered(answer.statusCode(), System.nanoTime() - sent))
        .onFailure(gone -> one.failed())
        .compose(answer -> answer.end());
  }

  private void load(Upstreams upstreams, int fans) {
    for (int i = 0; i < fans; i++) {
      running.incrementAndGet();
      vertx.getOrCreateContext().runOnContext(begin -> again(upstreams));
    }
  }

  private void again(Upstreams upstreams) {
    if (!loading) {
      running.decrementAndGet();
      return;
    }
    request(upstreams, null, 2)
        .onComplete(
            ended -> {
              (ended.succeeded() ? done : unanswered).incrementAndGet();
              // A new turn of the loop each time, and not a hot one.
              long timer = vertx.setTimer(1, later -> again(upstreams));
              assertTrue(timer >= 0);
            });
  }

  private void more(int requests) {
    int before = done.get();
    await().atMost(LONG).until(() -> done.get() >= before + requests);
  }

  @Test
  void oneOfThreeMayDieUnderLoadAndComeBackAndNobodyIsTurnedAway() {
    Upstreams open = over(null, AllOut.REFUSE);
    int fans = 20;
    load(open, fans);
    more(200);
    Shop victim = shops.get(1);
    victim.die();
    await().atMost(LONG).until(() -> !victim.isUp());
    more(300);
    // What was under way there when it died is lost; nothing that came later is.
    assertTrue(unanswered.get() <= fans, "lost: " + unanswered.get());
    int others = shops.get(0).requests.get();
    more(100);
    assertTrue(shops.get(0).requests.get() > others);

    int before = victim.requests.get();
    victim.comeBack();
    await().atMost(LONG).until(victim::isUp);
    await().atMost(LONG).until(() -> victim.requests.get() > before + 30);
    int lost = unanswered.get();
    more(200);
    assertEquals(lost, unanswered.get());
    loading = false;
    await()
        .atMost(LONG)
        .until(
            () ->
                metrics.get("headgate.upstream.outstanding.requests").gauges().stream()
                    .allMatch(gauge -> gauge.value() == 0));
  }

  @Test
  void whileAllAreDeadRequestsAreRefusedAtOnceAndTheFirstThatIsBackIsFound() {
    Upstreams open = over(null, AllOut.REFUSE);
    shops.forEach(Shop::die);
    load(open, 10);
    await().atMost(LONG).until(() -> shops.stream().noneMatch(Shop::isUp));
    await()
        .atMost(LONG)
        .until(
            () ->
                metrics.get("headgate.upstream.refusals").tag("reason", "out").counter().count()
                    > 100);
    shops.get(2).comeBack();
    await().atMost(LONG).until(shops.get(2)::isUp);
    more(100);
  }

  @Test
  void aServerThatSaysItIsIllGetsNoNewRequestsUntilItIsWellAgain() {
    Upstreams open = over(CHECK, AllOut.REFUSE);
    Shop ill = shops.get(0);
    for (int round = 0; round < 3; round++) {
      ill.health = 503;
      await().atMost(LONG).until(() -> !ill.isUp());
      for (int i = 0; i < 50; i++) {
        Try one = open.next("shop", null);
        if (one != null) {
          assertTrue(one.address().port() != ill.port, "round " + round);
          one.answered(200, 1);
        }
      }
      ill.health = round == 1 ? 204 : 200;
      await().atMost(LONG).until(ill::isUp);
      await().atMost(LONG).until(() -> portOf(open) == ill.port);
    }
  }

  private static int portOf(Upstreams upstreams) {
    Try one = upstreams.next("shop", null);
    if (one == null) {
      return -1;
    }
    one.abandoned();
    return one.address().port();
  }

  @ParameterizedTest(name = "answering {0}")
  @ValueSource(ints = {SILENT, ENDLESS, 201, 301, 404, 500, 503})
  void whatIsNotTheExpectedAnswerInTimeIsIll(int status) {
    shops.get(0).health = status;
    Upstreams open = over(CHECK, AllOut.REFUSE);
    await().atMost(LONG).until(() -> !shops.get(0).isUp());
    // On a slow machine the others, too, may be late with an answer now and then.
    await().atMost(LONG).until(() -> open.next("shop", null) != null);
  }

  @Test
  void aServerThatTakesNoConnectionIsIll() {
    shops.get(0).die();
    assertNotNull(over(CHECK, AllOut.REFUSE));
    await().atMost(LONG).until(() -> !shops.get(0).isUp());
    shops.get(0).comeBack();
    await().atMost(LONG).until(shops.get(0)::isUp);
  }

  @Test
  void whatIsUnderWayAtAServerThatFallsIllGoesOn() {
    Upstreams open = over(CHECK, AllOut.REFUSE);
    shops.forEach(shop -> shop.holding = true);
    List<Future<Void>> under = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      under.add(request(open, null, 0));
    }
    await().atMost(LONG).until(() -> shops.stream().mapToInt(s -> s.held.size()).sum() == 9);
    shops.forEach(shop -> shop.health = 500);
    await().atMost(LONG).until(() -> shops.stream().noneMatch(Shop::isUp));
    assertNull(open.next("shop", null));
    for (Shop shop : shops) {
      shop.held.forEach(request -> request.response().end("late").onFailure(gone -> {}));
    }
    Future.all(under).await();
  }

  @Test
  void illServersAreAskedWhereThatIsBetterThanNothing() {
    shops.forEach(shop -> shop.health = 500);
    Upstreams open = over(CHECK, AllOut.TRY);
    await().atMost(LONG).until(() -> shops.stream().noneMatch(Shop::isUp));
    request(open, null, 0).await();
  }

  @Test
  void nobodyIsAskedForItsHealthWhereThatIsNotConfiguredNorAfterTheEnd() {
    Upstreams without = over(null, AllOut.REFUSE);
    request(without, null, 0).await();
    assertTrue(shops.stream().allMatch(shop -> shop.checks.get() == 0));
    Upstreams with = over(CHECK, AllOut.REFUSE);
    await().atMost(LONG).until(() -> shops.stream().allMatch(shop -> shop.checks.get() >= 2));
    with.close().await();
    // One question may still be on its way.
    List<Integer> most = shops.stream().map(shop -> shop.checks.get() + 1).toList();
    vertx.timer(1_500).await();
    for (int i = 0; i < shops.size(); i++) {
      assertTrue(shops.get(i).checks.get() <= most.get(i), "server " + i);
    }
    without.close().await();
  }

  @Test
  void healthIsCarriedOverToANewConfigurationUnlessItIsNoLongerAskedFor() {
    shops.get(0).health = 500;
    Upstreams open = over(CHECK, AllOut.REFUSE);
    await().atMost(LONG).until(() -> !shops.get(0).isUp());
    Upstreams same = replaced(open, CHECK);
    assertTrue(!shops.get(0).isUp());
    Upstreams without = replaced(same, null);
    assertTrue(shops.get(0).isUp());
    assertNotNull(without.next("shop", null));
  }

  private Upstreams replaced(Upstreams before, @Nullable HealthCheck health) {
    List<URI> origins =
        shops.stream().map(shop -> URI.create("http://127.0.0.1:" + shop.port)).toList();
    Upstream shop = new Upstream(origins, null, health, OutlierRules.usual(), ServerLimits.usual());
    Upstreams next =
        Upstreams.replacing(
            before,
            new UpstreamsParts(
                vertx, Farm.config(Map.of("shop", shop)), metrics, System::nanoTime));
    before.close().await();
    upstreams = next;
    return Objects.requireNonNull(next);
  }
}
