package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.EventSource;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.Ways;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
    host = Objects.requireNonNullElse(config.publicOrigin().getHost(), "");
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
    return namesEvent(route)
        && paths(route, event).anyMatch(path -> takes(route, method(route), event, path));
  }

  private static boolean namesEvent(Route route) {
    return !(route.event() instanceof EventSource.Path) || route.path().contains(Route.EVENT);
  }

  private boolean takes(Route route, String method, String event, String path) {
    Stream<String> hosts =
        route.hosts().isEmpty()
            ? Stream.of(host)
            : route.hosts().stream().map(one -> one.replace(Route.EVENT, event));
    return hosts.anyMatch(
        one ->
            table.find(method, one, path) instanceof RouteTable.Matched found
                && found.route().equals(route)
                && (route.event() instanceof EventSource.Token || found.event().equals(event)));
  }

  private static String method(Route route) {
    return route.methods().isEmpty() || route.methods().contains(GET)
        ? GET
        : route.methods().iterator().next();
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
