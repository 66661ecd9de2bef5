package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.EventSource;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.RouteLimits;
import dev.headgate.gateway.config.Traces;
import dev.headgate.gateway.config.Transport;
import dev.headgate.gateway.config.Upstream;
import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.http.EventLoops;
import dev.headgate.gateway.page.PlainPage;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.testing.FakeBackends;
import dev.headgate.gateway.testing.FakeEventView;
import dev.headgate.gateway.testing.FakeEvents;
import dev.headgate.gateway.testing.FakeQueue;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.Keys;
import dev.headgate.gateway.token.PlaceTickets;
import dev.headgate.gateway.trace.Tracing;
import dev.headgate.gateway.trace.TracingParts;
import dev.headgate.gateway.upstream.Upstreams;
import dev.headgate.gateway.upstream.UpstreamsParts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A gateway's forwarder between a client that misbehaves and a shop that writes down all it saw.
 */
final class Scene implements AutoCloseable {
  static final int MAX_BODY = 2 * 1024 * 1024;

  /** Longer than any pause of the machine's own. */
  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  /** Where an upstream is not waited for long, for those who want to see that. */
  static final String HASTY = "/events/derby/hasty";

  /** A port that nobody listens on. */
  static final int NOBODY = 1;

  private static final String ORIGIN = "https://tickets.example";

  // -Dheadgate.transport=EPOLL runs everything that stands on a scene on that one.
  final Vertx vertx =
      EventLoops.start(
          Transport.valueOf(System.getProperty("headgate.transport", "AUTO")), Scene::builder);
  final FakeEvents events = new FakeEvents();
  final FakeEventView derby = events.add("derby");
  final FakeEventView cup = events.add("cup");
  final FakeQueue queue = new FakeQueue();
  final MeterRegistry metrics = new SimpleMeterRegistry();
  final FakeBackends backends = new FakeBackends();
  final AdmissionTokens tokens;
  final PlaceTickets tickets;

  /** The requests that reached the shop whole, in order. */
  final List<Seen> seen = new CopyOnWriteArrayList<>();

  /** How many reached it with their heads alone. */
  final AtomicInteger begun = new AtomicInteger();

  /** How many were broken off by the gateway. */
  final AtomicInteger brokenOff = new AtomicInteger();

  /** What the shop answers. */
  volatile Handler<HttpServerResponse> answer = response -> response.end("shop");

  /** Whether the shop reads bodies. */
  volatile boolean reads = true;

  final int port;
  final int shopPort;
  private final HttpServer shop;

  /** A request as the shop saw it. */
  record Seen(String method, String uri, MultiMap headers, Buffer body) {
    String header(String name) {
      return String.join(" | ", headers.getAll(name));
    }
  }

  Scene(Path keys) {
    this(keys, List.of("10.0.0.0/8", "127.0.0.1", "::1"));
  }

  Scene(Path keys, List<String> trusted) {
    tokens = Keys.open(keys, true).admissionTokens(vertx, ORIGIN);
    tickets = Keys.open(keys, true).placeTickets();
    shop = await(vertx.createHttpServer().requestHandler(this::serve).listen(0, "127.0.0.1"));
    shopPort = shop.actualPort();
    port = gateway(config(trusted, Map.of("shop", shopPort)));
  }

  // -Dheadgate.traces=0.01 traces that share of requests, for -Dheadgate.collector=URL.
  private static VertxBuilder builder() {
    String share = System.getProperty("headgate.traces");
    URI here = URI.create(ORIGIN);
    Traces rules =
        share == null
            ? null
            : new Traces(
                URI.create(System.getProperty("headgate.collector")),
                List.of(),
                Double.parseDouble(share),
                Traces.Parent.LINK,
                "scene",
                Map.of());
    return Tracing.open(
            new TracingParts(
                rules, here, here, "scene", new SimpleMeterRegistry(), TracingParts.Timing.usual()))
        .traced(Vertx.builder());
  }

  /** Another gateway, before other upstreams. */
  int gateway(GatewayConfig config) {
    return gateway(config, false);
  }

  /** Another gateway, which may speak HTTP/2 without TLS. */
  int gateway(GatewayConfig config, boolean http2) {
    ForwardParts parts =
        new ForwardParts(
            vertx,
            config,
            events,
            queue,
            backends,
            Upstreams.over(new UpstreamsParts(vertx, config, metrics, System::nanoTime)),
            tickets,
            tokens,
            new Page(),
            metrics,
            () -> derby.now);
    Gateway gateway = new Gateway(parts, http2);
    String id = await(vertx.deployVerticle(gateway));
    assert !id.isEmpty();
    return gateway.port;
  }

  static GatewayConfig config(List<String> trusted, Map<String, Integer> upstreamPorts) {
    Map<String, Upstream> upstreams =
        upstreamPorts.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    e -> Upstream.at(URI.create("http://127.0.0.1:" + e.getValue()))));
    return new GatewayConfig(
        URI.create(ORIGIN),
        "127.0.0.1",
        0,
        "127.0.0.1",
        0,
        List.of(),
        URI.create("redis://127.0.0.1:1"),
        Path.of("unused"),
        false,
        Path.of("unused"),
        upstreams,
        ROUTES,
        List.of(),
        trusted,
        MAX_BODY,
        1,
        Map.of());
  }

  private static final List<Route> ROUTES =
      List.of(
          route("/events", Set.of("GET"), Route.Access.PUBLIC, false),
          route("/events/{event}", Set.of("GET"), Route.Access.PUBLIC, false),
          route("/events/{event}/map", Set.of("GET"), Route.Access.ADMISSION, true),
          hasty("/events/{event}/hasty"),
          route("/events/{event}/**", Set.of(), Route.Access.ADMISSION, false),
          route("/public/**", Set.of(), Route.Access.PUBLIC, false));

  private static Route route(
      String path, Set<String> methods, Route.Access access, boolean shared) {
    return route(path, methods, access, shared, ANSWER_TIMEOUT);
  }

  private static Route hasty(String path) {
    return route(path, Set.of(), Route.Access.ADMISSION, false, Duration.ofMillis(500));
  }

  private static Route route(
      String path, Set<String> methods, Route.Access access, boolean shared, Duration patience) {
    return new Route(
        Set.of(),
        path,
        methods,
        access,
        new EventSource.Path(),
        "shop",
        shared,
        new RouteLimits(null, patience, Duration.ofSeconds(60)),
        null);
  }

  /** A token of position 12, good from a minute ago for nine minutes more. */
  String token(String event) {
    return token(admission(event, 12, derby.now.getEpochSecond() - 60, 600));
  }

  Admission admission(String event, int position, long start, int life) {
    long epoch = events.add(event).epoch;
    return new Admission(event, epoch, 0, position, "AAECAwQFBgcICQoLDA0ODw", start, start + life);
  }

  String token(Admission admission) {
    return await(tokens.sign(admission));
  }

  Wire.Reply exchange(String request) throws IOException {
    return Wire.exchange(port, request);
  }

  /** A request with these header lines after the Host. */
  Wire.Reply get(String path, String... headers) throws IOException {
    return exchange(request("GET", path, headers));
  }

  static String request(String method, String path, String... headers) {
    StringBuilder request =
        new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: a.example\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    return request.append("\r\n").toString();
  }

  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  Seen onlySeen() {
    if (seen.size() != 1) {
      throw new AssertionError("requests the shop saw: " + seen);
    }
    return seen.get(0);
  }

  private void serve(HttpServerRequest request) {
    begun.incrementAndGet();
    request.response().exceptionHandler(gone -> brokenOff.incrementAndGet());
    if (!reads) {
      answer.handle(request.response());
      return;
    }
    request
        .body()
        .onSuccess(
            body -> {
              seen.add(new Seen(request.method().name(), request.uri(), request.headers(), body));
              answer.handle(request.response());
            });
  }

  @Override
  public void close() {
    vertx.close().await();
  }

  private static final class Gateway extends VerticleBase {
    private final ForwardParts parts;
    private final boolean http2;
    private volatile int port;

    Gateway(ForwardParts parts, boolean http2) {
      this.parts = parts;
      this.http2 = http2;
    }

    @Override
    public Future<?> start() {
      return vertx
          .createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(http2))
          .requestHandler(Forwarder.over(parts))
          .listen(0, "127.0.0.1")
          .onSuccess(server -> port = server.actualPort());
    }
  }

  private static final class Page implements QueuePage {
    @Override
    public String contentSecurityPolicy() {
      return "default-src 'self'";
    }

    @Override
    public String language(AcceptLanguage wanted, @Nullable String byHand) {
      return "en";
    }

    @Override
    public Buffer document(Shown shown, String language) {
      return Buffer.buffer("<!doctype html><title>" + shown.title() + "</title>" + shown.event());
    }

    @Override
    public Buffer plain(PlainPage shown, String language) {
      return Buffer.buffer("a fan's own page");
    }

    @Override
    public Optional<Asset> asset(String name) {
      return Optional.empty();
    }
  }
}
