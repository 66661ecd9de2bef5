package dev.headgate.gateway.config;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where forwarded requests go.
 *
 * @param origins the servers that answer alike, by their origins; at least one
 * @param load where it says how loaded it is and what it can still sell; null where it does not
 */
public record Upstream(List<URI> origins, @Nullable URI load) {

  public Upstream {
    origins = List.copyOf(origins);
    if (origins.isEmpty()) {
      throw new IllegalArgumentException("origins: none (expected: at least one)");
    }
  }

  /** An upstream of one server. */
  public Upstream(URI origin, @Nullable URI load) {
    this(List.of(origin), load);
  }

  /** An upstream that does not say how loaded it is. */
  public static Upstream at(URI origin) {
    return new Upstream(origin, null);
  }
}
