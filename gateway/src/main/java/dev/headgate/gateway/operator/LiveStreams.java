package dev.headgate.gateway.operator;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Live figures as server-sent events, while somebody listens. Each event is the whole set, so who
 * reads slowly misses some of them and is never sent old ones. For one event loop.
 */
final class LiveStreams {
  /** An open console is one; far more would be a mistake of somebody's. */
  static final int MOST = 100;

  private final Vertx vertx;
  private final Events events;
  private final long everyMillis;
  private int open;

  LiveStreams(Vertx vertx, Events events, Duration every) {
    this.vertx = vertx;
    this.events = events;
    this.everyMillis = every.toMillis();
  }

  /** Opens a stream, which lasts until its client goes. */
  Future<Void> listen(RoutingContext ctx) {
    String event = EventId.of(ctx);
    return events.view(event).compose(view -> open(ctx, view));
  }

  private Future<Void> open(RoutingContext ctx, EventView first) {
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
              "At most " + MOST + " streams are open at a time. Close one, or ask for the event."));
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
    new Stream(response, first.event()).start(first);
    return Future.succeededFuture();
  }

  /** One client and its timer. */
  private final class Stream {
    private final HttpServerResponse response;
    private final String event;
    private long timer;
    private boolean busy;
    private boolean over;

    private Stream(HttpServerResponse response, String event) {
      this.response = response;
      this.event = event;
    }

    private void start(EventView first) {
      timer = vertx.setPeriodic(everyMillis, due -> ask());
      response.closeHandler(gone -> stop());
      response.exceptionHandler(broken -> stop());
      show(first);
    }

    private void ask() {
      // Until the last set is on its way the next one is not even asked for: nothing piles up.
      if (busy) {
        return;
      }
      busy = true;
      events.view(event).onComplete(this::answered);
    }

    private void answered(AsyncResult<EventView> view) {
      if (over) {
        return;
      }
      if (view.succeeded()) {
        show(view.result());
      } else if (view.cause() instanceof UnknownEventException) {
        stop();
        response.end().onFailure(gone -> {});
      } else {
        // Nothing to show, but a client that has gone is only found by writing.
        write(": the store does not answer\n\n");
      }
    }

    private void show(EventView view) {
      write(
          "id: "
              + view.now().toEpochMilli()
              + "\nevent: live\ndata: "
              + LiveFigures.of(view).encode()
              + "\n\n");
    }

    private void write(String text) {
      busy = true;
      response.write(text).onSuccess(sent -> busy = false).onFailure(gone -> stop());
    }

    private void stop() {
      if (!over) {
        over = true;
        open--;
        vertx.cancelTimer(timer);
      }
    }
  }
}
