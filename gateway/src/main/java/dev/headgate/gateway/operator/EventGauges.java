package dev.headgate.gateway.operator;

import dev.headgate.gateway.queue.BackendFigures;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Remaining;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The live figures of each event as gauges, taken when somebody asks for them. */
final class EventGauges {
  private static final long PATIENCE_SECONDS = 2;

  private final MeasuredEvents measured;
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger unmeasured = new AtomicInteger();
  private @Nullable Future<Void> refreshing;
  private final Map<MultiGauge, Function<EventView, List<Row<?>>>> figures = new LinkedHashMap<>();

  EventGauges(Events events, MeterRegistry meters) {
    this.measured = new MeasuredEvents(events);
    gauge(meters, "store.success", "1 where the store answers, else 0", answered);
    gauge(meters, "unmeasured.events", "Due, and beyond those measured", unmeasured);
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
    add(
        meters,
        "effective.per.minute",
        "What dial, throttle, stock and slow start leave",
        EventView::effectivePerMinute);
    add(meters, "joins.per.second", "Places handed out lately", EventView::joinsPerSecond);
    add(meters, "noshow.ratio", "Share of called fans who did not come", EventView::noShowShare);
    add(meters, "halted.events", "1 while paused or dialled to 0", v -> v.halted() ? 1 : 0);
    add(meters, "restoring.events", "1 while the store is coming back", v -> v.restoring() ? 1 : 0);
    add(meters, "dial.per.minute", "Dial", v -> v.settings().dials().newUsersPerMinute());
    addBackend(meters);
    put(meters, "limit.events", "Which limit binds", EventGauges::limit);
    add(meters, "dial.sessions", "Dial", v -> v.settings().dials().totalActiveUsers());
  }

  private static void gauge(
      MeterRegistry meters, String name, String description, AtomicInteger value) {
    Gauge.builder("headgate." + name, value, AtomicInteger::get)
        .description(description)
        .register(meters);
  }

  /**
   * Reads the figures anew, within two seconds; where the store does not answer by then, there are
   * none, rather than old ones. Those who ask meanwhile share it.
   */
  Future<Void> refresh() {
    Future<Void> begun = refreshing;
    if (begun == null) {
      begun =
          measured
              .look()
              .timeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
              .onComplete(
                  (seen, away) -> {
                    answered.set(away == null ? 1 : 0);
                    show(seen == null ? MeasuredEvents.Seen.NOTHING : seen);
                  })
              .<Void>mapEmpty()
              .otherwiseEmpty();
      refreshing = begun.isComplete() ? null : begun;
      begun.onComplete(done -> refreshing = null);
    }
    return begun;
  }

  private void show(MeasuredEvents.Seen seen) {
    unmeasured.set(seen.unmeasured());
    figures.forEach((gauge, rows) -> gauge.register(rows(seen.views(), rows), true));
  }

  private static List<Row<?>> rows(List<EventView> views, Function<EventView, List<Row<?>>> rows) {
    return views.stream().flatMap(view -> rows.apply(view).stream()).toList();
  }

  private void addBackend(MeterRegistry meters) {
    addKnown(
        meters,
        "backend.p95.millis",
        "Time that 95 in 100 holds were answered within",
        view -> backend(view, BackendFigures::p95Millis));
    addKnown(
        meters,
        "backend.error.ratio",
        "Share of forwarded requests that failed",
        view -> backend(view, BackendFigures::errorShare));
    addKnown(
        meters,
        "backend.pool.ratio",
        "Share of the backend's database connections in use",
        view -> backend(view, BackendFigures::poolInUse));
    put(meters, "remaining.seats", "Seats the backend can still sell", EventGauges::remaining);
  }

  private static @Nullable Number backend(
      EventView view, Function<BackendFigures, @Nullable Number> figure) {
    BackendFigures backend = view.backend();
    return backend == null ? null : figure.apply(backend);
  }

  /** The words for it but for the figures behind a colon, which are of a small fixed set. */
  private static List<Row<?>> limit(EventView view) {
    String words = view.limit();
    int colon = words.indexOf(':');
    String limit = colon < 0 ? words : words.substring(0, colon);
    return List.of(Row.of(Tags.of("event", view.event(), "limit", limit), 1));
  }

  private static List<Row<?>> remaining(EventView view) {
    Remaining remaining = view.remaining();
    return remaining == null
        ? List.of()
        : List.of(
            Row.of(Tags.of("event", view.event(), "state", "free"), remaining.free()),
            Row.of(Tags.of("event", view.event(), "state", "pending"), remaining.pending()));
  }

  private void add(
      MeterRegistry meters, String name, String description, ToDoubleFunction<EventView> figure) {
    addKnown(meters, name, description, figure::applyAsDouble);
  }

  /** A figure that may not be known: then there is no time series, rather than one at 0. */
  private void addKnown(
      MeterRegistry meters,
      String name,
      String description,
      Function<EventView, @Nullable Number> figure) {
    put(
        meters,
        name,
        description,
        view -> {
          Number value = figure.apply(view);
          return value == null ? List.of() : List.of(Row.of(Tags.of("event", view.event()), value));
        });
  }

  private void put(
      MeterRegistry meters,
      String name,
      String description,
      Function<EventView, List<Row<?>>> rows) {
    figures.put(
        MultiGauge.builder("headgate." + name).description(description).register(meters), rows);
  }
}
