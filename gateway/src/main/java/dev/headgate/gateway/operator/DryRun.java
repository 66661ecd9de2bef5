package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What settings would be saved.
 *
 * @param replaced the event whose settings they would replace; null where they would make one
 */
record DryRun(String event, @Nullable EventView replaced, EventSettings settings) {
  private static final String NAME = "dryRun";
  static final Set<String> KNOWN = Set.of(NAME, "why");

  /**
   * Whether a request only asks. What else it says in its query is refused, so that nothing is
   * changed by somebody who misspelt the word.
   */
  static boolean isAskedFor(RoutingContext ctx) {
    MultiMap query = ctx.queryParams();
    List<FieldError> wrong = new ArrayList<>();
    QueryNames.fault(ctx, KNOWN).ifPresent(wrong::add);
    List<String> said = query.getAll(NAME);
    if (said.size() > 1 || !Set.of("true", "false").containsAll(said)) {
      wrong.add(new FieldError(NAME, "(expected: true or false, once)"));
    }
    if (!wrong.isEmpty()) {
      throw new InvalidSettingsException(wrong);
    }
    return said.contains("true");
  }

  /** Nothing is said of an event whose store is away: what is known of it may be old. */
  static DryRun of(String event, @Nullable EventView replaced, EventSettings settings) {
    if (replaced != null && replaced.restoring()) {
      throw new ProblemException(Problem.restoring());
    }
    return new DryRun(event, replaced, settings);
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("event", event)
        .put("creates", replaced == null)
        .put("version", replaced == null ? null : replaced.version())
        .put("settings", settings.toJson())
        .put("warnings", new JsonArray(warnings()));
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>(EventView.warnings(settings));
    if (replaced != null
        && isOver(replaced.closesAt(), replaced.now())
        && !isOver(settings.closesAt(), replaced.now())) {
      warnings.add("The event has ended. Saved, these settings open it again.");
    }
    return warnings;
  }

  private static boolean isOver(@Nullable Instant closesAt, Instant now) {
    return closesAt != null && !closesAt.isAfter(now);
  }
}
