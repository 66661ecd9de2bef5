package dev.headgate.gateway;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.headgate.gateway.access.Access;
import dev.headgate.gateway.access.AccessParts;
import dev.headgate.gateway.access.AccessRules;
import dev.headgate.gateway.audit.AuditParts;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.backend.Backends;
import dev.headgate.gateway.backend.BackendsParts;
import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Tls;
import dev.headgate.gateway.edge.StreamRoom;
import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.feed.FeedParts;
import dev.headgate.gateway.forward.SessionClients;
import dev.headgate.gateway.hook.Webhooks;
import dev.headgate.gateway.hook.WebhooksParts;
import dev.headgate.gateway.http.EventLoops;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.queue.ChangeAnswer;
import dev.headgate.gateway.queue.EstimateMeters;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.EventsParts;
import dev.headgate.gateway.telemetry.Telemetry;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.Keys;
import dev.headgate.gateway.token.Proofs;
import dev.headgate.gateway.trace.Tracing;
import dev.headgate.gateway.trace.TracingParts;
import dev.headgate.gateway.upstream.Upstreams;
import dev.headgate.gateway.upstream.UpstreamsParts;
import dev.headgate.policy.pace.AdmissionPolicy;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One gateway process: all its adapters, built once. It keeps nothing that another gateway on the
 * same Redis could not go on with.
 */
public final class Gateway {
  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  /** How long the last spans may take to be sent. */
  private static final Duration FLUSH = Duration.ofSeconds(3);

  private final Vertx vertx;
  private final Telemetry telemetry;
  private final Tracing tracing;
  private int port;
  private int operatorPort;
  private final List<GatewayVerticle> loops = new CopyOnWriteArrayList<>();
  private final Reloads reloads = new Reloads();
  private @Nullable Events events;
  private @Nullable AuditTrail audit;
  private @Nullable Feed feed;
  private @Nullable Webhooks webhooks;
  private volatile boolean following = true;
  private volatile Future<Void> looking = Future.succeededFuture();
  private @Nullable TlsFiles tlsFiles;

  private Gateway(Vertx vertx, Telemetry telemetry, Tracing tracing) {
    this.vertx = vertx;
    this.telemetry = telemetry;
    this.tracing = tracing;
  }

  /** Starts a gateway; the future completes once it answers fans and operators. */
  public static Future<Gateway> start(GatewayConfig config) {
    Telemetry telemetry = Telemetry.create();
    Tracing tracing;
    try {
      tracing = Tracing.open(tracingParts(config, telemetry));
    } catch (IllegalStateException unusable) {
      telemetry.close();
      return Future.failedFuture(unusable);
    }
    Vertx vertx =
        EventLoops.start(
            config.transport(), () -> tracing.traced(telemetry.measured(new VertxOptions())));
    Gateway gateway = new Gateway(vertx, telemetry, tracing);
    Promise<Gateway> started = Promise.promise();
    gateway
        .open(config)
        .onSuccess(open -> started.complete(gateway))
        // Not composed: the futures of a closed Vert.x no longer complete.
        .onFailure(failure -> gateway.stop().onComplete(stopped -> started.fail(failure)));
    return started.future();
  }

  private static TracingParts tracingParts(GatewayConfig config, Telemetry telemetry) {
    return new TracingParts(
        config.traces(),
        config.publicOrigin(),
        operators(config),
        newName(),
        telemetry.registry(),
        TracingParts.Timing.usual());
  }

  private static URI operators(GatewayConfig config) {
    URI named = config.operatorOrigin();
    try {
      return named != null
          ? named
          : new URI("http", null, config.operatorHost(), config.operatorPort(), null, null, null);
    } catch (URISyntaxException noHost) {
      throw new IllegalStateException("operatorHost: not a host", noHost);
    }
  }

  /** The port that serves fans. */
  public int port() {
    return port;
  }

  /** The port that serves operators. */
  public int operatorPort() {
    return operatorPort;
  }

  /**
   * Goes by another configuration without ending a connection: its upstreams, routes, allowed
   * origins, trusted proxies, limits and bypasses. Requests under way end by the one they began
   * with. Keys that only a restart changes keep their value, and are named in the log.
   *
   * @return fails, and changes nothing, with {@link IllegalArgumentException} where a route or
   *     upstream cannot be used, and with {@link IllegalStateException} where a key file cannot
   */
  public Future<Void> reload(GatewayConfig next) {
    return reloads.reload(vertx, next);
  }

  /** Looks every two seconds whether a configuration file has changed, and reloads it then. */
  public void follow(Path file) {
    follow(file, Duration.ofSeconds(2));
  }

  void follow(Path file, Duration every) {
    LOG.info("following {}: what can be changed in a running gateway is reloaded", file);
    ConfigWatch watch = new ConfigWatch(file, new ReloadMeters(telemetry.registry()));
    lookAgain(watch, every.toMillis());
  }

  private void lookAgain(ConfigWatch watch, long everyMillis) {
    long timer =
        vertx.setTimer(
            everyMillis,
            due -> {
              if (following) {
                looking = look(watch).onComplete(looked -> lookAgain(watch, everyMillis));
              }
            });
    assert timer >= 0;
  }

  private Future<Void> look(ConfigWatch watch) {
    return vertx
        .executeBlocking(watch::look)
        .compose(next -> watch.apply(next, this::reload))
        .otherwiseEmpty();
  }

  /** Stops serving; connections are closed. */
  public Future<Void> stop() {
    Events opened = events;
    Future<Void> written = opened == null ? Future.succeededFuture() : opened.close();
    AuditTrail trail = audit;
    Future<Void> noted = trail == null ? Future.succeededFuture() : trail.close();
    Feed followed = feed;
    Webhooks delivering = webhooks;
    Future<Void> told =
        (delivering == null ? Future.<Void>succeededFuture() : delivering.close())
            .eventually(() -> followed == null ? Future.succeededFuture() : followed.close());
    following = false;
    Promise<Void> stopped = Promise.promise();
    written
        .eventually(() -> noted)
        .eventually(() -> told)
        .eventually(() -> looking)
        .eventually(reloads::end)
        .eventually(vertx::close)
        .onComplete(closed -> telemetry.close())
        // The spans of requests that end with their connections are among the last.
        .onComplete(closed -> tracing.close(FLUSH).onComplete(flushed -> stopped.handle(closed)));
    return stopped.future();
  }

  private Future<Void> open(GatewayConfig config) {
    Backends backends =
        Backends.over(new BackendsParts(vertx, config, telemetry.registry(), System::nanoTime));
    return certificate(config)
        .compose(read -> vertx.executeBlocking(() -> opened(config)))
        .compose(
            opened ->
                Events.inRedis(queueParts(config, opened.keys(), backends))
                    .compose(events -> serve(config, opened, new Live(events, backends))));
  }

  /** What the key files hold, and the pages' files. */
  private record Opened(QueuePage page, Keys keys, Passes passes) {}

  private Opened opened(GatewayConfig config) {
    boolean create = config.createMissingKeys();
    return new Opened(
        // First, so that a theme which cannot be used leaves no new keys behind.
        QueuePage.of(config.pages()),
        Keys.open(config.keys(), create),
        Passes.open(config.bypasses(), create, telemetry.registry()));
  }

  /** Before anything else is opened: a wrong file is a mistake in the configuration. */
  private Future<Void> certificate(GatewayConfig config) {
    Tls tls = config.tls();
    return tls == null
        ? Future.succeededFuture()
        : vertx
            .executeBlocking(() -> TlsFiles.read(vertx, tls))
            .onSuccess(read -> tlsFiles = read)
            .mapEmpty();
  }

  /** The events, and what is seen of the backends behind them. */
  private record Live(Events events, Backends backends) {}

  private EventsParts queueParts(GatewayConfig config, Keys keys, Backends backends) {
    return new EventsParts(
        vertx,
        config.redis(),
        config.state(),
        keys.drawKey()::seed,
        AdmissionPolicy.pacing(),
        backends,
        new EstimateMeters(telemetry.registry()),
        newName(),
        InstantSource.system());
  }

  /** Fans and operators are served only once the configured events are there. */
  private Future<Void> serve(GatewayConfig config, Opened opened, Live live) {
    events = live.events();
    AuditTrail trail = trail(config);
    audit = trail;
    Feed happened = Feed.inRedis(new FeedParts(vertx, config.redis(), Duration.ofSeconds(1)));
    feed = happened;
    Keys keys = opened.keys();
    AdmissionTokens tokens = keys.admissionTokens(vertx, config.publicOrigin().toString());
    GatewayParts parts =
        new GatewayParts(
            config,
            live.events(),
            live.backends(),
            Upstreams.over(
                new UpstreamsParts(vertx, config, telemetry.registry(), System::nanoTime)),
            keys.placeTickets(),
            keys.entryTickets(),
            tokens,
            keys.challenges(),
            Proofs.of(vertx),
            opened.page(),
            telemetry,
            opened.passes(),
            new SessionClients(telemetry.registry(), Ticker.systemTicker()),
            fanConnections(),
            StreamRoom.of(config.streams(), telemetry.registry()),
            trail,
            access(config, keys),
            happened,
            tlsFiles);
    return beginWebhooks(config, happened)
        .compose(begun -> createEvents(live.events(), config.events(), trail))
        .compose(created -> deploy(parts))
        .onSuccess(deployed -> reloads.begin(parts, loops))
        .onSuccess(deployed -> OperatorReach.warning(config).ifPresent(LOG::warn))
        .onSuccess(deployed -> LOG.info("serving fans on {}, operators on {}", port, operatorPort));
  }

  private Access access(GatewayConfig config, Keys keys) {
    return Access.over(
        new AccessParts(
            vertx,
            AccessRules.of(config),
            keys.secretFor("operators"),
            config.redis(),
            InstantSource.system()));
  }

  /** Before events are made, of which a new hook is told. */
  private Future<Void> beginWebhooks(GatewayConfig config, Feed happened) {
    if (config.webhooks().isEmpty()) {
      return Future.succeededFuture();
    }
    WebhooksParts parts =
        new WebhooksParts(
            vertx,
            config.redis(),
            happened,
            config.webhooks(),
            telemetry.registry(),
            newName(),
            InstantSource.system(),
            WebhooksParts.Timing.usual());
    return vertx
        .executeBlocking(() -> Webhooks.open(parts))
        .onSuccess(opened -> webhooks = opened)
        .compose(Webhooks::begin);
  }

  private AtomicInteger fanConnections() {
    AtomicInteger open = new AtomicInteger();
    Gauge.builder("headgate.fan.connections", open, AtomicInteger::get)
        .description("Connections that fans have open")
        .register(telemetry.registry());
    return open;
  }

  private AuditTrail trail(GatewayConfig config) {
    return AuditTrail.over(
        new AuditParts(
            vertx,
            config.redis(),
            config.state().resolve("audit"),
            InstantSource.system(),
            Duration.ofSeconds(5)));
  }

  private static Future<Void> createEvents(
      Events events, Map<String, EventSettings> configured, AuditTrail trail) {
    List<Future<?>> creations = new ArrayList<>();
    configured.forEach(
        (event, settings) ->
            creations.add(
                events.create(event, settings).compose(answer -> keep(trail, event, answer))));
    return Future.all(creations).mapEmpty();
  }

  /** An event that was there already is left as it was, and nothing has changed. */
  private static Future<Void> keep(AuditTrail trail, String event, ChangeAnswer answer) {
    return answer instanceof ChangeAnswer.Changed created
        ? trail.keep(event, created.entry())
        : Future.succeededFuture();
  }

  /** The first loop alone, so that what it cannot listen on is complained of once. */
  private Future<Void> deploy(GatewayParts parts) {
    GatewayVerticle first = new GatewayVerticle(parts, true);
    loops.add(first);
    return vertx
        .deployVerticle(first, new DeploymentOptions())
        .compose(
            deployed -> {
              port = first.port();
              operatorPort = first.operatorPort();
              List<Future<?>> others = new ArrayList<>();
              for (int i = 1; i < parts.config().loops(); i++) {
                GatewayVerticle another = new GatewayVerticle(parts, false);
                loops.add(another);
                others.add(vertx.deployVerticle(another));
              }
              return Future.all(others).mapEmpty();
            });
  }

  /** Gateways on one Redis tell each other apart by a name made at start. */
  private static String newName() {
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
