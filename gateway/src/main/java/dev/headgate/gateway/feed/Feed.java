package dev.headgate.gateway.feed;

import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened to events, in the order of the store. Each transition is in it once, however many
 * gateways there are: the script that makes it writes it, in the same step. Kept are the newest
 * 1,000 entries of an event and 10,000 of all, for 30 days; a store that is lost takes the feed
 * with it. Safe for use from any thread.
 */
public interface Feed {
  /** Where the feed of all events is in the store; also in common.lua, which writes it. */
  String KEY = "headgate:{feed}:entries";

  /** How many entries a page may have. */
  int LARGEST_PAGE = 1_000;

  /** The feed in a Redis. */
  static Feed inRedis(FeedParts parts) {
    return new RedisFeed(parts);
  }

  /**
   * A page of entries, the oldest first.
   *
   * @param event which event's; null for those of all
   * @param after the id of the last entry one has; empty for all that are kept
   * @param limit at most so many, 1 to {@link #LARGEST_PAGE}
   * @return fails while the store is away
   */
  Future<Page> read(@Nullable String event, String after, int limit);

  /**
   * The id of the newest entry of all; one before every other where there is none.
   *
   * @return fails while the store is away
   */
  Future<String> newest();

  /**
   * Calls back, on the caller's own event loop, when there is something new of any event. While
   * nobody follows, nothing is asked of the store.
   *
   * @return stops it
   */
  Runnable follow(Runnable news);

  /** Closes the connection to the store. */
  Future<Void> close();

  /**
   * Some entries.
   *
   * @param next what to read after for more; null when these are all there are
   * @param missed whether entries behind the one that was named may be kept no longer, so that
   *     these are not all that came after it
   */
  record Page(List<FeedEntry> entries, @Nullable String next, boolean missed) {
    public Page {
      entries = List.copyOf(entries);
    }
  }
}
