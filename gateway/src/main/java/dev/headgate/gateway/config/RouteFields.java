package dev.headgate.gateway.config;

import dev.headgate.gateway.config.Route.Access;
import io.netty.util.NetUtil;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code routes}. */
final class RouteFields {
  private static final FieldType<Access> ACCESS =
      FieldType.oneOf(Map.of("admission", Access.ADMISSION, "public", Access.PUBLIC));
  private static final FieldType<String> METHOD =
      FieldType.matching("(?!TRACE|CONNECT)[A-Z]{1,20}", "a method in capitals, such as GET");
  private static final String SEGMENT = "/(?:[A-Za-z0-9._~!$&'()+,=:@-]+|\\{event\\}|\\*)";
  private static final FieldType<String> PATTERN =
      FieldType.matching(
          "/|/\\*\\*|(?:" + SEGMENT + ")+(?:/\\*\\*)?",
          "segments that are a literal, {event} or *, and ** only at the end");
  private static final FieldType<String> HOST =
      new FieldType<>(
          "a host without a port, such as tickets.example or {event}.tickets.example",
          value -> value instanceof String text ? host(text) : null);
  private static final FieldType<EventSource> EVENT =
      new FieldType<>("path, host, token, or {fixed: derby}", RouteFields::source);
  private static final FieldType<Duration> ANSWER =
      FieldType.duration(Duration.ofSeconds(1), Duration.ofHours(1));
  private static final FieldType<Duration> IDLE =
      FieldType.duration(Duration.ofSeconds(1), Duration.ofDays(1));
  private static final String LABEL = "(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?|\\{event\\})";
  private static final int LONGEST_HOST = 253;

  private final Set<String> upstreams;
  private final RouteOrder order = new RouteOrder();

  private RouteFields(Set<String> upstreams) {
    this.upstreams = upstreams;
  }

  static List<Route> read(Fields fields, Set<String> upstreams) {
    if (!fields.has("routes") && !upstreams.contains("shop")) {
      fields.wrong("routes", "missing", "routes, or an upstream shop for the default ones");
    }
    RouteFields reader = new RouteFields(upstreams);
    return fields.list(
        "routes",
        GatewayConfig.shopRoutes("shop"),
        entry -> {
          int before = fields.errors().size();
          Fields written = entry.object();
          Route route = reader.route(written);
          if (route != null && fields.errors().size() == before) {
            reader.inOrder(entry.path(), written, route);
          }
          return route;
        });
  }

  private @Nullable Route route(Fields route) {
    List<String> hosts = new ArrayList<>(route.list("hosts", List.of(), host -> host.as(HOST)));
    String path = route.required("path", PATTERN, "/{event}");
    List<String> methods = route.list("methods", List.of(), method -> method.as(METHOD));
    Access access = route.required("access", ACCESS, Access.PUBLIC);
    EventSource event = route.optional("event", EVENT, usualSource(hosts));
    String upstream = route.optional("upstream", GatewayConfigFile.NAME, "shop");
    boolean shared = route.optional("shared", FieldType.yesOrNo(), false);
    RouteLimits limits = limits(route);
    Cors cors = CorsFields.read(route);
    route.refuseUnknown();
    if (route.sound("upstream") && !upstreams.contains(upstream)) {
      route.wrong("upstream", upstream, "a name under upstreams");
    }
    if (isOurs(path)) {
      route.wrong("path", path, "an address that the gateway does not answer itself");
    }
    if (!namesItsEvent(route, new Names(hosts, path, access, event))) {
      return null;
    }
    return new Route(
        Set.copyOf(hosts),
        path,
        Set.copyOf(methods),
        access,
        event,
        upstream,
        shared,
        limits,
        cors);
  }

  private static RouteLimits limits(Fields route) {
    RouteLimits usual = RouteLimits.usual();
    return new RouteLimits(
        route.nullable("maxBodyBytes", FieldType.bytes(0, 1L << 40)),
        route.optional("answerWithin", ANSWER, usual.answerWithin()),
        route.optional("idle", IDLE, usual.idle()));
  }

  /** What of a route may name an event. */
  private record Names(List<String> hosts, String path, Access access, EventSource event) {

    int inPath() {
      return path.split("\\{event\\}", -1).length - 1;
    }

    long hostsWithEvent() {
      return hosts.stream().filter(host -> host.contains(Route.EVENT)).count();
    }
  }

  /** Whether the event is where the route says, once, and nowhere else; notes what is wrong. */
  private static boolean namesItsEvent(Fields route, Names names) {
    boolean byHost = names.event() instanceof EventSource.Host;
    boolean byPath = names.event() instanceof EventSource.Path;
    if (byHost && names.hostsWithEvent() < Math.max(1, names.hosts().size())) {
      route.wrong("hosts", Fields.shown(names.hosts()), "hosts with {event} in each");
      return false;
    }
    if (!byHost && names.hostsWithEvent() > 0) {
      route.wrong("event", shown(names.event()), "host, since a host has {event}");
      return false;
    }
    int most = byPath ? 1 : 0;
    int least = byPath && names.access() == Access.ADMISSION ? 1 : 0;
    if (names.inPath() < least || names.inPath() > most) {
      String why = byPath ? "{event} in it, once" : "no {event} in it, since event says otherwise";
      route.wrong("path", names.path(), why);
      return false;
    }
    return true;
  }

  private void inOrder(String name, Fields written, Route route) {
    String earlier = order.add(name, route);
    if (earlier != null) {
      written.wrong("path", route.path(), "something that " + earlier + " does not take already");
    }
  }

  private static EventSource usualSource(List<String> hosts) {
    boolean byHost = hosts.stream().anyMatch(host -> host.contains(Route.EVENT));
    return byHost ? new EventSource.Host() : new EventSource.Path();
  }

  private static @Nullable EventSource source(Object value) {
    if (value instanceof JsonObject object) {
      boolean one = object.size() == 1 && object.getValue("fixed") instanceof String;
      String event = one ? object.getString("fixed") : "";
      return EventIds.isOne(event) ? new EventSource.Fixed(event) : null;
    }
    return value instanceof String text
        ? switch (text) {
          case "path" -> new EventSource.Path();
          case "host" -> new EventSource.Host();
          case "token" -> new EventSource.Token();
          default -> null;
        }
        : null;
  }

  private static String shown(EventSource event) {
    if (event instanceof EventSource.Fixed fixed) {
      return fixed.event();
    }
    return event instanceof EventSource.Token ? "token" : "path";
  }

  private static @Nullable String host(String text) {
    String host = HostNames.plain(text);
    boolean address = host.indexOf(':') >= 0;
    boolean known =
        address ? NetUtil.isValidIpV6Address(host) : host.matches(LABEL + "(?:\\." + LABEL + ")*");
    boolean once = host.split("\\{event\\}", -1).length <= 2;
    return known && once && host.length() <= LONGEST_HOST ? host : null;
  }

  // Whatever is below these is never looked up among the routes.
  private static boolean isOurs(String path) {
    return path.startsWith("/queue/")
        || path.equals("/.well-known/jwks.json")
        || path.equals("/authorize")
        || path.startsWith("/authorize/");
  }
}
