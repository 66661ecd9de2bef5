package dev.headgate.gateway.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.headgate.gateway.store.StoreLink;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions that ended before their time, until that would have come. This gateway knows its own
 * at once; the others learn of them from the store within seconds. While the store is away each
 * knows its own, and tells them when it is back.
 */
final class SignOuts {
  private static final Logger log = LoggerFactory.getLogger(SignOuts.class);
  private static final String KEY = "headgate:{operators}:ended";
  private static final int MOST = 100_000;
  private static final long LOOK_MILLIS = 2_000;

  private final InstantSource clock;
  private final StoreLink link;
  private final Cache<String, Instant> ended;
  // What the store has not been told yet.
  private final Map<String, Instant> untold = new ConcurrentHashMap<>();
  private volatile boolean looking;
  private volatile boolean away;

  SignOuts(Vertx vertx, URI redis, InstantSource clock) {
    this.clock = clock;
    this.link = new StoreLink(vertx, redis, "headgate-access");
    this.ended =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfter(Expiry.creating(this::remaining))
            .ticker(() -> clock.millis() * 1_000_000)
            .build();
    long unused = vertx.setPeriodic(0, LOOK_MILLIS, tick -> look());
  }

  private Duration remaining(String id, Instant end) {
    Duration left = Duration.between(clock.instant(), end);
    return left.isNegative() ? Duration.ZERO : left;
  }

  boolean has(String id) {
    return ended.getIfPresent(id) != null;
  }

  /**
   * @param until when the session would have ended at the latest
   */
  void add(String id, Instant until) {
    ended.put(id, until);
    if (untold.size() < MOST) {
      untold.put(id, until);
    }
    look();
  }

  /** Tells the store what it does not know, and asks what others have told it. */
  private void look() {
    if (looking) {
      return;
    }
    looking = true;
    tell()
        .compose(told -> ask())
        .onComplete(
            result -> {
              looking = false;
              if (away != result.failed()) {
                away = result.failed();
                log.info(
                    "sign-outs are {} other gateways", away ? "not shared with" : "shared with");
              }
            });
  }

  private Future<Void> tell() {
    Map<String, Instant> news = Map.copyOf(untold);
    if (news.isEmpty()) {
      return Future.succeededFuture();
    }
    Request add = Request.cmd(Command.ZADD).arg(KEY);
    news.forEach((id, until) -> add.arg(until.getEpochSecond()).arg(id));
    return link.send(add)
        .onSuccess(told -> news.forEach(untold::remove))
        .compose(told -> link.send(forget()))
        .mapEmpty();
  }

  private Request forget() {
    long now = clock.instant().getEpochSecond();
    return Request.cmd(Command.ZREMRANGEBYSCORE).arg(KEY).arg("-inf").arg(now);
  }

  private Future<Void> ask() {
    long now = clock.instant().getEpochSecond();
    Request all =
        Request.cmd(Command.ZRANGE)
            .arg(KEY)
            .arg("(" + now)
            .arg("+inf")
            .arg("BYSCORE")
            .arg("LIMIT")
            .arg(0)
            .arg(MOST)
            .arg("WITHSCORES");
    return link.send(all).onSuccess(this::learn).mapEmpty();
  }

  private void learn(Response answer) {
    // RESP3 has pairs, RESP2 one list in turn.
    for (int i = 0; i < answer.size(); i++) {
      Response one = answer.get(i);
      boolean pair = one.size() == 2;
      String id = pair ? one.get(0).toString() : one.toString();
      String score = pair ? one.get(1).toString() : answer.get(++i).toString();
      ended.asMap().putIfAbsent(id, Instant.ofEpochSecond((long) Double.parseDouble(score)));
    }
  }
}
