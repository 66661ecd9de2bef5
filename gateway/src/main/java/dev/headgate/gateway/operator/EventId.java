package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** The event id in an address. */
final class EventId {
  private EventId() {}

  /** The id; what cannot be one is an event nobody knows. */
  static String of(RoutingContext ctx) {
    String id = ctx.pathParam("event");
    if (id == null || !EventIds.isOne(id)) {
      throw new ProblemException(Problem.unknownEvent());
    }
    return id;
  }

  /** The id an event is to get; what cannot be one is the sender's mistake. */
  static String ofNew(RoutingContext ctx) {
    String id = ctx.pathParam("event");
    if (id == null || !EventIds.isOne(id)) {
      throw new InvalidSettingsException(
          List.of(
              new FieldError(
                  "event",
                  "not an id (expected: 1 to 63 of a-z and 0-9, with single hyphens between)")));
    }
    return id;
  }
}
