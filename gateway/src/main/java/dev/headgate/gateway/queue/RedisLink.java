package dev.headgate.gateway.queue;

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

  /** The words with which a Redis says that it is the wrong one, or not ready. */
  private static final List<String> BAD_CONNECTION =
      List.of("READONLY", "LOADING", "MOVED", "MASTERDOWN", "NOREPLICAS", "CLUSTERDOWN");

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
    Span span = Spans.current().toStore(script.name());
    return span.ending(evaluated(script, event, args));
  }

  private Future<Reply> evaluated(Script script, String event, Object... args) {
    return send(evaluate(Command.EVALSHA, script.sha1(), event, args))
        .recover(
            failure ->
                // A restarted Redis has forgotten its scripts; the whole text teaches it again.
                said(failure, "NOSCRIPT")
                    ? send(evaluate(Command.EVAL, script.source(), event, args))
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
    return isAnAnswer(failure) ? failure : new QueueUnansweredException(failure);
  }

  private static boolean isAnAnswer(Throwable failure) {
    return failure.getClass().getSimpleName().equals("ErrorType");
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
    if (!isAnAnswer(failure) || BAD_CONNECTION.stream().anyMatch(word -> said(failure, word))) {
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

  private static Request evaluate(Command command, String what, String event, Object... args) {
    Request request = Request.cmd(command).arg(what).arg(1).arg(EventKeys.hash(event));
    for (Object arg : args) {
      request.arg(arg.toString());
    }
    return request;
  }

  private static boolean said(Throwable failure, String word) {
    String message = failure.getMessage();
    return message != null && message.startsWith(word);
  }

  private static QueueUnavailableException unavailable(Throwable failure) {
    if (failure instanceof QueueUnavailableException known) {
      return known;
    }
    return new QueueUnavailableException("Redis: " + failure.getMessage(), failure);
  }
}
