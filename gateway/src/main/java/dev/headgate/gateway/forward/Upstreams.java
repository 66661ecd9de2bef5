package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Route;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The connections of one event loop to the upstreams. */
final class Upstreams {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  // Of a whole connection, so that an upstream that stops in the middle of an answer is noticed;
  // longer than the pause between two heartbeats of an event stream.
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(60);
  // Shorter than servers keep theirs, so that the end of one is rarely met in sending.
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
  private static final int MAX_CONNECTIONS = 512;
  private static final int MAX_WAITING = 2_048;

  private final HttpClient client;
  private final Map<String, RequestOptions> origins = new HashMap<>();

  Upstreams(Vertx vertx, GatewayConfig config) {
    this(vertx.createHttpClient(clientOptions(), poolOptions()), config);
  }

  /** Other upstreams by the same client: its connections know no names, and end when idle. */
  Upstreams(HttpClient client, GatewayConfig config) {
    this.client = client;
    config.upstreams().forEach((name, to) -> origins.put(name, origin(name, to.origins().get(0))));
    for (Route route : config.routes()) {
      if (!origins.containsKey(route.upstream())) {
        throw new IllegalArgumentException(
            "upstream: " + route.upstream() + " (expected: one of " + origins.keySet() + ")");
      }
    }
  }

  HttpClient client() {
    return client;
  }

  /** A request to an upstream, on a connection of its own for as long as it lasts. */
  Future<HttpClientRequest> request(String upstream) {
    return client.request(origins.get(upstream));
  }

  private static RequestOptions origin(String name, URI address) {
    boolean tls = "https".equalsIgnoreCase(address.getScheme());
    String path = address.getRawPath();
    boolean plain = path == null || path.isEmpty() || path.equals("/");
    if ((!tls && !"http".equalsIgnoreCase(address.getScheme()))
        || address.getHost() == null
        || address.getRawUserInfo() != null
        || address.getRawQuery() != null
        || !plain) {
      throw new IllegalArgumentException(
          "upstream " + name + ": (expected: http://host:port, without a path)");
    }
    int port = address.getPort() >= 0 ? address.getPort() : tls ? 443 : 80;
    return new RequestOptions().setHost(address.getHost()).setPort(port).setSsl(tls);
  }

  private static HttpClientOptions clientOptions() {
    return new HttpClientOptions()
        .setName("headgate-forward")
        .setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
        .setReadIdleTimeout((int) IDLE_TIMEOUT.toSeconds())
        .setKeepAlive(true)
        .setKeepAliveTimeout((int) KEEP_ALIVE.toSeconds())
        .setDecompressionSupported(false);
  }

  private static PoolOptions poolOptions() {
    return new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setMaxWaitQueueSize(MAX_WAITING);
  }
}
