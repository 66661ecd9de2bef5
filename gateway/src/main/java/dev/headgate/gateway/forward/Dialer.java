package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.ServerLimits;
import dev.headgate.gateway.upstream.Try;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The connections of one event loop to the servers of all upstreams. */
final class Dialer {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  // Shorter than servers keep theirs, so that the end of one is rarely met in sending.
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
  private static final int MOST_SERVERS = 1_024;

  private final Vertx vertx;
  private final int loops;
  // A client has one limit for all servers; most configurations have one for all upstreams, too.
  private final Map<ServerLimits, HttpClient> clients = new HashMap<>();
  // Taken apart once: an address is read anew by whoever is given its text.
  private final Map<HostAndPort, SocketAddress> servers = new HashMap<>();

  /**
   * @param loops how many event loops of this process have connections of their own
   */
  Dialer(Vertx vertx, int loops) {
    this.vertx = vertx;
    this.loops = loops;
  }

  /** A request on a connection of its own for as long as it lasts; nothing has been sent yet. */
  Future<HttpClientRequest> dial(Try attempt, HttpMethod method, String target) {
    HostAndPort address = attempt.address();
    return client(attempt.limits())
        .request(
            new RequestOptions()
                .setServer(server(address))
                .setHost(address.host())
                .setPort(address.port())
                .setSsl(attempt.tls())
                .setMethod(method)
                .setURI(target));
  }

  private HttpClient client(ServerLimits limits) {
    HttpClient known = clients.get(limits);
    if (known == null) {
      known =
          vertx
              .httpClientBuilder()
              .with(clientOptions())
              .with(poolOptions(limits.share(loops)))
              .withConnectHandler(InterimAnswers::drop)
              .build();
      clients.put(limits, known);
    }
    return known;
  }

  private SocketAddress server(HostAndPort address) {
    SocketAddress known = servers.get(address);
    if (known == null) {
      // Reloaded configurations name others, again and again perhaps.
      if (servers.size() >= MOST_SERVERS) {
        servers.clear();
      }
      known = SocketAddress.inetSocketAddress(address.port(), address.host());
      servers.put(address, known);
    }
    return known;
  }

  private static HttpClientOptions clientOptions() {
    return new HttpClientOptions()
        .setName("headgate-forward")
        .setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
        .setKeepAlive(true)
        .setKeepAliveTimeout((int) KEEP_ALIVE.toSeconds())
        .setDecompressionSupported(false);
  }

  private static PoolOptions poolOptions(ServerLimits limits) {
    return new PoolOptions()
        .setHttp1MaxSize(limits.maxConnections())
        .setMaxWaitQueueSize(limits.maxWaiting());
  }
}
