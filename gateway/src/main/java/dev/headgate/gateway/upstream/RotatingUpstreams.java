package dev.headgate.gateway.upstream;

import io.vertx.core.Future;
import io.vertx.core.net.HostAndPort;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Asks the servers of an upstream in turn. */
final class RotatingUpstreams implements Upstreams {
  private final Map<String, Ring> rings = new HashMap<>();

  RotatingUpstreams(UpstreamsParts parts) {
    parts
        .config()
        .upstreams()
        .forEach(
            (name, upstream) ->
                rings.put(
                    name,
                    new Ring(
                        upstream.origins().stream().map(RotatingUpstreams::server).toList(),
                        new AtomicInteger())));
  }

  private record Ring(List<Server> servers, AtomicInteger turn) {
    Server next() {
      return servers.get(Math.floorMod(turn.getAndIncrement(), servers.size()));
    }
  }

  @Override
  public @Nullable Try next(String upstream, @Nullable Try instead) {
    Ring ring = rings.get(upstream);
    return ring == null || (instead != null && ring.servers().size() == 1) ? null : ring.next();
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }

  private static Server server(URI origin) {
    boolean tls = "https".equalsIgnoreCase(origin.getScheme());
    int port = origin.getPort() >= 0 ? origin.getPort() : tls ? 443 : 80;
    return new Server(HostAndPort.create(origin.getHost(), port), tls);
  }

  private record Server(HostAndPort address, boolean tls) implements Try {

    @Override
    public void answered(int status, long nanos) {}

    @Override
    public void failed() {}

    @Override
    public void abandoned() {}
  }
}
