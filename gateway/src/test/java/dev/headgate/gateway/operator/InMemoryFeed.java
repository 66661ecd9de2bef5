package dev.headgate.gateway.operator;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.feed.FeedEntry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A feed that a test writes. */
final class InMemoryFeed implements Feed {
  private final List<FeedEntry> entries = new CopyOnWriteArrayList<>();
  private final Map<Runnable, Context> followers = new ConcurrentHashMap<>();
  private volatile boolean away;

  /** The newest entry that is kept no longer. */
  private volatile String cut = "";

  @CanIgnoreReturnValue
  FeedEntry add(String event, String type) {
    int number = entries.size();
    String id = "%013d-%06d".formatted(1_764_583_000_000L + number, number % 3);
    Instant at = Instant.parse("2026-12-01T10:00:00Z").plusMillis(number);
    FeedEntry entry = new FeedEntry(id, at, event, type, new JsonObject().put("number", number));
    entries.add(entry);
    followers.forEach((news, context) -> context.runOnContext(turn -> news.run()));
    return entry;
  }

  /** From now on only the newest ones are kept. */
  void keep(int newest) {
    int gone = entries.size() - newest;
    cut = entries.get(gone - 1).id();
    entries.subList(0, gone).clear();
  }

  private boolean isCut(String after) {
    return !after.isEmpty() && after.compareTo(cut) < 0;
  }

  void goAway(boolean gone) {
    away = gone;
  }

  int followers() {
    return followers.size();
  }

  @Override
  public Future<Page> read(@Nullable String event, String after, int limit) {
    if (away) {
      return Future.failedFuture("away");
    }
    List<FeedEntry> found =
        entries.stream()
            .filter(entry -> event == null || entry.event().equals(event))
            .filter(entry -> entry.id().compareTo(after) > 0)
            .limit(limit + 1L)
            .toList();
    List<FeedEntry> page = found.subList(0, Math.min(limit, found.size()));
    boolean more = found.size() > page.size();
    return Future.succeededFuture(
        new Page(page, more ? page.get(page.size() - 1).id() : null, isCut(after)));
  }

  @Override
  public Future<String> newest() {
    return away
        ? Future.failedFuture("away")
        : Future.succeededFuture(
            entries.isEmpty() ? "0000000000000-000000" : entries.get(entries.size() - 1).id());
  }

  @Override
  public Runnable follow(Runnable news) {
    followers.put(news, Vertx.currentContext());
    return () -> followers.remove(news);
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
