package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.HealthCheck;
import dev.headgate.gateway.config.OutlierRules;
import dev.headgate.gateway.config.Upstream;
import io.vertx.core.Future;
import io.vertx.core.net.HostAndPort;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The servers of every upstream, which fans' requests and health checks tell us about. */
final class WatchedUpstreams implements Upstreams {
  private final Map<String, ServerPool> pools;
  private final @Nullable HealthChecks checks;

  private WatchedUpstreams(Map<String, ServerPool> pools, @Nullable HealthChecks checks) {
    this.pools = Map.copyOf(pools);
    this.checks = checks;
  }

  static WatchedUpstreams over(UpstreamsParts parts) {
    return build(parts, Map.of());
  }

  static WatchedUpstreams replacing(Upstreams old, UpstreamsParts parts) {
    return build(parts, old instanceof WatchedUpstreams watched ? watched.pools : Map.of());
  }

  private static WatchedUpstreams build(UpstreamsParts parts, Map<String, ServerPool> before) {
    Map<String, ServerPool> pools = new HashMap<>();
    parts
        .config()
        .upstreams()
        .forEach(
            (name, upstream) ->
                pools.put(name, pool(parts, new Place(name, upstream), before.get(name))));
    pools.values().forEach(pool -> pool.servers().forEach(server -> server.meters().show(server)));
    return new WatchedUpstreams(pools, checks(parts, pools));
  }

  /** An upstream of the configuration. */
  private record Place(String name, Upstream upstream) {}

  private static ServerPool pool(UpstreamsParts parts, Place place, @Nullable ServerPool before) {
    OutlierRules rules = place.upstream().outliers();
    boolean alone = place.upstream().origins().size() == 1;
    Ejections ejections = new Ejections(rules, alone, parts.random());
    List<Server> servers = new ArrayList<>();
    for (URI origin : place.upstream().origins()) {
      HostAndPort address = HostAndPort.create(origin.getHost(), Upstream.port(origin));
      Server earlier = before == null ? null : before.find(address);
      Server.Parts server =
          new Server.Parts(
              place.name(),
              address,
              Upstream.isTls(origin),
              place.upstream().limits(),
              ejections,
              state(parts, ejections, earlier),
              new ServerMeters(parts.metrics(), place.name(), Upstream.server(origin)),
              parts.nanos());
      servers.add(new Server(server, health(place.upstream(), earlier)));
    }
    boolean tries = rules.allOut() == OutlierRules.AllOut.TRY;
    return new ServerPool(
        new ServerPool.Parts(place.name(), tries, parts.metrics(), parts.nanos()), servers);
  }

  private static Server.Health health(Upstream upstream, @Nullable Server earlier) {
    return earlier == null || upstream.health() == null ? Server.Health.UNKNOWN : earlier.health();
  }

  private static ServerState state(
      UpstreamsParts parts, Ejections ejections, @Nullable Server earlier) {
    if (earlier == null) {
      return new ServerState(ejections.in(parts.nanos().getAsLong(), 0));
    }
    earlier.state().judgeBy(ejections);
    return earlier.state();
  }

  private static @Nullable HealthChecks checks(
      UpstreamsParts parts, Map<String, ServerPool> pools) {
    Map<String, Upstream> upstreams = parts.config().upstreams();
    if (upstreams.values().stream().allMatch(upstream -> upstream.health() == null)) {
      return null;
    }
    HealthChecks checks = new HealthChecks(parts.vertx(), parts.random());
    pools.forEach(
        (name, pool) -> {
          Upstream upstream = upstreams.get(name);
          HealthCheck health = upstream == null ? null : upstream.health();
          if (health != null) {
            checks.begin(name, health, pool.servers());
          }
        });
    return checks;
  }

  @Override
  public @Nullable Try next(String upstream, @Nullable Try instead) {
    ServerPool pool = pools.get(upstream);
    return pool == null ? null : pool.next(instead);
  }

  @Override
  public Future<Void> close() {
    pools.values().forEach(pool -> pool.servers().forEach(server -> server.meters().hide()));
    return checks == null ? Future.succeededFuture() : checks.close();
  }
}
