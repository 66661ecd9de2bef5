package dev.headgate.gateway;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.edge.Edge;
import dev.headgate.gateway.edge.EdgeParts;
import dev.headgate.gateway.forward.Forward;
import dev.headgate.gateway.forward.ForwardParts;
import dev.headgate.gateway.http.Unreadable;
import dev.headgate.gateway.operator.OperatorApi;
import dev.headgate.gateway.operator.OperatorParts;
import dev.headgate.gateway.queue.Queue;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** One event loop of a gateway: its own queue connection, edge and forwarding. */
final class GatewayVerticle extends VerticleBase {

  /** Longer than any poll interval, so that a waiting page keeps its connection. */
  private static final int IDLE_SECONDS = 75;

  private static final int MOST_HEADER_BYTES = 16 * 1024;

  private final GatewayParts parts;
  private final int wantedPort;
  private final boolean operators;
  private int port;
  private int operatorPort;

  /**
   * @param wantedPort the port for fans; 0 takes a free one
   * @param operators whether this loop also serves operators
   */
  GatewayVerticle(GatewayParts parts, int wantedPort, boolean operators) {
    this.parts = parts;
    this.wantedPort = wantedPort;
    this.operators = operators;
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
    Edge edge = edge(queue);
    Forward forward = forward(queue);
    return server()
        .connectionHandler(this::countConnection)
        .requestHandler(dispatch(edge, forward))
        .listen(wantedPort, parts.config().host())
        .compose(
            server -> {
              port = server.actualPort();
              return operators ? listenToOperators() : Future.succeededFuture();
            });
  }

  private static Handler<HttpServerRequest> dispatch(Edge edge, Forward forward) {
    return request -> {
      String path = request.path();
      if (path != null && Edge.serves(path)) {
        edge.handle(request);
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
            parts.proofs(),
            parts.page(),
            parts.telemetry().registry()));
  }

  private Forward forward(Queue queue) {
    return Forward.over(
        new ForwardParts(
            vertx,
            parts.config(),
            parts.events(),
            queue,
            parts.backends(),
            parts.tickets(),
            parts.tokens(),
            parts.page(),
            parts.telemetry().registry(),
            InstantSource.system()));
  }

  private Future<HttpServer> listenToOperators() {
    GatewayConfig config = parts.config();
    OperatorParts operator =
        new OperatorParts(
            parts.events(),
            config.operatorTokens(),
            parts.events()::probe,
            parts.telemetry(),
            parts.tokens(),
            parts.entries()::mint);
    return server()
        .requestHandler(OperatorApi.over(vertx, operator))
        .listen(config.operatorPort(), config.operatorHost())
        .onSuccess(server -> operatorPort = server.actualPort());
  }

  private void countConnection(HttpConnection connection) {
    parts.fanConnections().incrementAndGet();
    connection.closeHandler(closed -> parts.fanConnections().decrementAndGet());
  }

  private HttpServer server() {
    HttpServerOptions options =
        new HttpServerOptions()
            .setIdleTimeout(IDLE_SECONDS)
            .setIdleTimeoutUnit(TimeUnit.SECONDS)
            .setMaxHeaderSize(MOST_HEADER_BYTES)
            // An upgrade to h2c would go past the checks that forwarding makes of HTTP/1.1.
            .setHttp2ClearTextEnabled(false)
            .setTcpNoDelay(true);
    return vertx.createHttpServer(options).invalidRequestHandler(Unreadable::answer);
  }
}
