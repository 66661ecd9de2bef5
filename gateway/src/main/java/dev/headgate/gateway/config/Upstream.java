package dev.headgate.gateway.config;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where forwarded requests go.
 *
 * @param origins the servers that answer alike, by their origins; at least one, none twice
 * @param load where it says how loaded it is and what it can still sell; null where it does not
 * @param health how its servers are asked whether they are well; null for not at all
 * @param outliers when a server that fails is left out
 * @param limits how much is asked of each server at a time
 */
public record Upstream(
    List<URI> origins,
    @Nullable URI load,
    @Nullable HealthCheck health,
    OutlierRules outliers,
    ServerLimits limits) {

  public Upstream {
    origins = List.copyOf(origins);
    if (origins.isEmpty()) {
      throw new IllegalArgumentException("origins: none (expected: at least one)");
    }
    Set<String> servers = new HashSet<>();
    for (URI origin : origins) {
      if (!servers.add(server(origin))) {
        throw new IllegalArgumentException("origins: one is here twice (expected: once)");
      }
    }
  }

  /** Servers that are looked after by the usual rules. */
  public Upstream(List<URI> origins, @Nullable URI load) {
    this(origins, load, null, OutlierRules.usual(), ServerLimits.usual());
  }

  /** An upstream of one server. */
  public Upstream(URI origin, @Nullable URI load) {
    this(List.of(origin), load);
  }

  /** An upstream that does not say how loaded it is. */
  public static Upstream at(URI origin) {
    return new Upstream(origin, null);
  }

  /** The port of an origin, said or not. */
  public static int port(URI origin) {
    return origin.getPort() >= 0 ? origin.getPort() : isTls(origin) ? 443 : 80;
  }

  /** Whether an origin is spoken to over TLS. */
  public static boolean isTls(URI origin) {
    return "https".equalsIgnoreCase(origin.getScheme());
  }

  /** The host and port of an origin in one spelling. */
  public static String server(URI origin) {
    String host = origin.getHost();
    return (host == null ? "" : host.toLowerCase(Locale.ROOT)) + ":" + port(origin);
  }
}
