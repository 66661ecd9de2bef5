package dev.headgate.gateway.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What our answers tell browsers to hold to.
 *
 * @param strictTransport how long browsers reach this host by {@code https} alone (RFC 6797); null
 *     says nothing of the kind
 * @param subdomains whether that holds for the hosts below this one as well
 * @param frameAncestors origins whose pages may show the queue page in a frame; empty means none
 */
public record HeaderRules(
    @Nullable Duration strictTransport, boolean subdomains, List<String> frameAncestors) {

  public HeaderRules {
    frameAncestors = List.copyOf(frameAncestors);
  }

  /** What is said where nothing is set. */
  public static HeaderRules usual() {
    return new HeaderRules(null, false, List.of());
  }
}
