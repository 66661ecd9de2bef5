package dev.headgate.gateway.forward;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.Bypass;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.page.PlainPage;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.upstream.Upstreams;
import dev.headgate.gateway.upstream.UpstreamsParts;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A forwarder before a scene's shop, with routes and passes of its own. */
final class RoutedGateway extends VerticleBase {
  private final Scene scene;
  private final GatewayConfig config;
  private final Passes passes;
  private volatile int port;
  private volatile @Nullable Forward forward;

  private RoutedGateway(Scene scene, GatewayConfig config, Passes passes) {
    this.scene = scene;
    this.config = config;
    this.passes = passes;
  }

  static RoutedGateway start(Scene scene, GatewayConfig config, Passes passes) {
    RoutedGateway gateway = new RoutedGateway(scene, config, passes);
    String id = Scene.await(scene.vertx.deployVerticle(gateway));
    assert !id.isEmpty();
    return gateway;
  }

  static RoutedGateway start(Scene scene, List<Route> routes) {
    return start(scene, config(scene, routes), Passes.none());
  }

  static GatewayConfig config(Scene scene, List<Route> routes) {
    return config(scene, routes, List.of(), Map.of());
  }

  static GatewayConfig config(
      Scene scene, List<Route> routes, List<Bypass> bypasses, Map<String, EventSettings> events) {
    GatewayConfig usual = Scene.config(List.of(), Map.of("shop", scene.shopPort));
    return new GatewayConfig(
        usual.publicOrigin(),
        usual.host(),
        usual.port(),
        usual.operatorHost(),
        usual.operatorPort(),
        usual.operatorTokens(),
        usual.redis(),
        usual.keys(),
        usual.createMissingKeys(),
        usual.state(),
        usual.upstreams(),
        routes,
        usual.allowedOrigins(),
        usual.trustedProxies(),
        usual.maxBodyBytes(),
        usual.eventLoops(),
        events,
        usual.tls(),
        usual.cookies(),
        usual.authorize(),
        bypasses,
        usual.headers(),
        usual.transport(),
        usual.streams(),
        usual.pages(),
        usual.operatorOrigin(),
        usual.operatorSessions(),
        usual.webhooks(),
        usual.oidc(),
        usual.traces());
  }

  int port() {
    return port;
  }

  void reconfigure(GatewayConfig next, Passes nextPasses) {
    Promise<Void> done = Promise.promise();
    context.runOnContext(
        turn -> {
          try {
            Objects.requireNonNull(forward)
                .reconfigure(new ForwardRules(next, nextPasses, upstreams(next)));
            done.complete();
          } catch (RuntimeException failure) {
            done.fail(failure);
          }
        });
    boolean reconfigured = Scene.await(done.future().map(true));
    assert reconfigured;
  }

  private Upstreams upstreams(GatewayConfig of) {
    return Upstreams.over(new UpstreamsParts(scene.vertx, of, scene.metrics, System::nanoTime));
  }

  @Override
  public Future<?> start() {
    Forward forwards =
        Forward.over(
            new ForwardParts(
                vertx,
                config,
                scene.events,
                scene.queue,
                scene.backends,
                upstreams(config),
                scene.tickets,
                scene.tokens,
                new Page(),
                scene.metrics,
                () -> scene.derby.now,
                passes,
                new SessionClients(scene.metrics, Ticker.systemTicker())));
    forward = forwards;
    return vertx
        .createHttpServer()
        .requestHandler(forwards)
        .listen(0, "127.0.0.1")
        .onSuccess(server -> port = server.actualPort());
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
      return Buffer.buffer("the queue of " + shown.event());
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
