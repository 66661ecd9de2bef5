package dev.headgate.gateway.operator;

import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The live figures of each event as gauges, taken when somebody asks for them. */
final class EventGauges {
  /** Each event is a set of time series for whoever collects them: beyond this many, none. */
  static final int MOST_EVENTS = 100;

  private final Events events;
  private final Map<MultiGauge, ToDoubleFunction<EventView>> figures = new LinkedHashMap<>();

  EventGauges(Events events, MeterRegistry meters) {
    this.events = events;
    add(meters, "arrived.places", "Places handed out", EventView::arrivals);
    add(meters, "waiting.places", "Places not called", EventView::waiting);
    add(meters, "present.places", "Places that wait and were seen lately", EventView::present);
    add(meters, "cutoff.position", "Positions below it have been called", EventView::cutoff);
    add(meters, "called.places", "Called, not settled, not come", EventView::pending);
    add(meters, "door.places", "Called, come, and held back by a limit", EventView::door);
    add(meters, "active.sessions", "Sessions at this time", EventView::active);
    add(
        meters,
        "admitted.per.minute",
        "Admissions in the last minute",
        EventView::admittedLastMinute);
    add(meters, "noshow.ratio", "Share of called fans who did not come", EventView::noShowShare);
    add(meters, "halted.events", "1 while paused or dialled to 0", v -> v.halted() ? 1 : 0);
    add(meters, "restoring.events", "1 while the store is coming back", v -> v.restoring() ? 1 : 0);
    add(meters, "dial.per.minute", "Dial", v -> v.settings().dials().newUsersPerMinute());
    add(meters, "dial.sessions", "Dial", v -> v.settings().dials().totalActiveUsers());
  }

  /** Reads the figures anew. Fails, leaving the old ones out, when the store is away. */
  Future<Void> refresh() {
    return events
        .list()
        .compose(ids -> EventReads.views(events, ids.subList(0, Math.min(ids.size(), MOST_EVENTS))))
        .onFailure(away -> show(List.of()))
        .map(
            views -> {
              show(views);
              return null;
            });
  }

  private void show(List<EventView> views) {
    figures.forEach((gauge, figure) -> gauge.register(rows(views, figure), true));
  }

  private static List<Row<?>> rows(List<EventView> views, ToDoubleFunction<EventView> figure) {
    return views.stream().<Row<?>>map(view -> row(view, figure)).toList();
  }

  private static Row<Number> row(EventView view, ToDoubleFunction<EventView> figure) {
    return Row.of(Tags.of("event", view.event()), figure.applyAsDouble(view));
  }

  private void add(
      MeterRegistry meters, String name, String description, ToDoubleFunction<EventView> figure) {
    figures.put(
        MultiGauge.builder("headgate." + name).description(description).register(meters), figure);
  }
}
