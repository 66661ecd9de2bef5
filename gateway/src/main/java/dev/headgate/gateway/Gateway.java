package dev.headgate.gateway;

import dev.headgate.gateway.backend.Backends;
import dev.headgate.gateway.backend.BackendsParts;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.queue.EstimateMeters;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.EventsParts;
import dev.headgate.gateway.telemetry.Telemetry;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.Keys;
import dev.headgate.gateway.token.Proofs;
import dev.headgate.policy.pace.AdmissionPolicy;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
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

  private final Vertx vertx;
  private final Telemetry telemetry;
  private int port;
  private int operatorPort;
  private @Nullable Events events;

  private Gateway(Vertx vertx, Telemetry telemetry) {
    this.vertx = vertx;
    this.telemetry = telemetry;
  }

  /** Starts a gateway; the future completes once it answers fans and operators. */
  public static Future<Gateway> start(GatewayConfig config) {
    Telemetry telemetry = Telemetry.create();
    Vertx vertx = telemetry.measured(new VertxOptions().setPreferNativeTransport(true)).build();
    Gateway gateway = new Gateway(vertx, telemetry);
    Promise<Gateway> started = Promise.promise();
    gateway
        .open(config)
        .onSuccess(open -> started.complete(gateway))
        // Not composed: the futures of a closed Vert.x no longer complete.
        .onFailure(failure -> gateway.stop().onComplete(stopped -> started.fail(failure)));
    return started.future();
  }

  /** The port that serves fans. */
  public int port() {
    return port;
  }

  /** The port that serves operators. */
  public int operatorPort() {
    return operatorPort;
  }

  /** Stops serving; connections are closed. */
  public Future<Void> stop() {
    Events opened = events;
    Future<Void> written = opened == null ? Future.succeededFuture() : opened.close();
    return written.eventually(vertx::close).onComplete(closed -> telemetry.close());
  }

  private Future<Void> open(GatewayConfig config) {
    Backends backends =
        Backends.over(new BackendsParts(vertx, config, telemetry.registry(), System::nanoTime));
    return vertx
        .executeBlocking(() -> Keys.open(config.keys(), config.createMissingKeys()))
        .compose(
            keys ->
                Events.inRedis(queueParts(config, keys, backends))
                    .compose(events -> serve(config, keys, new Live(events, backends))));
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
  private Future<Void> serve(GatewayConfig config, Keys keys, Live live) {
    events = live.events();
    AdmissionTokens tokens = keys.admissionTokens(vertx, config.publicOrigin().toString());
    GatewayParts parts =
        new GatewayParts(
            config,
            live.events(),
            live.backends(),
            keys.placeTickets(),
            keys.entryTickets(),
            tokens,
            Proofs.of(vertx),
            QueuePage.bundled(),
            telemetry,
            fanConnections());
    return createEvents(live.events(), config.events())
        .compose(created -> deploy(parts))
        .onSuccess(deployed -> LOG.info("serving fans on {}, operators on {}", port, operatorPort));
  }

  private AtomicInteger fanConnections() {
    AtomicInteger open = new AtomicInteger();
    Gauge.builder("headgate.fan.connections", open, AtomicInteger::get)
        .description("Connections that fans have open")
        .register(telemetry.registry());
    return open;
  }

  private static Future<Void> createEvents(Events events, Map<String, EventSettings> configured) {
    List<Future<?>> creations = new ArrayList<>();
    configured.forEach((event, settings) -> creations.add(events.create(event, settings)));
    return Future.all(creations).mapEmpty();
  }

  /** The first loop may pick a free port; the others then share it. */
  private Future<Void> deploy(GatewayParts parts) {
    GatewayVerticle first = new GatewayVerticle(parts, parts.config().port(), true);
    return vertx
        .deployVerticle(first, new DeploymentOptions())
        .compose(
            deployed -> {
              port = first.port();
              operatorPort = first.operatorPort();
              List<Future<?>> others = new ArrayList<>();
              for (int i = 1; i < loops(parts.config()); i++) {
                others.add(vertx.deployVerticle(new GatewayVerticle(parts, port, false)));
              }
              return Future.all(others).mapEmpty();
            });
  }

  private static int loops(GatewayConfig config) {
    return config.eventLoops() > 0
        ? config.eventLoops()
        : Runtime.getRuntime().availableProcessors();
  }

  /** Gateways on one Redis tell each other apart by a name made at start. */
  private static String newName() {
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }
}
