package dev.headgate.gateway.queue;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads of the store for operators, on the keeper's loop. */
final class RedisLookups implements Lookups {
  /** So many sessions are read about in a millisecond; fans wait while a script runs. */
  private static final int AT_ONCE = 200;

  private final RedisLink link;
  private final Keeper keeper;

  RedisLookups(RedisLink link, Keeper keeper) {
    this.link = link;
    this.keeper = keeper;
  }

  @Override
  public Future<EventView> now(String event) {
    return keeper.latest(event).map(view -> view);
  }

  @Override
  public Future<List<Sample>> history(String event) {
    return list(event, "history")
        .map(entries -> entries.stream().map(Sample::read).filter(Objects::nonNull).toList());
  }

  @Override
  public Future<List<Stand>> stands(String event) {
    return list(event, "marks")
        .compose(
            marks ->
                list(event, "history")
                    .map(
                        history -> {
                          TreeMap<Instant, Stand> stands = new TreeMap<>();
                          put(stands, marks);
                          put(stands, history);
                          return List.copyOf(stands.values());
                        }));
  }

  private static void put(Map<Instant, Stand> stands, List<String> entries) {
    for (String entry : entries) {
      Stand stand = Stand.read(entry);
      if (stand != null) {
        stands.put(stand.at(), stand);
      }
    }
  }

  private Future<List<String>> list(String event, String name) {
    String key = EventKeys.hash(event) + ":" + name;
    return link.send(Request.cmd(Command.LRANGE).arg(key).arg("0").arg("-1"))
        .map(entries -> new Reply(entries).texts())
        .recover(away -> Future.failedFuture(new QueueUnavailableException("Redis", away)));
  }

  @Override
  public Future<InsideNow> inside(String event, long epoch, String after, int limit) {
    return link.run(Script.SESSIONS, event, epoch, after, Math.min(limit, AT_ONCE))
        .compose(answer -> sound(event, answer))
        .map(RedisLookups::page)
        .compose(
            page ->
                page.next() == null || limit <= AT_ONCE
                    ? Future.succeededFuture(page)
                    : inside(event, epoch, page.next(), limit - AT_ONCE)
                        .map(rest -> joined(page, rest)));
  }

  private static InsideNow joined(InsideNow page, InsideNow rest) {
    List<InsideNow.Session> sessions = new ArrayList<>(page.sessions());
    sessions.addAll(rest.sessions());
    return new InsideNow(sessions, rest.next());
  }

  @Override
  public Future<Trace> trace(QueuePosition at) {
    return link.run(Script.TRACE, at.event(), at.epoch(), at.lane(), at.position())
        .compose(answer -> sound(at.event(), answer))
        .map(answer -> trace(at, answer));
  }

  /** Of another life than the one that was looked at a moment ago nothing can be said yet. */
  private static Future<Reply> sound(String event, Reply answer) {
    return answer.verdict().equals("OK")
        ? Future.succeededFuture(answer)
        : Future.failedFuture(new QueueUnavailableException(event + ": " + answer.verdict(), null));
  }

  private static InsideNow page(Reply answer) {
    List<InsideNow.Session> sessions = new ArrayList<>();
    for (int i = 2; i < answer.size(); i += 3) {
      String[] member = answer.text(i).split("\\.", 2);
      sessions.add(
          new InsideNow.Session(
              Integer.parseInt(member[0]),
              Integer.parseInt(member[1]),
              Instant.ofEpochSecond(answer.number(i + 1)),
              Instant.ofEpochSecond(answer.number(i + 2))));
    }
    String next = answer.text(1);
    return new InsideNow(sessions, next.isEmpty() ? null : next);
  }

  private static Trace trace(QueuePosition at, Reply answer) {
    Map<String, Long> known = new HashMap<>();
    for (int i = 1; i < answer.size(); i += 2) {
      known.put(answer.text(i), Long.parseLong(answer.text(i + 1)));
    }
    Long start = known.get("start");
    Long expires = known.get("expires");
    return new Trace(
        new Trace.Bounds(count(known, "cutoff"), count(known, "settled"), count(known, "lapsed")),
        count(known, "claimed") == 1,
        millis(known.get("tried")),
        start == null || expires == null
            ? null
            : new InsideNow.Session(
                at.lane(),
                at.position(),
                Instant.ofEpochSecond(start),
                Instant.ofEpochSecond(expires)),
        millis(known.get("calledAt")),
        millis(known.get("turnEndsAt")));
  }

  private static int count(Map<String, Long> known, String name) {
    return Math.toIntExact(known.getOrDefault(name, 0L));
  }

  private static @Nullable Instant millis(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis);
  }
}
