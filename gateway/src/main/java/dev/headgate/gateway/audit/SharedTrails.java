package dev.headgate.gateway.audit;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The trails as all gateways see them: a sorted set of lines an event. */
final class SharedTrails {
  /** The events that have a trail, by the time of their last entry. */
  private static final String INDEX = "headgate:{audit}:index";

  /** A name of the store, which is lost with everything else. */
  private static final String LIFE = "headgate:{audit}:life";

  private static final long ANSWER_MILLIS = 2_000;
  private static final int AT_ONCE = 200;
  private static final String APPEND = resource("append.lua");
  private static final String NEWS = resource("news.lua");

  private final Vertx vertx;
  private final RedisOptions options;
  private volatile Redis client;

  SharedTrails(Vertx vertx, URI redis) {
    this.vertx = vertx;
    this.options =
        new RedisOptions()
            .setConnectionString(redis.toString())
            .setPoolName("headgate-audit")
            .setMaxPoolSize(1)
            .setMaxPoolWaiting(1_024);
    options.getNetClientOptions().setConnectTimeout(1_000);
    this.client = Redis.createClient(vertx, options);
  }

  /**
   * What has been added.
   *
   * @param life another one when the store has lost everything since
   */
  record News(List<String> events, long newestMillis, String life) {}

  /** Adds an entry, of which this is what follows its id, and gives it that. */
  Future<AuditEntry> append(String event, String rest) {
    Request append = Request.cmd(Command.EVAL).arg(APPEND).arg(1).arg(key(event)).arg(rest);
    return send(append)
        .map(line -> AuditEntry.read(line.toString()).orElseThrow())
        .compose(entry -> index(event, entry).map(entry));
  }

  /** The lines of all entries after one; reading many takes long, so that is for a worker. */
  Future<List<String>> after(String event, String id) {
    // A tilde sorts behind the comma that follows an id.
    String from = id.isEmpty() ? "-" : "({\"id\":\"" + id + "\"~";
    return send(Request.cmd(Command.ZRANGE).arg(key(event)).arg(from).arg("+").arg("BYLEX"))
        .map(
            answer -> {
              List<String> lines = new ArrayList<>(answer.size());
              answer.forEach(line -> lines.add(line.toString()));
              return lines;
            });
  }

  Future<Integer> count(String event) {
    return send(Request.cmd(Command.ZCARD).arg(key(event)))
        .map(count -> Integer.parseInt(count.toString()));
  }

  /** Puts entries that have their ids, where they are missing. */
  Future<Void> put(String event, List<AuditEntry> entries) {
    if (entries.isEmpty()) {
      return Future.succeededFuture();
    }
    List<AuditEntry> some = entries.subList(0, Math.min(AT_ONCE, entries.size()));
    Request add = Request.cmd(Command.ZADD).arg(key(event));
    some.forEach(entry -> add.arg(0).arg(entry.line()));
    return send(add)
        .compose(added -> index(event, some.get(some.size() - 1)))
        .compose(indexed -> put(event, entries.subList(some.size(), entries.size())));
  }

  /**
   * The events that got entries in or after a millisecond.
   *
   * @param name what to call a store that has no name yet
   */
  Future<News> since(long millis, String name) {
    return send(Request.cmd(Command.EVAL)
            .arg(NEWS)
            .arg(2)
            .arg(INDEX)
            .arg(LIFE)
            .arg(millis)
            .arg(name))
        .map(
            answer -> {
              List<String> events = new ArrayList<>();
              for (int i = 2; i < answer.size(); i++) {
                events.add(answer.get(i).toString());
              }
              long newest = Long.parseLong(answer.get(1).toString());
              return new News(events, newest, answer.get(0).toString());
            });
  }

  Future<Void> close() {
    return client.close();
  }

  private Future<Void> index(String event, AuditEntry newest) {
    String millis = newest.id().substring(0, 13);
    return send(Request.cmd(Command.ZADD).arg(INDEX).arg("GT").arg(millis).arg(event)).mapEmpty();
  }

  private Future<Response> send(Request request) {
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

  /** The client would hand out a silent connection again: only with it is that sure to be gone. */
  private synchronized void discard(Redis used) {
    if (client == used) {
      client = Redis.createClient(vertx, options);
      used.close().onComplete(closed -> {});
    }
  }

  private static String key(String event) {
    return "hg:{" + event + "}:audit";
  }

  private static String resource(String name) {
    try (InputStream in = SharedTrails.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("missing resource: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
