package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.config.EventSource;
import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.FieldType;
import dev.headgate.gateway.config.Fields;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.Route.Access;
import dev.headgate.gateway.config.Ways;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The routes in use, and those by which fans reach an event, which need not exist yet. */
final class RouteReads {
  private static final FieldType<String> EVENT =
      FieldType.matching(EventIds.FORM, "1 to 63 of a-z and 0-9, with single hyphens between");

  private final Supplier<Ways> ways;

  /**
   * @param ways those of the configuration in use when it is asked, which may be reloaded
   */
  RouteReads(Supplier<Ways> ways) {
    this.ways = ways;
  }

  /** What is asked about; null where nothing is. */
  private record Asked(@Nullable String event, @Nullable String resume) {}

  Future<Void> read(RoutingContext ctx) {
    Asked asked = asked(ctx.queryParams());
    Ways now = ways.get();
    String event = asked.event();
    Optional<Ways.Way> page =
        asked.resume() == null ? Optional.empty() : now.toPage(asked.resume());
    List<Route> routes = event == null ? now.routes() : now.to(event);
    JsonArray listed = new JsonArray();
    routes.forEach(route -> listed.add(json(now, route)));
    JsonObject answer =
        new JsonObject()
            .put("routes", listed)
            .put("leadsTo", page.map(way -> json(now, way.route())).orElse(null))
            .put(
                "warnings",
                new JsonArray(
                    event == null ? List.of() : warnings(event, routes, asked.resume(), page)));
    return EventDocument.send(ctx.response(), 200, answer);
  }

  private static Asked asked(MultiMap query) {
    JsonObject said = new JsonObject();
    List<FieldError> wrong = new ArrayList<>();
    for (String name : query.names()) {
      List<String> values = query.getAll(name);
      if (values.size() > 1) {
        wrong.add(new FieldError(name, "(expected: once)"));
      }
      said.put(name, values.get(0));
    }
    Fields fields = Fields.of(said);
    @Nullable String event = fields.nullable("event", EVENT);
    @Nullable String resume = fields.nullable("resume", FieldType.path());
    fields.refuseUnknown();
    wrong.addAll(fields.errors());
    if (said.containsKey("resume") && !said.containsKey("event")) {
      wrong.add(new FieldError("event", "(expected: the event whose page resume is)"));
    }
    if (!wrong.isEmpty()) {
      throw new InvalidSettingsException(wrong);
    }
    return new Asked(event, resume);
  }

  private static List<String> warnings(
      String event, List<Route> routes, @Nullable String resume, Optional<Ways.Way> page) {
    List<String> warnings = new ArrayList<>();
    if (routes.isEmpty()) {
      warnings.add("No route leads to " + event + ": there is nothing to be let in to.");
    } else if (routes.stream().noneMatch(route -> route.access() == Access.ADMISSION)) {
      warnings.add(
          "No route that leads to " + event + " needs admission: nobody is kept out of its pages.");
    }
    if (resume != null) {
      resumed(event, resume, page).ifPresent(warnings::add);
    }
    return warnings;
  }

  private static Optional<String> resumed(String event, String resume, Optional<Ways.Way> page) {
    if (page.isEmpty()) {
      return Optional.of(
          "No route leads to " + resume + ": fans who are let in find nothing there.");
    }
    Ways.Way way = page.get();
    if (way.needsAdmissionTo(event)) {
      return Optional.empty();
    }
    return Optional.of(
        way.route().access() == Access.PUBLIC
            ? resume + " needs no admission: whoever knows the address is there without the queue."
            : resume
                + " is a page of "
                + way.event()
                + ", to which nobody is let in by "
                + event
                + ".");
  }

  private static JsonObject json(Ways ways, Route route) {
    return new JsonObject()
        .put("hosts", new JsonArray(List.copyOf(new TreeSet<>(route.hosts()))))
        .put("path", route.path())
        .put("methods", new JsonArray(List.copyOf(new TreeSet<>(route.methods()))))
        .put("access", route.access() == Access.ADMISSION ? "admission" : "public")
        .put("event", source(route.event()))
        .put("upstream", route.upstream())
        .put("maxBodyBytes", ways.maxBodyBytes(route));
  }

  /** As the configuration spells it. */
  private static Object source(EventSource source) {
    if (source instanceof EventSource.Fixed fixed) {
      return new JsonObject().put("fixed", fixed.event());
    }
    return source instanceof EventSource.Token
        ? "token"
        : source instanceof EventSource.Host ? "host" : "path";
  }
}
