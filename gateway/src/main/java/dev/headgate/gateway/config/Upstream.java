package dev.headgate.gateway.config;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where forwarded requests go.
 *
 * @param url its origin
 * @param load where it says how loaded it is and what it can still sell; null where it does not
 */
public record Upstream(URI url, @Nullable URI load) {

  /** An upstream that does not say how loaded it is. */
  public static Upstream at(URI url) {
    return new Upstream(url, null);
  }
}
