package dev.headgate.gateway.feed;

import dev.headgate.gateway.store.StoreLink;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The feed as streams of Redis: one of all events, and one of each. */
final class RedisFeed implements Feed {
  private static final Logger LOG = LoggerFactory.getLogger(RedisFeed.class);

  private static final String NONE = "0000000000000-000000";

  /** The clock of a store that takes over another's place is not the same; nor is it far off. */
  private static final long AHEAD_MILLIS = 60_000;

  private final Vertx vertx;
  private final StoreLink link;
  private final long followMillis;
  private final Set<Follower> followers = ConcurrentHashMap.newKeySet();
  private boolean watching;
  private boolean closed;

  /** One that is called back, and where. */
  private static final class Follower {
    private final Context context;
    private final Runnable news;
    private volatile String seen = "";

    private Follower(Context context, Runnable news) {
      this.context = context;
      this.news = news;
    }
  }

  RedisFeed(FeedParts parts) {
    this.vertx = parts.vertx();
    this.followMillis = parts.follow().toMillis();
    this.link = new StoreLink(vertx, parts.redis(), "headgate-feed");
  }

  @Override
  public Future<Page> read(@Nullable String event, String after, int limit) {
    return range(event, after, limit)
        .compose(
            page -> {
              if (after.isEmpty()) {
                return Future.succeededFuture(page);
              }
              return page.entries().isEmpty()
                  ? isLost(after)
                      .compose(
                          lost ->
                              lost
                                  ? range(event, "", limit).map(RedisFeed::incomplete)
                                  : Future.succeededFuture(page))
                  : isCut(event, after).map(cut -> cut ? incomplete(page) : page);
            });
  }

  private static Page incomplete(Page page) {
    return new Page(page.entries(), page.next(), true);
  }

  /**
   * Whether entries behind an id are kept no longer. The store says how many there have been; the
   * oldest go first, so that nothing has gone from behind an id that is not below all that are
   * kept. Asked for after the entries: what goes in between is told once too often, not too seldom.
   */
  private Future<Boolean> isCut(@Nullable String event, String after) {
    Request about = Request.cmd(Command.XINFO).arg("STREAM").arg(key(event));
    return link.send(about)
        .map(
            stream -> {
              String first = field(stream, "first-entry").get(0).toString();
              long gone = number(stream, "entries-added") - number(stream, "length");
              return gone > 0 && after.compareTo(FeedEntry.idOf(first)) < 0;
            });
  }

  /** RESP3 has a map, RESP2 a list in turn. */
  private static Response field(Response stream, String name) {
    if (stream.isMap()) {
      return Objects.requireNonNull(stream.get(name), name);
    }
    for (int i = 0; i + 1 < stream.size(); i += 2) {
      if (stream.get(i).toString().equals(name)) {
        return stream.get(i + 1);
      }
    }
    throw new IllegalStateException("XINFO STREAM says nothing of " + name);
  }

  private static long number(Response stream, String name) {
    return Long.parseLong(field(stream, name).toString());
  }

  /**
   * Whether an id lies ahead of the newest entry and of the store's clock alike: then it is of a
   * store that was lost, and whoever has it would hear nothing until the clock has come so far.
   */
  private Future<Boolean> isLost(String id) {
    return newest()
        .compose(
            newest ->
                link.send(Request.cmd(Command.TIME))
                    .map(
                        time -> {
                          long now = Long.parseLong(time.get(0).toString()) * 1_000;
                          long latest = Math.max(millis(newest), now + AHEAD_MILLIS);
                          return millis(id) > latest;
                        }));
  }

  private static long millis(String id) {
    return Long.parseLong(id.substring(0, id.indexOf('-')));
  }

  private static String key(@Nullable String event) {
    return event == null ? KEY : "hg:{" + event + "}:feed";
  }

  private Future<Page> range(@Nullable String event, String after, int limit) {
    String from = after.isEmpty() ? "-" : "(" + FeedEntry.stored(after);
    Request range =
        Request.cmd(Command.XRANGE).arg(key(event)).arg(from).arg("+").arg("COUNT").arg(limit + 1);
    return link.send(range)
        .map(
            rows -> {
              List<FeedEntry> found = new ArrayList<>();
              rows.forEach(row -> found.add(entry(row)));
              List<FeedEntry> page = found.subList(0, Math.min(limit, found.size()));
              boolean more = found.size() > page.size();
              return new Page(page, more ? page.get(page.size() - 1).id() : null, false);
            });
  }

  @Override
  public Future<String> newest() {
    Request last = Request.cmd(Command.XREVRANGE).arg(KEY).arg("+").arg("-").arg("COUNT").arg(1);
    return link.send(last)
        .map(rows -> rows.size() == 0 ? NONE : FeedEntry.idOf(rows.get(0).get(0).toString()));
  }

  private static FeedEntry entry(Response row) {
    Map<String, String> fields = new HashMap<>();
    Response flat = row.get(1);
    for (int i = 0; i + 1 < flat.size(); i += 2) {
      fields.put(flat.get(i).toString(), flat.get(i + 1).toString());
    }
    return new FeedEntry(
        FeedEntry.idOf(row.get(0).toString()),
        Instant.ofEpochMilli(Long.parseLong(fields.getOrDefault("at", "0"))),
        fields.getOrDefault("event", ""),
        fields.getOrDefault("type", ""),
        new JsonObject(fields.getOrDefault("data", "{}")));
  }

  @Override
  public Runnable follow(Runnable news) {
    Follower follower = new Follower(vertx.getOrCreateContext(), news);
    followers.add(follower);
    watchLater();
    return () -> followers.remove(follower);
  }

  private synchronized void watchLater() {
    if (watching || closed || followers.isEmpty()) {
      return;
    }
    watching = true;
    long timer = vertx.setTimer(followMillis, due -> look());
    assert timer >= 0;
  }

  private void look() {
    newest()
        .onSuccess(this::tell)
        .onFailure(away -> LOG.debug("nothing is known of the feed: {}", away.toString()))
        .onComplete(
            looked -> {
              synchronized (this) {
                watching = false;
              }
              watchLater();
            });
  }

  private void tell(String newest) {
    for (Follower follower : followers) {
      if (!follower.seen.equals(newest)) {
        follower.seen = newest;
        follower.context.runOnContext(turn -> follower.news.run());
      }
    }
  }

  @Override
  public Future<Void> close() {
    synchronized (this) {
      closed = true;
    }
    followers.clear();
    return link.close();
  }
}
