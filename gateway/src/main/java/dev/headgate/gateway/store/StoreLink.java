package dev.headgate.gateway.store;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A connection to the store for what can wait: it connects when it is used, and again when it is
 * lost. Safe for use from any thread.
 */
public final class StoreLink {
  private static final long ANSWER_MILLIS = 2_000;

  /** The words with which a Redis says that it is the wrong one, or not ready. */
  private static final List<String> WRONG_STORE =
      List.of("READONLY", "LOADING", "MOVED", "MASTERDOWN", "NOREPLICAS", "CLUSTERDOWN");

  private final Vertx vertx;
  private final RedisOptions options;
  private final long answerMillis;
  private volatile Redis client;
  private boolean closed;

  /**
   * @param name tells its pool's gauges from those of the other links of this process
   */
  public StoreLink(Vertx vertx, URI redis, String name) {
    this(vertx, redis, name, ANSWER_MILLIS);
  }

  /** Waits for answers as long as is said. */
  StoreLink(Vertx vertx, URI redis, String name, long answerMillis) {
    this.vertx = vertx;
    this.answerMillis = answerMillis;
    this.options =
        new RedisOptions()
            .setConnectionString(redis.toString())
            .setPoolName(name)
            .setMaxPoolSize(1)
            .setMaxPoolWaiting(1_024);
    options.getNetClientOptions().setConnectTimeout(1_000);
    this.client = Redis.createClient(vertx, options);
  }

  /**
   * The text of a script.
   *
   * @param beside the class beside which its file is, in the resources
   */
  public static String script(Class<?> beside, String file) {
    try (InputStream in = beside.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("missing resource: " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Whether a failure is what the store said, rather than that it said nothing. */
  public static boolean isAnswer(Throwable failure) {
    return failure.getClass().getSimpleName().equals("ErrorType");
  }

  /** Whether the connection is of no more use after a failure. */
  public static boolean isLost(Throwable failure) {
    return !isAnswer(failure) || WRONG_STORE.stream().anyMatch(word -> said(failure, word));
  }

  /** Whether the store's answer begins with a word. */
  public static boolean said(Throwable failure, String word) {
    String message = failure.getMessage();
    return message != null && message.startsWith(word);
  }

  /** Sends one command; fails where there is no answer within two seconds. */
  public Future<Response> send(Request request) {
    Redis used = client;
    return used.send(request)
        .timeout(answerMillis, TimeUnit.MILLISECONDS)
        .onFailure(
            failure -> {
              // One too many at a time says nothing of the connection, nor of what waits for it.
              if (isLost(failure) && !(failure instanceof ConnectionPoolTooBusyException)) {
                discard(used);
              }
            });
  }

  /** Runs a script on some keys; fails as {@link #send} does. */
  public Future<Response> run(String script, List<String> keys, Object... args) {
    Request request = Request.cmd(Command.EVAL).arg(script).arg(keys.size());
    keys.forEach(request::arg);
    for (Object arg : args) {
      request.arg(arg.toString());
    }
    return send(request);
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
