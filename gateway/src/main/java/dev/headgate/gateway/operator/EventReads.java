package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings and live figures. */
final class EventReads {
  private static final int MOST_EVENTS = 200;

  private final Events events;

  EventReads(Events events) {
    this.events = events;
  }

  /** One event. */
  Future<Void> one(RoutingContext ctx) {
    return events
        .view(EventId.of(ctx))
        .compose(view -> EventDocument.of(view).send(ctx.response(), 200));
  }

  /** A page of all events, in the order of their ids. */
  Future<Void> list(RoutingContext ctx) {
    int limit = limit(ctx.request().getParam("limit"));
    String after = ctx.request().getParam("after", "");
    return events
        .list()
        .compose(
            all -> {
              List<String> rest = all.stream().filter(id -> id.compareTo(after) > 0).toList();
              List<String> page = rest.subList(0, Math.min(limit, rest.size()));
              String next = page.size() < rest.size() ? page.get(page.size() - 1) : null;
              return views(events, page).map(views -> page(views, next));
            })
        .compose(page -> EventDocument.send(ctx.response(), 200, page));
  }

  /** The views of events, without those that have gone meanwhile. */
  static Future<List<EventView>> views(Events events, List<String> ids) {
    List<Future<EventView>> views = ids.stream().map(events::view).toList();
    return Future.join(views)
        .otherwiseEmpty()
        .map(done -> views.stream().filter(Future::succeeded).map(Future::result).toList());
  }

  private static JsonObject page(List<EventView> views, @Nullable String next) {
    JsonArray events = new JsonArray();
    views.forEach(view -> events.add(EventDocument.of(view).toJson()));
    return new JsonObject().put("events", events).put("next", next);
  }

  private static int limit(@Nullable String text) {
    if (text == null) {
      return MOST_EVENTS;
    }
    if (text.matches("[0-9]{1,3}")) {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST_EVENTS) {
        return limit;
      }
    }
    throw new InvalidSettingsException(
        List.of(
            new FieldError("limit", "(expected: a whole number from 1 to " + MOST_EVENTS + ")")));
  }
}
