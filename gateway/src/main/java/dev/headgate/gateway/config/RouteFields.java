package dev.headgate.gateway.config;

import dev.headgate.gateway.config.Route.Access;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code routes}. */
final class RouteFields {
  private static final FieldType<Access> ACCESS =
      FieldType.oneOf(Map.of("admission", Access.ADMISSION, "public", Access.PUBLIC));
  private static final FieldType<String> METHOD =
      FieldType.matching("[A-Z]{1,20}", "a method in capitals, such as GET");
  private static final String SEGMENT = "/(?:[A-Za-z0-9._~!$&'()+,=:@-]+|\\{event\\}|\\*)";
  private static final FieldType<String> PATTERN =
      FieldType.matching(
          "/|/\\*\\*|(?:" + SEGMENT + ")+(?:/\\*\\*)?",
          "segments that are a literal, {event} or *, and ** only at the end");

  private RouteFields() {}

  static List<Route> read(Fields fields, Set<String> upstreams) {
    if (!fields.has("routes") && !upstreams.contains("shop")) {
      fields.wrong("routes", "missing", "routes, or an upstream shop for the default ones");
    }
    return fields.list(
        "routes", GatewayConfig.shopRoutes("shop"), entry -> route(entry, upstreams));
  }

  private static @Nullable Route route(Fields.Entry entry, Set<String> upstreams) {
    Fields route = entry.object();
    String path = route.required("path", PATTERN, "/{event}");
    List<String> methods = route.list("methods", List.of(), method -> method.as(METHOD));
    Access access = route.required("access", ACCESS, Access.PUBLIC);
    String upstream = route.optional("upstream", GatewayConfigFile.NAME, "shop");
    boolean shared = route.optional("shared", FieldType.yesOrNo(), false);
    route.refuseUnknown();
    if (route.sound("upstream") && !upstreams.contains(upstream)) {
      route.wrong("upstream", upstream, "a name under upstreams");
    }
    int events = path.split("\\{event\\}", -1).length - 1;
    if (events > 1 || (events == 0 && access == Access.ADMISSION)) {
      route.wrong("path", path, "{event} in it, once");
      return null;
    }
    return new Route(path, Set.copyOf(methods), access, upstream, shared);
  }
}
