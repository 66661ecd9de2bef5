package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

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

  /** What is wrong with the id an event is to get: the sender's mistake, like any field. */
  static Optional<FieldError> faultOfNew(RoutingContext ctx) {
    String id = ctx.pathParam("event");
    return id != null && EventIds.isOne(id)
        ? Optional.empty()
        : Optional.of(
            new FieldError(
                "event",
                "not an id (expected: 1 to 63 of a-z and 0-9, with single hyphens between)"));
  }
}
