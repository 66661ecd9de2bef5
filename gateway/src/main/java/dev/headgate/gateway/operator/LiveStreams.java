package dev.headgate.gateway.operator;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Sample;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Live figures as server-sent events, while somebody listens. Each event is the whole set, so who
 * reads slowly misses some of them and is never sent old ones. Whoever comes back is first sent
 * what is known of the time between. For one event loop.
 */
final class LiveStreams {
  /** An open console is one; far more would be a mistake of somebody's. */
  static final int MOST = 100;

  /** The clocks of gateways are together within this; an id beyond it is none of ours. */
  private static final Duration AHEAD = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final Events events;
  private final PastFigures past;
  private final long everyMillis;
  private int open;

  LiveStreams(Vertx vertx, Events events, Duration every) {
    this.vertx = vertx;
    this.events = events;
    this.past = new PastFigures(events);
    this.everyMillis = every.toMillis();
  }

  /** Opens a stream, which lasts until its client goes. */
  Future<Void> listen(RoutingContext ctx) {
    String event = EventId.of(ctx);
    return events
        .view(event)
        .compose(
            view -> {
              long last = lastId(ctx, view);
              return missed(view, last)
                  .compose(missed -> open(ctx, view, new Missed(last, missed)));
            });
  }

  /**
   * What somebody missed who was here before.
   *
   * @param lastId of the last event they got; 0 where there is none
   */
  private record Missed(long lastId, List<Sample> samples) {}

  /** The id that a client got last; 0 where it says none, or one that cannot be ours. */
  private static long lastId(RoutingContext ctx, EventView view) {
    String id = ctx.request().getHeader("Last-Event-ID");
    if (id == null || !id.matches("[0-9]{1,15}")) {
      return 0;
    }
    long last = Long.parseLong(id);
    return last > view.now().plus(AHEAD).toEpochMilli() ? 0 : last;
  }

  private Future<List<Sample>> missed(EventView view, long last) {
    return last == 0
        ? Future.succeededFuture(List.of())
        // The figures of now matter more than a hole in a chart.
        : past.since(view, Instant.ofEpochMilli(last)).otherwise(List.of());
  }

  private Future<Void> open(RoutingContext ctx, EventView first, Missed missed) {
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
    new Stream(response, first.event(), missed.lastId).start(first, missed.samples);
    return Future.succeededFuture();
  }

  /** One client and its timer. */
  private final class Stream {
    private final HttpServerResponse response;
    private final String event;
    private long timer;
    private boolean busy;
    private boolean over;
    private long lastId;

    private Stream(HttpServerResponse response, String event, long lastId) {
      this.response = response;
      this.event = event;
      this.lastId = lastId;
    }

    private void start(EventView first, List<Sample> missed) {
      timer = vertx.setPeriodic(everyMillis, due -> ask());
      response.closeHandler(gone -> stop());
      response.exceptionHandler(broken -> stop());
      StringBuilder before = new StringBuilder();
      for (Sample sample : missed) {
        before.append(sent("history", sample.at(), PastFigures.json(sample)));
      }
      write(before + sent("live", first.now(), LiveFigures.of(first)));
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
      write(sent("live", view.now(), LiveFigures.of(view)));
    }

    /**
     * Gateways carry the store's clock on by themselves, a moment apart: no id is below another.
     */
    private String sent(String name, Instant at, JsonObject data) {
      lastId = Math.max(lastId, at.toEpochMilli());
      return "id: " + lastId + "\nevent: " + name + "\ndata: " + data.encode() + "\n\n";
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
