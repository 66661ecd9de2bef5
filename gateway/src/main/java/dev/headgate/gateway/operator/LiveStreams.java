package dev.headgate.gateway.operator;

import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Sample;
import dev.headgate.gateway.queue.UnknownEventException;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
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
  /** The clocks of gateways are together within this; an id beyond it is none of ours. */
  private static final Duration AHEAD = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final Events events;
  private final PastFigures past;
  private final long everyMillis;
  private final OpenStreams streams = new OpenStreams("ask for the event");

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
                  .compose(
                      missed ->
                          streams.open(
                              ctx, client -> new Stream(client, event, last).start(view, missed)));
            });
  }

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

  /** One client and its timer. */
  private final class Stream {
    private final OpenStreams.Line client;
    private final String event;
    private boolean busy;
    private long lastId;

    private Stream(OpenStreams.Line client, String event, long lastId) {
      this.client = client;
      this.event = event;
      this.lastId = lastId;
    }

    private void start(EventView first, List<Sample> missed) {
      long timer = vertx.setPeriodic(everyMillis, due -> ask());
      client.atEnd(() -> vertx.cancelTimer(timer));
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
      if (client.isOver()) {
        return;
      }
      if (view.succeeded()) {
        show(view.result());
      } else if (view.cause() instanceof UnknownEventException) {
        client.end();
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
      client.write(text).onSuccess(sent -> busy = false);
    }
  }
}
