package dev.headgate.gateway.access;

import dev.headgate.gateway.config.OperatorSessions;
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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions that ended before their time, until that would have come. This gateway knows its own
 * at once; the others learn of them from the store within seconds. While the store is away each
 * knows its own, says that the others do not, and tells them when it is back.
 */
final class SignOuts {
  private static final Logger log = LoggerFactory.getLogger(SignOuts.class);
  private static final String KEY = "headgate:{operators}:signed-out";
  private static final int MOST = 100_000;
  private static final long LOOK_MILLIS = 2_000;

  /** All are asked for at first and each minute; between, those that are new. */
  private static final int LOOKS_A_ROUND = 30;

  /** Another store that takes over may be a little behind. */
  private static final long OVERLAP_SECONDS = 10;

  /** Whatever this or another gateway is configured to, no session goes on for longer. */
  private static final Duration KEPT = OperatorSessions.LONGEST;

  private final InstantSource clock;
  private final StoreLink link;
  private final Map<String, Instant> ended = Collections.synchronizedMap(new Latest());
  // What the store has not been told yet.
  private final Set<String> untold = ConcurrentHashMap.newKeySet();
  private volatile int looks;
  private volatile long latest;
  private volatile boolean looking;
  private volatile boolean away;

  SignOuts(Vertx vertx, URI redis, InstantSource clock) {
    this.clock = clock;
    this.link = new StoreLink(vertx, redis, "headgate-access");
    long unused = vertx.setPeriodic(0, LOOK_MILLIS, tick -> look());
  }

  /** When each is forgotten, those first that were told first; so are they where it is full. */
  private static final class Latest extends LinkedHashMap<String, Instant> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
      return size() > 2 * MOST;
    }
  }

  boolean has(String id) {
    Instant end = ended.get(id);
    return end != null && clock.instant().isBefore(end);
  }

  /** Is known here at once; the future fails where the store was not told, and will be later. */
  Future<Void> add(String id) {
    Instant unused = ended.put(id, clock.instant().plus(KEPT));
    if (untold.size() < MOST) {
      untold.add(id);
    }
    return tell(Set.of(id));
  }

  /** Tells the store what it does not know, and asks what others have told it. */
  private void look() {
    if (looking) {
      return;
    }
    looking = true;
    tell(Set.copyOf(untold))
        .compose(told -> ask())
        .onComplete(
            result -> {
              looking = false;
              looks = result.succeeded() ? (looks + 1) % LOOKS_A_ROUND : 0;
              if (away != result.failed()) {
                away = result.failed();
                log.info(
                    "sign-outs are {} other gateways", away ? "not shared with" : "shared with");
              }
            });
  }

  private Future<Void> tell(Set<String> news) {
    return news.isEmpty()
        ? Future.succeededFuture()
        : link.send(Request.cmd(Command.TIME))
            .compose(time -> tell(news, Long.parseLong(time.get(0).toString())));
  }

  // By the store's clock, so that what is told late is new all the same.
  private Future<Void> tell(Set<String> news, long now) {
    Request add = Request.cmd(Command.ZADD).arg(KEY);
    news.forEach(id -> add.arg(now).arg(id));
    Request forget =
        Request.cmd(Command.ZREMRANGEBYSCORE).arg(KEY).arg("-inf").arg(now - KEPT.toSeconds());
    return link.send(add)
        .onSuccess(told -> untold.removeAll(news))
        .compose(told -> link.send(forget).otherwiseEmpty())
        .mapEmpty();
  }

  private Future<Void> ask() {
    if (looks == 0) {
      latest = 0;
    }
    Request newest =
        Request.cmd(Command.ZRANGE)
            .arg(KEY)
            .arg("+inf")
            .arg(Math.max(0, latest - OVERLAP_SECONDS))
            .arg("BYSCORE")
            .arg("REV")
            .arg("LIMIT")
            .arg(0)
            .arg(MOST)
            .arg("WITHSCORES");
    return link.send(newest).onSuccess(this::learn).mapEmpty();
  }

  private void learn(Response answer) {
    // RESP3 has pairs, RESP2 one list in turn. What was told first comes last.
    boolean pairs = answer.size() > 0 && answer.get(0).size() == 2;
    for (int i = answer.size() - (pairs ? 1 : 2); i >= 0; i -= pairs ? 1 : 2) {
      String id = (pairs ? answer.get(i).get(0) : answer.get(i)).toString();
      String score = (pairs ? answer.get(i).get(1) : answer.get(i + 1)).toString();
      long told = (long) Double.parseDouble(score);
      latest = Math.max(latest, told);
      Instant unused = ended.putIfAbsent(id, Instant.ofEpochSecond(told).plus(KEPT));
    }
  }
}
