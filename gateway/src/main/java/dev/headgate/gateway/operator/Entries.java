package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.FieldType;
import dev.headgate.gateway.config.Fields;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.config.Lane;
import dev.headgate.gateway.operator.AuditNotes.Made;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Entry tickets for the lanes of an event. They are answered once, and kept nowhere. */
final class Entries {
  private static final FieldType<Integer> COUNT = FieldType.whole(1, 1_000);

  private final Vertx vertx;
  private final Events events;
  private final EntryMint mint;
  private final AuditNotes audit;

  Entries(Vertx vertx, Events events, EntryMint mint, AuditNotes audit) {
    this.vertx = vertx;
    this.events = events;
    this.mint = mint;
    this.audit = audit;
  }

  /** What is asked for: so many tickets for one lane, by its number. */
  private record Order(String lane, int number, int count, @Nullable Instant expiresAt) {

    static Order in(JsonObject body, EventView view) {
      List<String> names = view.settings().lanesByNumber().stream().map(Lane::name).toList();
      List<String> others = names.subList(1, names.size());
      Fields fields = Fields.of(body);
      String lane = fields.required("lane", among(others), "");
      int count = fields.optional("count", COUNT, 1);
      Instant expiresAt = fields.nullable("expiresAt", FieldType.instant());
      fields.refuseUnknown();
      if (expiresAt != null && !expiresAt.isAfter(view.now())) {
        List<FieldError> errors = new ArrayList<>(fields.errors());
        String detail = EventDocument.time(expiresAt) + " (expected: later than now)";
        errors.add(new FieldError("expiresAt", detail));
        throw new InvalidSettingsException(errors);
      }
      fields.check();
      return new Order(lane, names.indexOf(lane), count, expiresAt);
    }

    private static FieldType<String> among(List<String> lanes) {
      return lanes.isEmpty()
          ? FieldType.matching("(?!)", "nothing: the event has no lane beside the general one")
          : FieldType.matching(String.join("|", lanes), "one of " + String.join(", ", lanes));
    }

    JsonObject toAudit() {
      return new JsonObject()
          .put("lane", lane)
          .put("count", count)
          .put("expiresAt", EventDocument.time(expiresAt));
    }
  }

  /** Makes entry tickets. */
  Future<Void> mint(RoutingContext ctx) {
    String event = EventId.of(ctx);
    JsonObject body = Bodies.read(ctx);
    return events
        .view(event)
        .map(view -> Order.in(body, view))
        .compose(
            order ->
                vertx
                    .executeBlocking(minting(event, order), false)
                    .compose(
                        tickets -> {
                          Made change = new Made(event, "entries", null, order.toAudit());
                          JsonObject answer =
                              new JsonObject().put("lane", order.lane).put("entries", tickets);
                          return audit
                              .note(ctx, change)
                              .compose(noted -> EventDocument.send(ctx.response(), 200, answer));
                        }));
  }

  private Callable<JsonArray> minting(String event, Order order) {
    return () -> {
      JsonArray tickets = new JsonArray();
      for (int i = 0; i < order.count; i++) {
        tickets.add(mint.mint(event, order.number, order.expiresAt));
      }
      return tickets;
    };
  }
}
