package dev.headgate.gateway.upstream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.net.HostAndPort;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among the servers of one upstream: the one with the fewest requests without an answer,
 * beginning at another one each time so that equals take turns. Safe for use from any thread.
 */
final class ServerPool {
  private final Server[] servers;
  private final boolean triesWithAllOut;
  private final LongSupplier nanos;
  private final Counter refusedOut;
  private final Counter refusedFull;
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * What it works with.
   *
   * @param upstream its name
   * @param triesWithAllOut whether requests are sent even while no server is up
   */
  record Parts(
      String upstream, boolean triesWithAllOut, MeterRegistry metrics, LongSupplier nanos) {}

  /** Which servers come into question. */
  private enum Wanted {
    UP,
    HEALTHY,
    ANY
  }

  ServerPool(Parts parts, List<Server> servers) {
    this.servers = servers.toArray(Server[]::new);
    triesWithAllOut = parts.triesWithAllOut();
    nanos = parts.nanos();
    refusedOut = refusals(parts, "out");
    refusedFull = refusals(parts, "full");
  }

  List<Server> servers() {
    return List.of(servers);
  }

  /** The server at an address, if it is one of these. */
  @Nullable Server find(HostAndPort address) {
    for (Server server : servers) {
      if (server.isAt(address)) {
        return server;
      }
    }
    return null;
  }

  /** A try at one of them, not at the one of {@code instead} unless it is alone; null for none. */
  @Nullable Try next(@Nullable Try instead) {
    long now = nanos.getAsLong();
    Try but = servers.length == 1 ? null : instead;
    int from = Math.floorMod(turn.getAndIncrement(), servers.length);
    // Who could not reach one server is not the one to find out whether another is well again,
    // unless nobody else is left.
    Try attempt = instead == null ? due(from, null, now, false) : null;
    if (attempt == null) {
      attempt = least(from, but, Wanted.UP);
    }
    return attempt == null ? nextWithNoneFree(from, but, now) : attempt;
  }

  private @Nullable Try nextWithNoneFree(int from, @Nullable Try but, long now) {
    if (isAnyUp(but)) {
      refusedFull.increment();
      return null;
    }
    Try attempt = due(from, but, now, true);
    if (attempt == null && triesWithAllOut) {
      attempt = least(from, but, Wanted.HEALTHY);
      attempt = attempt == null ? least(from, but, Wanted.ANY) : attempt;
    }
    if (attempt == null) {
      refusedOut.increment();
    }
    return attempt;
  }

  /** At one that is out and may be sent one request to see; sooner where nobody is in. */
  private @Nullable Try due(int from, @Nullable Try but, long now, boolean nobodyIn) {
    for (int i = 0; i < servers.length; i++) {
      Server server = at(from + i);
      if (server.isDue(now, nobodyIn) && !server.made(but)) {
        Try attempt = server.probe(now, nobodyIn);
        if (attempt != null) {
          return attempt;
        }
      }
    }
    return null;
  }

  /** At the one with the fewest outstanding; null where none has room. */
  private @Nullable Try least(int from, @Nullable Try but, Wanted wanted) {
    for (; ; ) {
      Server least = null;
      for (int i = 0; i < servers.length; i++) {
        Server server = at(from + i);
        if (fits(server, wanted) && !server.made(but) && isBetter(server, least)) {
          least = server;
        }
      }
      Try attempt = least == null ? null : least.begin();
      if (least == null || attempt != null) {
        return attempt;
      }
      // Somebody was sooner and took its last room: look again.
    }
  }

  private static boolean fits(Server server, Wanted wanted) {
    return switch (wanted) {
      case UP -> server.isUp();
      case HEALTHY -> server.isHealthy();
      case ANY -> true;
    };
  }

  private static boolean isBetter(Server server, @Nullable Server than) {
    return than == null ? server.hasRoom() : server.outstanding() < than.outstanding();
  }

  private boolean isAnyUp(@Nullable Try but) {
    for (Server server : servers) {
      if (server.isUp() && !server.made(but)) {
        return true;
      }
    }
    return false;
  }

  private Server at(int place) {
    return servers[place % servers.length];
  }

  private static Counter refusals(Parts parts, String reason) {
    return Counter.builder("headgate.upstream.refusals")
        .description("Requests that no server was to be asked for")
        .tag("upstream", parts.upstream())
        .tag("reason", reason)
        .register(parts.metrics());
  }
}
