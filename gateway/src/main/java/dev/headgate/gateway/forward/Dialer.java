package dev.headgate.gateway.forward;

import dev.headgate.gateway.upstream.Try;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;

/** The connections of one event loop to the servers of all upstreams. */
final class Dialer {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  // Shorter than servers keep theirs, so that the end of one is rarely met in sending.
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
  private static final int MAX_CONNECTIONS = 512;
  private static final int MAX_WAITING = 2_048;

  private final HttpClient client;

  Dialer(Vertx vertx) {
    client =
        vertx
            .httpClientBuilder()
            .with(clientOptions())
            .with(poolOptions())
            .withConnectHandler(InterimAnswers::drop)
            .build();
  }

  /** A request on a connection of its own for as long as it lasts; nothing has been sent yet. */
  Future<HttpClientRequest> dial(Try attempt, HttpMethod method, String target) {
    return client.request(
        new RequestOptions()
            .setHost(attempt.address().host())
            .setPort(attempt.address().port())
            .setSsl(attempt.tls())
            .setMethod(method)
            .setURI(target));
  }

  private static HttpClientOptions clientOptions() {
    return new HttpClientOptions()
        .setName("headgate-forward")
        .setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
        .setKeepAlive(true)
        .setKeepAliveTimeout((int) KEEP_ALIVE.toSeconds())
        .setDecompressionSupported(false);
  }

  private static PoolOptions poolOptions() {
    return new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setMaxWaitQueueSize(MAX_WAITING);
  }
}
