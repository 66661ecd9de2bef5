package dev.headgate.gateway.feed;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.net.URI;
import java.util.concurrent.TimeUnit;

/**
 * A connection to the store for what can wait: it connects when it is used, and again when it is
 * lost. Safe for use from any thread.
 */
public final class StoreLink {
  private static final long ANSWER_MILLIS = 2_000;

  private final Vertx vertx;
  private final RedisOptions options;
  private volatile Redis client;
  private boolean closed;

  /**
   * @param name tells its pool's gauges from those of the other links of this process
   */
  public StoreLink(Vertx vertx, URI redis, String name) {
    this.vertx = vertx;
    this.options =
        new RedisOptions()
            .setConnectionString(redis.toString())
            .setPoolName(name)
            .setMaxPoolSize(1)
            .setMaxPoolWaiting(1_024);
    options.getNetClientOptions().setConnectTimeout(1_000);
    this.client = Redis.createClient(vertx, options);
  }

  /** Sends one command; fails where there is no answer within two seconds. */
  public Future<Response> send(Request request) {
    Redis used = client;
    return used.send(request)
        .timeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS)
        .onFailure(
            failure -> {
              boolean redisAnswered = failure.getClass().getSimpleName().equals("ErrorType");
              if (!redisAnswered) {
                discard(used);
              }
            });
  }

  /** Closes for good. */
  public synchronized Future<Void> close() {
    closed = true;
    return client.close();
  }

  /** The client would hand out a silent connection again: only with it is that sure to be gone. */
  private synchronized void discard(Redis used) {
    if (client == used && !closed) {
      client = Redis.createClient(vertx, options);
      used.close().onComplete(gone -> {});
    }
  }
}
