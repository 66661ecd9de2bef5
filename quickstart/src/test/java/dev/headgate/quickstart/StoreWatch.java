package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;

import dev.headgate.quickstart.EngineAudit.Rate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads an event's numbers from the store itself a few times a second, by a script of its own that
 * changes nothing. What the store keeps for a minute only is kept here for good.
 */
final class StoreWatch implements AutoCloseable {
  private static final long PAUSE_MILLIS = 200;

  private static final String SCRIPT =
      """
      local key = KEYS[1]
      local clock = redis.call('TIME')
      local second = tonumber(clock[1])
      local now = second * 1000 + math.floor(tonumber(clock[2]) / 1000)
      local fields = redis.call('HMGET', key, 'arrivals', 'cutoff', 'settled', 'lapsed', 'tick',
        'cap')
      return {now, redis.call('ZCOUNT', key .. ':active', '(' .. (second - 10), '+inf'), fields,
        redis.call('ZRANGEBYSCORE', key .. ':admitted', ARGV[1], '+inf', 'WITHSCORES'),
        redis.call('ZRANGE', key .. ':dials', 0, -1),
        redis.call('BITCOUNT', key .. ':claimed:0')}
      """;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Redis redis;
  private final String key;
  private final Queue<Sample> samples = new ConcurrentLinkedQueue<>();
  private final Map<String, Long> admitted = new ConcurrentHashMap<>();
  private final Map<Long, Integer> rates = new ConcurrentHashMap<>();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Sample last;
  private volatile long seenUntil;
  private volatile boolean closed;

  /**
   * One look.
   *
   * @param nowMillis Redis's clock
   * @param active sessions that count
   * @param cap how many may
   * @param claimed places that have been taken
   */
  record Sample(
      long nowMillis,
      long active,
      long arrivals,
      long cutoff,
      long settled,
      long lapsed,
      long tick,
      long cap,
      long claimed) {}

  StoreWatch(URI uri, String event) {
    redis = Redis.createClient(vertx, uri.toString());
    key = "hg:{" + event + "}";
    read();
  }

  /** In their order. */
  List<Sample> samples() {
    return List.copyOf(samples);
  }

  /** When each place was let in, by {@code <lane>.<position>}, in the store's milliseconds. */
  Map<String, Long> admitted() {
    return Map.copyOf(admitted);
  }

  /** Every rate that held, in the order of time; 0 while it was paused. */
  List<Rate> rates() {
    List<Rate> all = new ArrayList<>();
    new TreeMap<>(rates).forEach((at, rate) -> all.add(new Rate(at, rate)));
    return all;
  }

  /** What can never be. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  /** The newest look; one that began after this was called. */
  Sample now() {
    long before = System.currentTimeMillis();
    return await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> last, sample -> sample != null && sample.nowMillis() > before);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      Void unused = vertx.close().await(60, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("not closed", e);
    }
  }

  private void read() {
    Request look =
        Request.cmd(Command.EVAL).arg(SCRIPT).arg(1).arg(key).arg(Long.toString(seenUntil));
    Future<Boolean> unused =
        redis
            .send(look)
            .map(this::take)
            .onFailure(failure -> note("the store: " + failure))
            .onComplete(done -> again());
  }

  private void again() {
    if (!closed) {
      long unused = vertx.setTimer(PAUSE_MILLIS, fired -> read());
    }
  }

  private void note(String fault) {
    if (!closed) {
      faults.add(fault);
    }
  }

  private boolean take(Response answer) {
    Response fields = answer.get(2);
    if (fields.get(0) == null) {
      return false; // It has not been created.
    }
    long now = number(answer, 0);
    letIn(answer.get(3));
    for (Response change : answer.get(4)) {
      String[] parts = change.toString().split(":", 2);
      rates.put(Long.valueOf(parts[0]), Integer.valueOf(parts[1]));
    }
    seenUntil = now;
    Sample sample =
        new Sample(
            now,
            number(answer, 1),
            number(fields, 0),
            number(fields, 1),
            number(fields, 2),
            number(fields, 3),
            number(fields, 4),
            number(fields, 5),
            number(answer, 5));
    samples.add(sample);
    last = sample;
    return true;
  }

  private static long number(Response list, int index) {
    Long number = list.get(index).toLong();
    if (number == null) {
      throw new IllegalStateException("no number at " + index + " of " + list);
    }
    return number;
  }

  private void letIn(Response members) {
    for (int i = 0; i < members.size(); i += 2) {
      String member = members.get(i).toString();
      long at = (long) Double.parseDouble(members.get(i + 1).toString());
      Long before = admitted.putIfAbsent(member, at);
      if (before != null && before != at) {
        faults.add(member + " was let in at " + before + " and at " + at);
      }
    }
  }
}
