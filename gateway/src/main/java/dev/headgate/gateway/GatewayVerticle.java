package dev.headgate.gateway;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Tls;
import dev.headgate.gateway.config.Ways;
import dev.headgate.gateway.edge.Edge;
import dev.headgate.gateway.edge.EdgeParts;
import dev.headgate.gateway.forward.Forward;
import dev.headgate.gateway.forward.ForwardParts;
import dev.headgate.gateway.forward.ForwardRules;
import dev.headgate.gateway.http.AnswerHeaders;
import dev.headgate.gateway.http.Framing;
import dev.headgate.gateway.http.KnownVersions;
import dev.headgate.gateway.http.OneHost;
import dev.headgate.gateway.http.UnfoldedHeads;
import dev.headgate.gateway.http.Unreadable;
import dev.headgate.gateway.operator.OperatorApi;
import dev.headgate.gateway.operator.OperatorParts;
import dev.headgate.gateway.operator.PublicDraws;
import dev.headgate.gateway.preview.FramedPages;
import dev.headgate.gateway.queue.Queue;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.tracing.TracingPolicy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One event loop of a gateway: its own queue connection, edge and forwarding. */
final class GatewayVerticle extends VerticleBase {

  private static final Duration HEAD_PATIENCE = Duration.ofSeconds(15);
  private static final long RELOAD_MILLIS = 10_000;
  private static final CharSequence STRICT_TRANSPORT =
      HttpHeaders.createOptimized("strict-transport-security");

  private final GatewayParts parts;
  private final boolean operators;
  private int port;
  private int operatorPort;
  private @Nullable Edge edge;
  private @Nullable Forward forward;
  private Ways ways;

  /**
   * @param operators whether this loop also serves operators
   */
  GatewayVerticle(GatewayParts parts, boolean operators) {
    this.parts = parts;
    this.operators = operators;
    ways = Forward.ways(parts.config());
  }

  int port() {
    return port;
  }

  int operatorPort() {
    return operatorPort;
  }

  @Override
  public Future<?> start() {
    Queue queue = parts.events().queue();
    Edge fans = edge(queue);
    Forward forwards = forward(queue);
    edge = fans;
    forward = forwards;
    HttpServerOptions options = FanServer.forFans(parts.tls());
    return server(options)
        .connectionHandler(connection -> welcome(connection, options))
        .requestHandler(strictly(dispatch(fans, forwards)))
        .listen(address())
        .compose(
            server -> {
              port = server.actualPort();
              reloadCertificates(server);
              return operators ? listenToOperators() : Future.succeededFuture();
            });
  }

  /** Where all loops listen: on one port, also where any free one will do. */
  private SocketAddress address() {
    GatewayConfig config = parts.config();
    return config.port() == 0
        ? SocketAddress.sharedRandomPort(1, config.host())
        : SocketAddress.inetSocketAddress(config.port(), config.host());
  }

  @Override
  public Future<?> stop() {
    Edge fans = edge;
    if (fans != null) {
      fans.close();
    }
    return Future.succeededFuture();
  }

  /** Goes by other rules, in one turn of the loop; no connection notices. */
  Future<Void> reconfigure(ForwardRules next) {
    Promise<Void> done = Promise.promise();
    context.runOnContext(
        turn -> {
          try {
            Objects.requireNonNull(forward).reconfigure(next);
            Objects.requireNonNull(edge).reconfigure(next.config());
            ways = Forward.ways(next.config());
            done.complete();
          } catch (RuntimeException failure) {
            done.fail(failure);
          }
        });
    return done.future();
  }

  private static Handler<HttpServerRequest> dispatch(Edge edge, Forward forward) {
    return request -> {
      String path = request.path();
      if (path != null && Edge.serves(path)) {
        if (!Framing.isPlain(request)) {
          Unreadable.ambiguous(request);
        } else if (!OneHost.isNamed(request)) {
          Unreadable.withoutHost(request);
        } else {
          edge.handle(request);
        }
      } else {
        forward.handle(request);
      }
    };
  }

  private Edge edge(Queue queue) {
    return Edge.over(
        new EdgeParts(
            vertx,
            parts.config(),
            parts.events(),
            queue,
            parts.tickets(),
            parts.entries(),
            parts.tokens(),
            parts.challenges(),
            parts.proofs(),
            parts.page(),
            parts.telemetry().registry(),
            parts.streams(),
            System::nanoTime));
  }

  private Forward forward(Queue queue) {
    return Forward.over(
        new ForwardParts(
            vertx,
            parts.config(),
            parts.events(),
            queue,
            parts.backends(),
            parts.upstreams(),
            parts.tickets(),
            parts.tokens(),
            parts.page(),
            parts.telemetry().registry(),
            InstantSource.system(),
            parts.passes(),
            parts.clients()));
  }

  private Future<HttpServer> listenToOperators() {
    GatewayConfig config = parts.config();
    OperatorParts operator =
        new OperatorParts(
            parts.events(),
            parts.access(),
            parts.events()::probe,
            parts.telemetry(),
            parts.tokens(),
            parts.entries()::mint,
            config.pages(),
            parts.audit(),
            FramedPages.of(parts.page(), InstantSource.system()),
            new PublicDraws(config.publicOrigin(), Edge::drawDocument, Edge::qrCode),
            parts.feed(),
            () -> ways);
    HttpServerOptions options = FanServer.plain();
    // By which a tracer tells operators, whose changes are all traced, from fans.
    options.setTracingPolicy(TracingPolicy.PROPAGATE);
    return server(options)
        .connectionHandler(connection -> watch(connection, options))
        .requestHandler(OperatorApi.over(vertx, operator))
        .listen(config.operatorPort(), config.operatorHost())
        .onSuccess(server -> operatorPort = server.actualPort());
  }

  /** On every answer, forwarded ones too: it is a rule of the host, not of what is asked for. */
  private Handler<HttpServerRequest> strictly(Handler<HttpServerRequest> handler) {
    String rule = AnswerHeaders.strictTransport(parts.config().headers());
    if (rule == null) {
      return handler;
    }
    return request -> {
      request.response().putHeader(STRICT_TRANSPORT, rule);
      handler.handle(request);
    };
  }

  private void welcome(HttpConnection connection, HttpServerOptions options) {
    watch(connection, options);
    parts.fanConnections().incrementAndGet();
    connection.closeHandler(closed -> parts.fanConnections().decrementAndGet());
  }

  private static void watch(HttpConnection connection, HttpServerOptions options) {
    UnfoldedHeads.watch(connection, options);
    KnownVersions.watch(connection);
    SlowHeads.watch(connection, HEAD_PATIENCE);
  }

  private HttpServer server(HttpServerOptions options) {
    return vertx.createHttpServer(options).invalidRequestHandler(Unreadable::answer);
  }

  /** One loop does it for the port that all share. */
  private void reloadCertificates(HttpServer server) {
    Tls tls = parts.config().tls();
    if (operators && tls != null && parts.tls() != null) {
      TlsReload reload = new TlsReload(vertx, tls, server, parts.tls());
      vertx.setPeriodic(RELOAD_MILLIS, tick -> reload.tick());
    }
  }
}
