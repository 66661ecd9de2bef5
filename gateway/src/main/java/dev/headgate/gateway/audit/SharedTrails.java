package dev.headgate.gateway.audit;

import dev.headgate.gateway.store.StoreLink;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The trails as all gateways see them: a sorted set of lines an event. */
final class SharedTrails {
  /** The events that have a trail, by the time of their last entry. */
  private static final String INDEX = "headgate:{audit}:index";

  /** A name of the store, which is lost with everything else. */
  private static final String LIFE = "headgate:{audit}:life";

  private static final int AT_ONCE = 200;
  private static final String APPEND = StoreLink.script(SharedTrails.class, "append.lua");
  private static final String NEWS = StoreLink.script(SharedTrails.class, "news.lua");

  private final StoreLink link;

  SharedTrails(Vertx vertx, URI redis) {
    this.link = new StoreLink(vertx, redis, "headgate-audit");
  }

  /**
   * What has been added.
   *
   * @param life another one when the store has lost everything since
   */
  record News(List<String> events, long newestMillis, String life) {}

  /** Adds an entry, of which this is what follows its id, and gives it that. */
  Future<AuditEntry> append(String event, String rest) {
    return link.run(APPEND, List.of(key(event)), rest)
        .map(line -> AuditEntry.read(line.toString()).orElseThrow())
        .compose(entry -> index(event, entry).map(entry));
  }

  /** The lines of all entries after one; reading many takes long, so that is for a worker. */
  Future<List<String>> after(String event, String id) {
    // A tilde sorts behind the comma that follows an id.
    String from = id.isEmpty() ? "-" : "({\"id\":\"" + id + "\"~";
    return link.send(Request.cmd(Command.ZRANGE).arg(key(event)).arg(from).arg("+").arg("BYLEX"))
        .map(
            answer -> {
              List<String> lines = new ArrayList<>(answer.size());
              answer.forEach(line -> lines.add(line.toString()));
              return lines;
            });
  }

  Future<Integer> count(String event) {
    return link.send(Request.cmd(Command.ZCARD).arg(key(event)))
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
    return link.send(add)
        .compose(added -> index(event, some.get(some.size() - 1)))
        .compose(indexed -> put(event, entries.subList(some.size(), entries.size())));
  }

  /**
   * The events that got entries in or after a millisecond.
   *
   * @param name what to call a store that has no name yet
   */
  Future<News> since(long millis, String name) {
    return link.run(NEWS, List.of(INDEX, LIFE), millis, name)
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
    return link.close();
  }

  private Future<Void> index(String event, AuditEntry newest) {
    String millis = newest.id().substring(0, 13);
    return link.send(Request.cmd(Command.ZADD).arg(INDEX).arg("GT").arg(millis).arg(event))
        .mapEmpty();
  }

  private static String key(String event) {
    return "hg:{" + event + "}:audit";
  }
}
