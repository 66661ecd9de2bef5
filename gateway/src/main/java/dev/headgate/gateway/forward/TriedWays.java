package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.EventSource;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.HostNames;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.Ways;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Where routes lead, by the same rules as requests are forwarded. */
final class TriedWays implements Ways {
  private static final String GET = "GET";

  /** What stands for any segment, and for any rest. */
  private static final String SOME = "~";

  private final List<Route> routes;
  private final RouteTable table;
  private final String host;
  private final long maxBodyBytes;

  TriedWays(GatewayConfig config) {
    routes = config.routes();
    table = new RouteTable(routes);
    host = HostNames.plain(config.publicOrigin().getHost());
    maxBodyBytes = config.maxBodyBytes();
  }

  @Override
  public List<Route> routes() {
    return routes;
  }

  @Override
  public long maxBodyBytes(Route route) {
    return route.limits().maxBodyBytes(maxBodyBytes);
  }

  @Override
  public List<Route> to(String event) {
    return routes.stream().filter(route -> leads(route, event)).toList();
  }

  @Override
  public Optional<Way> toPage(String path) {
    return table.find(GET, host, path) instanceof RouteTable.Matched found
        ? Optional.of(new Way(found.route(), found.event()))
        : Optional.empty();
  }

  /** An earlier route may take all that this one would for the event, so requests are tried. */
  private boolean leads(Route route, String event) {
    return namesEvent(route) && paths(route, event).anyMatch(path -> takes(route, event, path));
  }

  private static boolean namesEvent(Route route) {
    return !(route.event() instanceof EventSource.Path) || route.path().contains(Route.EVENT);
  }

  private boolean takes(Route route, String event, String path) {
    Set<String> hosts = route.hosts().isEmpty() ? Set.of(host) : route.hosts();
    Set<String> methods = route.methods().isEmpty() ? RouteTable.USUAL_METHODS : route.methods();
    return hosts.stream()
        .map(one -> one.replace(Route.EVENT, event))
        .flatMap(one -> methods.stream().map(method -> table.find(method, one, path)))
        .anyMatch(found -> isFor(event, route, found));
  }

  private static boolean isFor(String event, Route route, RouteTable.Found found) {
    return found instanceof RouteTable.Matched matched
        && matched.route().equals(route)
        && (route.event() instanceof EventSource.Token || matched.event().equals(event));
  }

  private static Stream<String> paths(Route route, String event) {
    String path = route.path().replace(Route.EVENT, event);
    if (!path.endsWith("/**")) {
      return Stream.of(path.replace("*", SOME));
    }
    String before = path.substring(0, path.length() - "/**".length()).replace("*", SOME);
    return Stream.of(before + "/" + SOME, before.isEmpty() ? "/" : before);
  }
}
