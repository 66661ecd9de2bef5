package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.http.CanonicalPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The forwarding rules in order: the first whose host, path and method match decides. */
final class RouteTable {
  /** What is named where a rule takes all methods but those that are never forwarded. */
  static final Set<String> USUAL_METHODS =
      Set.of("DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT");

  private static final Pattern PLAIN_METHOD = Pattern.compile("[A-Z]{1,20}");

  private final List<RoutePattern> patterns;

  RouteTable(List<Route> routes) {
    patterns = new ArrayList<>(routes.size());
    for (Route route : routes) {
      patterns.add(new RoutePattern(route));
    }
  }

  /**
   * Whether rules can be meant.
   *
   * @throws IllegalArgumentException names what cannot
   */
  static void check(List<Route> routes) {
    routes.forEach(RoutePattern::check);
  }

  /** What the rules say about a request. */
  sealed interface Found {}

  /** A rule lets it through; {@code event} is empty where neither path, host nor rule name one. */
  record Matched(Route route, String event) implements Found {}

  /** Rules know the path at this host, but not with this method. */
  record WrongMethod(String allow) implements Found {}

  /** No rule knows the path at this host. */
  record Nothing() implements Found {}

  /**
   * Looks a request up.
   *
   * @param host as {@link dev.headgate.gateway.config.HostNames} spells it; null where none is
   *     named
   * @param path as it came; {@link CanonicalPath} has passed it
   */
  Found find(String method, @Nullable String host, String path) {
    boolean known = false;
    for (RoutePattern pattern : patterns) {
      String event = pattern.match(host, path);
      if (event != null) {
        Route route = pattern.route();
        if (allows(route, method)) {
          return new Matched(route, event);
        }
        known = true;
      }
    }
    return known ? new WrongMethod(allow(host, path)) : new Nothing();
  }

  /**
   * The methods by which requests go by the rule that one of them goes by.
   *
   * @param asked that method
   * @param inquiry names the host and path
   */
  List<String> methodsOf(Matched matched, String asked, Inquiry inquiry) {
    Set<String> named = matched.route().methods();
    TreeSet<String> methods = new TreeSet<>(named.isEmpty() ? USUAL_METHODS : named);
    if (PLAIN_METHOD.matcher(asked).matches()) {
      methods.add(asked);
    }
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    // An earlier rule may take some of them.
    methods.removeIf(
        method ->
            !(find(method, inquiry.host(), inquiry.path()) instanceof Matched found
                && found.route().equals(matched.route())));
    return List.copyOf(methods);
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

  private String allow(@Nullable String host, String path) {
    TreeSet<String> methods = new TreeSet<>();
    for (RoutePattern pattern : patterns) {
      if (pattern.match(host, path) != null) {
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
