package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.CanonicalPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The forwarding rules in order: the first whose path and method match decides. */
final class RouteTable {
  /** What is named where a rule takes all methods but those that are never forwarded. */
  private static final Set<String> USUAL_METHODS =
      Set.of("DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT");

  private final List<RoutePattern> patterns;

  RouteTable(List<Route> routes) {
    patterns = new ArrayList<>(routes.size());
    for (Route route : routes) {
      patterns.add(new RoutePattern(route));
    }
  }

  /** What the rules say about a request. */
  sealed interface Found {}

  /** A rule lets it through; {@code event} is empty where the path names none. */
  record Matched(Route route, String event) implements Found {}

  /** Rules know the path, but not with this method. */
  record WrongMethod(String allow) implements Found {}

  /** No rule knows the path. */
  record Nothing() implements Found {}

  /**
   * Looks a request up.
   *
   * @param path as it came; {@link CanonicalPath} has passed it
   */
  Found find(String method, String path) {
    boolean known = false;
    for (RoutePattern pattern : patterns) {
      String event = pattern.match(path);
      if (event != null) {
        Route route = pattern.route();
        if (allows(route, method)) {
          return new Matched(route, event);
        }
        known = true;
      }
    }
    return known ? new WrongMethod(allow(path)) : new Nothing();
  }

  // HEAD is GET without the body. TRACE would show a page the credentials we add.
  private static boolean allows(Route route, String method) {
    return switch (method) {
      case "TRACE", "CONNECT" -> false;
      case "HEAD" ->
          route.methods().isEmpty()
              || route.methods().contains("HEAD")
              || route.methods().contains("GET");
      default -> route.methods().isEmpty() || route.methods().contains(method);
    };
  }

  private String allow(String path) {
    TreeSet<String> methods = new TreeSet<>();
    for (RoutePattern pattern : patterns) {
      if (pattern.match(path) != null) {
        Set<String> named = pattern.route().methods();
        methods.addAll(named.isEmpty() ? USUAL_METHODS : named);
      }
    }
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return String.join(", ", methods);
  }
}
