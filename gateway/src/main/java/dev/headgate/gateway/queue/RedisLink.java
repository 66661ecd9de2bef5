package dev.headgate.gateway.queue;

import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.store.StoreLink;
import dev.headgate.gateway.trace.Span;
import dev.headgate.gateway.trace.Spans;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pipelined connection to Redis that comes back by itself. It belongs to the event loop that
 * made it: commands of one loop reach Redis in the order in which they were given.
 */
final class RedisLink {
  private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);

  /** Longer than any script runs; an answer later than this is as good as none. */
  private static final long ANSWER_MILLIS = 2_000;

  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;
  private static final int MOST_IN_FLIGHT = 1 << 17;

  private final Vertx vertx;
  private final RedisOptions options;
  private Redis client;
  private @Nullable Future<RedisConnection> connection;
  private @Nullable Consumer<RedisConnection> onConnected;
  private long retryAtNanos;
  private int failures;
  private boolean closed;

  /**
   * @param name tells its pool's gauges from those of the other links of this process
   */
  RedisLink(Vertx vertx, URI redis, String name) {
    this.vertx = vertx;
    this.options =
        new RedisOptions()
            .setConnectionString(redis.toString())
            .setPoolName(name)
            .setMaxPoolSize(1)
            .setMaxPoolWaiting(16)
            .setMaxWaitingHandlers(MOST_IN_FLIGHT);
    options.getNetClientOptions().setConnectTimeout(1_000).setTcpNoDelay(true);
    this.client = Redis.createClient(vertx, options);
    this.retryAtNanos = System.nanoTime();
  }

  /** Is told of each new connection, before anything else is sent on it. */
  RedisLink onConnected(Consumer<RedisConnection> listener) {
    onConnected = listener;
    return this;
  }

  /** Runs a script on an event. Fails with {@link QueueUnavailableException} only. */
  Future<Reply> run(Script script, String event, Object... args) {
    return run(script, List.of(EventKeys.hash(event)), args);
  }

  /** The same for a change that somebody makes, which is written into the event's audit trail. */
  Future<Reply> run(Script script, String event, Signature by, Object... args) {
    List<Object> signed = new ArrayList<>(Arrays.asList(args));
    Collections.addAll(signed, by.before(), by.behind());
    List<String> keys = List.of(EventKeys.hash(event), EventKeys.trail(event));
    return run(script, keys, signed.toArray());
  }

  private Future<Reply> run(Script script, List<String> keys, Object[] args) {
    Span span = Spans.current().toStore(script.name());
    return span.ending(evaluated(script, keys, args));
  }

  private Future<Reply> evaluated(Script script, List<String> keys, Object[] args) {
    return send(evaluate(Command.EVALSHA, script.sha1(), keys, args))
        .recover(
            failure ->
                // A restarted Redis has forgotten its scripts; the whole text teaches it again.
                StoreLink.said(failure, "NOSCRIPT")
                    ? send(evaluate(Command.EVAL, script.source(), keys, args))
                    : Future.failedFuture(failure))
        .map(Reply::new)
        .recover(failure -> Future.failedFuture(unavailable(failure)));
  }

  /** Sends one command. What Redis says against it is the failure itself. */
  Future<Response> send(Request request) {
    return connected()
        .recover(failure -> Future.failedFuture(unavailable(failure)))
        .compose(
            link ->
                link.send(request)
                    .timeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS)
                    .onFailure(failure -> judge(link, failure))
                    .recover(failure -> Future.failedFuture(unlessAnswered(failure))));
  }

  private static Throwable unlessAnswered(Throwable failure) {
    return StoreLink.isAnswer(failure) ? failure : new QueueUnansweredException(failure);
  }

  /** Connects if need be; so that a subscriber stays subscribed. */
  Future<RedisConnection> connected() {
    if (closed) {
      return Future.failedFuture(new QueueUnavailableException("closed", null));
    }
    if (connection != null) {
      return connection;
    }
    if (retryAtNanos - System.nanoTime() > 0) {
      return Future.failedFuture(new QueueUnavailableException("Redis is away", null));
    }
    // Also a handshake may stay without an answer.
    Future<RedisConnection> connecting =
        client.connect().timeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS).onSuccess(this::watch);
    connection = connecting;
    connecting.onFailure(failure -> backOff(connecting, failure));
    return connecting;
  }

  /** Closes for good. */
  Future<Void> close() {
    closed = true;
    return client.close();
  }

  private void watch(RedisConnection link) {
    failures = 0;
    link.exceptionHandler(failure -> drop(link));
    link.endHandler(ended -> drop(link));
    if (onConnected != null) {
      onConnected.accept(link);
    }
  }

  private void judge(RedisConnection link, Throwable failure) {
    if (StoreLink.isLost(failure)) {
      drop(link);
    }
  }

  private void drop(RedisConnection link) {
    Future<RedisConnection> current = connection;
    if (current != null && current.succeeded() && current.result() == link) {
      backOff(current, null);
    }
  }

  private void backOff(Future<RedisConnection> lost, @Nullable Throwable failure) {
    if (connection != lost) {
      return;
    }
    connection = null;
    discardClient();
    long pause = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failures, 5));
    // Jittered, so that the loops of many gateways do not come back in one instant.
    long jittered = pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
    retryAtNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(jittered);
    if (!closed && failures++ == 0) {
      LOG.warn("lost the connection to Redis{}", failure == null ? "" : ": " + failure);
    }
  }

  /**
   * The client would take a silent connection back into its pool and hand the same one out again,
   * for as long as TCP hopes: only with its client is it sure to be closed.
   */
  private void discardClient() {
    if (!closed) {
      Redis lost = client;
      client = Redis.createClient(vertx, options);
      lost.close().onFailure(gone -> LOG.debug("not closed", gone));
    }
  }

  private static Request evaluate(Command command, String what, List<String> keys, Object[] args) {
    Request request = Request.cmd(command).arg(what).arg(keys.size());
    keys.forEach(request::arg);
    for (Object arg : args) {
      request.arg(arg.toString());
    }
    return request;
  }

  private static QueueUnavailableException unavailable(Throwable failure) {
    if (failure instanceof QueueUnavailableException known) {
      return known;
    }
    return new QueueUnavailableException("Redis: " + failure.getMessage(), failure);
  }
}
