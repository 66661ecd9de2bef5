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
  /** The events that have a trail, by when they last got an entry. */
  private static final String INDEX = "headgate:{audit}:index";

  /** A name of the store, which is lost with everything else. */
  private static final String LIFE = "headgate:{audit}:life";

  private static final int AT_ONCE = 200;

  /** So many lines are read in one answer: a trail has no end, and fans wait while one is made. */
  private static final int LINES_AT_ONCE = 1_000;

  static final String TRAIL = script("trail.lua");

  private static final String APPEND = TRAIL + script("append.lua");
  private static final String PUT = TRAIL + script("put.lua");
  private static final String NEWS = script("news.lua");

  private final StoreLink link;

  SharedTrails(Vertx vertx, URI redis) {
    this.link = new StoreLink(vertx, redis, "headgate-audit");
  }

  private static String script(String file) {
    return StoreLink.script(SharedTrails.class, file);
  }

  /**
   * What has been added.
   *
   * @param newest a number to go on from, lower than the one asked for where the store went back
   * @param life another one when the store has lost everything since
   */
  record News(List<String> events, long newest, String life) {}

  /** Adds an entry, of which this is what follows its id and time, and gives it those. */
  Future<AuditEntry> append(String event, String rest) {
    return link.run(APPEND, List.of(key(event), hash(event)), rest)
        .map(line -> AuditEntry.read(line.toString()).orElseThrow());
  }

  /** The lines of all entries after one; reading many takes long, so that is for a worker. */
  Future<List<String>> after(String event, String id) {
    // A tilde sorts behind the comma that follows an id.
    String from = id.isEmpty() ? "-" : "({\"id\":\"" + id + "\"~";
    return read(key(event), from, new ArrayList<>());
  }

  /** Reads on to the end, and adds it to what was read before. */
  private Future<List<String>> read(String key, String from, List<String> lines) {
    Request some = Request.cmd(Command.ZRANGE).arg(key).arg(from).arg("+").arg("BYLEX");
    return link.send(some.arg("LIMIT").arg(0).arg(LINES_AT_ONCE))
        .compose(
            answer -> {
              answer.forEach(line -> lines.add(line.toString()));
              return answer.size() < LINES_AT_ONCE
                  ? Future.succeededFuture(lines)
                  : read(key, "(" + lines.get(lines.size() - 1), lines);
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
    Object[] lines = some.stream().map(AuditEntry::line).toArray();
    return link.run(PUT, List.of(key(event)), lines)
        .compose(added -> put(event, entries.subList(some.size(), entries.size())));
  }

  /**
   * The events that got entries since.
   *
   * @param number from when on; 0 for ever
   * @param name what to call a store that has no name yet
   */
  Future<News> since(long number, String name) {
    return link.run(NEWS, List.of(INDEX, LIFE), number, name)
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

  private static String key(String event) {
    return hash(event) + ":audit";
  }

  /** The event itself, which knows the last id that was given. */
  private static String hash(String event) {
    return "hg:{" + event + "}";
  }
}
