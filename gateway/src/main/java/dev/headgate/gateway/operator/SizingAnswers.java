package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.FieldType;
import dev.headgate.gateway.config.Fields;
import dev.headgate.policy.estimate.Sizing;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/** How large a sale gets, before there is an event. */
final class SizingAnswers {
  private static final FieldType<Integer> SEATS = FieldType.whole(1, 10_000_000);
  private static final FieldType<Double> TICKETS = FieldType.number(1, 1_000);
  private static final FieldType<Double> MINUTES = FieldType.numberAbove(0, 1_440);
  private static final FieldType<Double> CONVERSION = FieldType.number(0.001, 1);
  // The most that the dial takes.
  private static final FieldType<Integer> PER_MINUTE = FieldType.whole(1, 1_000_000);

  private SizingAnswers() {}

  /** Works it out, and shows how. */
  static Future<Void> answer(RoutingContext ctx) {
    Sizing sizing = Sizing.of(question(Bodies.read(ctx)));
    return EventDocument.send(ctx.response(), 200, json(sizing));
  }

  private static Sizing.Question question(JsonObject body) {
    Fields fields = Fields.of(body);
    int seats = fields.required("seats", SEATS, 1);
    double tickets = fields.required("ticketsPerOrder", TICKETS, 1.0);
    double minutes = fields.required("minutesInside", MINUTES, 1.0);
    double conversion = fields.required("conversion", CONVERSION, 1.0);
    int perMinute = fields.required("newUsersPerMinute", PER_MINUTE, 1);
    fields.refuseUnknown();
    fields.check();
    return new Sizing.Question(seats, tickets, minutes, conversion, perMinute);
  }

  private static JsonObject json(Sizing sizing) {
    return new JsonObject()
        .put("orders", sizing.orders())
        .put("fansNeeded", sizing.fansNeeded())
        .put("usersInside", sizing.usersInside())
        .put("minutesToSellOut", sizing.minutesToSellOut())
        .put(
            "recommended",
            new JsonObject()
                .put("newUsersPerMinute", sizing.newUsersPerMinute())
                .put("totalActiveUsers", sizing.totalActiveUsers()))
        .put("working", new JsonArray(sizing.working()));
  }
}
