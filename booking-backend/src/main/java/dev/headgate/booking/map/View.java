package dev.headgate.booking.map;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A projection with its plan; drawn on a worker the first time somebody wants to see it. */
final class View {
  private final Vertx vertx;
  private final SeatPlan plan;
  private final Projection projection;
  private final long version;
  private final String name;
  private final EventNow counted;
  private final Map<Long, Buffer> frames = new HashMap<>();
  private @Nullable Future<RenderedMap> drawn;

  View(Vertx vertx, SeatPlan plan, Projection projection, Versions.Version version) {
    this.vertx = vertx;
    this.plan = plan;
    this.projection = projection;
    this.version = version.number();
    this.name = version.name();
    this.counted = new EventNow(plan.card(), plan.counts(projection.states()), projection.asOf());
  }

  SeatPlan plan() {
    return plan;
  }

  Projection projection() {
    return projection;
  }

  long version() {
    return version;
  }

  String name() {
    return name;
  }

  EventNow counted() {
    return counted;
  }

  synchronized Future<RenderedMap> drawn() {
    Future<RenderedMap> map = drawn;
    if (map == null) {
      map = vertx.executeBlocking(() -> Renderer.render(this), false);
      drawn = map;
    }
    return map;
  }

  /** What leads here from an earlier version, written once for everybody who is there. */
  synchronized Buffer frame(long from, Supplier<Buffer> written) {
    return frames.computeIfAbsent(from, missing -> written.get());
  }
}
