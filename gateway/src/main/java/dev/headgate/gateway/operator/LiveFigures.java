package dev.headgate.gateway.operator;

import dev.headgate.gateway.queue.BackendFigures;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.Remaining;
import dev.headgate.policy.estimate.Estimate;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The figures of an event at one moment, in JSON. What is not known is null, never 0. */
final class LiveFigures {
  private LiveFigures() {}

  static JsonObject of(EventView view) {
    JsonObject live =
        new JsonObject()
            .put("arrivals", view.arrivals())
            .put("waiting", view.waiting())
            .put("present", view.present())
            .put("cutoff", view.cutoff())
            .put("called", view.pending())
            .put("door", view.door())
            .put("active", view.active())
            .put("admittedLastMinute", view.admittedLastMinute())
            .put("effectivePerMinute", view.effectivePerMinute())
            .put("joinsPerSecond", rounded(view.joinsPerSecond(), 10))
            .put("noShowShare", rounded(view.noShowShare(), 1000))
            .put("limit", view.limit())
            .put("estimate", estimate(view))
            .put("backend", backend(view.backend()))
            .put("remaining", remaining(view.remaining()))
            .put("warnings", new JsonArray(view.warnings()));
    return view.lanes().size() > 1 ? live.put("lanes", lanes(view)) : live;
  }

  /**
   * What a fan is told who joins the general lane now; null while paused, or when nothing is known.
   */
  private static @Nullable JsonObject estimate(EventView view) {
    Estimate told = view.estimate(0, view.positionOf(0, view.arrivals()));
    return told == null
        ? null
        : new JsonObject()
            .put("seconds", told.seconds())
            .put("low", told.low())
            .put("high", told.high());
  }

  private static @Nullable JsonObject backend(@Nullable BackendFigures figures) {
    return figures == null
        ? null
        : new JsonObject()
            .put("p95Millis", figures.p95Millis())
            .put("errorShare", rounded(figures.errorShare(), 1000))
            .put("poolInUse", rounded(figures.poolInUse(), 1000));
  }

  private static @Nullable JsonObject remaining(@Nullable Remaining remaining) {
    return remaining == null
        ? null
        : new JsonObject().put("free", remaining.free()).put("pending", remaining.pending());
  }

  private static JsonArray lanes(EventView view) {
    JsonArray lanes = new JsonArray();
    view.lanes().forEach(lane -> lanes.add(lane(lane)));
    return lanes;
  }

  private static JsonObject lane(LaneView lane) {
    OptionalInt entrants = lane.entrants();
    return new JsonObject()
        .put("lane", lane.number())
        .put("name", lane.name())
        .put("weight", lane.weight())
        .put("arrivals", lane.arrivals())
        .put("entrants", entrants.isPresent() ? entrants.getAsInt() : null)
        .put("cutoff", lane.cutoff())
        .put("waiting", lane.waiting());
  }

  private static @Nullable Double rounded(@Nullable Double value, int parts) {
    return value == null ? null : Math.round(value * parts) / (double) parts;
  }
}
