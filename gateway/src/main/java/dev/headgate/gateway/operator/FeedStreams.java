package dev.headgate.gateway.operator;

import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.feed.FeedEntry;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** The feed as server-sent events, from an entry on and then as it grows. For one event loop. */
final class FeedStreams {
  static final int MOST = 100;
  private static final int AT_ONCE = 100;
  private static final long HEARTBEAT_MILLIS = 15_000;

  private final Vertx vertx;
  private final Feed feed;
  private int open;

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
        .compose(from -> open(ctx, event, from));
  }

  private Future<Void> open(RoutingContext ctx, @Nullable String event, String from) {
    HttpServerResponse response = ctx.response();
    if (response.closed()) {
      return Future.succeededFuture();
    }
    if (open >= MOST) {
      throw new ProblemException(
          Problem.of(
              503,
              "too-many-streams",
              "Too many are listening",
              "At most " + MOST + " streams are open at a time. Close one, or ask for pages."));
    }
    response
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/event-stream")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        // Proxies of nginx's kind would hold events back until a buffer is full.
        .putHeader("X-Accel-Buffering", "no");
    if (ctx.request().method().equals(HttpMethod.HEAD)) {
      return response.end().otherwiseEmpty();
    }
    open++;
    response.setChunked(true);
    new Stream(response, event, from).start();
    return Future.succeededFuture();
  }

  /** One client. Until what was written is on its way, nothing more is read for it. */
  private final class Stream {
    private final HttpServerResponse response;
    private final @Nullable String event;
    private String last;
    private Runnable unfollow = () -> {};
    private long timer;
    private boolean busy;
    private boolean again;
    private boolean over;

    private Stream(HttpServerResponse response, @Nullable String event, String from) {
      this.response = response;
      this.event = event;
      this.last = from;
    }

    private void start() {
      response.closeHandler(gone -> stop());
      response.exceptionHandler(broken -> stop());
      timer = vertx.setPeriodic(HEARTBEAT_MILLIS, due -> beat());
      unfollow = feed.follow(this::read);
      // The first bytes tell the client that it listens.
      write(": from " + last + "\n\n").onSuccess(sent -> read());
    }

    private void beat() {
      if (!busy) {
        write(":\n\n").onSuccess(sent -> read());
      }
    }

    private void read() {
      if (busy || over) {
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
      if (over || page.entries().isEmpty()) {
        return Future.succeededFuture(false);
      }
      StringBuilder text = new StringBuilder();
      for (FeedEntry entry : page.entries()) {
        text.append("id: ").append(entry.id()).append("\nevent: entry\ndata: ");
        text.append(entry.toJson().encode()).append("\n\n");
        last = entry.id();
      }
      return response
          .write(text.toString())
          .onFailure(gone -> stop())
          .map(sent -> page.next() != null);
    }

    private Future<Void> write(String comment) {
      busy = true;
      return response.write(comment).onComplete(written -> busy = false).onFailure(gone -> stop());
    }

    private void stop() {
      if (!over) {
        over = true;
        open--;
        unfollow.run();
        vertx.cancelTimer(timer);
      }
    }
  }
}
