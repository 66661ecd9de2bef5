package dev.headgate.gateway.operator;

import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.feed.FeedEntry;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** The feed as server-sent events, from an entry on and then as it grows. For one event loop. */
final class FeedStreams {
  private static final int AT_ONCE = 100;
  private static final long HEARTBEAT_MILLIS = 15_000;

  private final Vertx vertx;
  private final Feed feed;
  private final OpenStreams streams = new OpenStreams("ask for pages");

  FeedStreams(Vertx vertx, Feed feed) {
    this.vertx = vertx;
    this.feed = feed;
  }

  /**
   * Opens a stream, which lasts until its client goes.
   *
   * @param event null for those of all
   * @param after the last entry that the client has; empty for none of those that there are
   */
  Future<Void> listen(RoutingContext ctx, @Nullable String event, String after) {
    Future<String> begin = after.isEmpty() ? feed.newest() : Future.succeededFuture(after);
    return begin
        .recover(away -> Future.failedFuture(new ProblemException(Problem.restoring())))
        .compose(from -> streams.open(ctx, client -> new Stream(client, event, from).start()));
  }

  /** One client. Until what was written is on its way, nothing more is read for it. */
  private final class Stream {
    private final OpenStreams.Line client;
    private final @Nullable String event;
    private String last;
    private boolean busy;
    private boolean again;

    private Stream(OpenStreams.Line client, @Nullable String event, String from) {
      this.client = client;
      this.event = event;
      this.last = from;
    }

    private void start() {
      long timer = vertx.setPeriodic(HEARTBEAT_MILLIS, due -> beat());
      Runnable unfollow = feed.follow(this::read);
      client.atEnd(
          () -> {
            unfollow.run();
            vertx.cancelTimer(timer);
          });
      // The first bytes tell the client that it listens.
      write(": from " + last + "\n\n").onSuccess(sent -> read());
    }

    private void beat() {
      if (!busy) {
        write(":\n\n").onSuccess(sent -> read());
      }
    }

    private void read() {
      if (busy || client.isOver()) {
        again = true;
        return;
      }
      busy = true;
      again = false;
      feed.read(event, last, AT_ONCE)
          .compose(this::send)
          .onComplete(
              (more, away) -> {
                busy = false;
                // While the store is away the next heartbeat tries again.
                if (away == null && (again || Boolean.TRUE.equals(more))) {
                  read();
                }
              });
    }

    private Future<Boolean> send(Feed.Page page) {
      if (client.isOver() || page.entries().isEmpty()) {
        return Future.succeededFuture(false);
      }
      StringBuilder text = new StringBuilder(page.missed() ? missed() : "");
      for (FeedEntry entry : page.entries()) {
        text.append("id: ").append(entry.id()).append("\nevent: entry\ndata: ");
        text.append(entry.toJson().encode()).append("\n\n");
        last = entry.id();
      }
      return client.write(text.toString()).map(sent -> page.next() != null);
    }

    /** Said before the entries, without an id: whoever is cut off by it is told again. */
    private String missed() {
      return "event: missed\ndata: " + new JsonObject().put("after", last).encode() + "\n\n";
    }

    private Future<Void> write(String comment) {
      busy = true;
      return client.write(comment).onComplete(written -> busy = false);
    }
  }
}
