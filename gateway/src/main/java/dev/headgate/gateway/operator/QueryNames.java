package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names in the query of a change. One that the address does not know is refused: whoever writes
 * {@code ?dryRun=true} where there is none means to change nothing.
 */
final class QueryNames {
  private QueryNames() {}

  /** What is wrong where others than these are there. */
  static Optional<FieldError> fault(RoutingContext ctx, Set<String> known) {
    return known.containsAll(ctx.queryParams().names())
        ? Optional.empty()
        : Optional.of(
            new FieldError(
                "query",
                "unknown name (expected: " + String.join(", ", new TreeSet<>(known)) + ")"));
  }

  /** Refuses others than these. */
  static void only(RoutingContext ctx, Set<String> known) {
    fault(ctx, known)
        .ifPresent(
            fault -> {
              throw new InvalidSettingsException(List.of(fault));
            });
  }
}
