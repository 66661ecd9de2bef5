package dev.headgate.gateway.config;

import java.util.Set;

/**
 * Which other origins' pages may use a route.
 *
 * @param origins the origins
 */
public record Cors(Set<String> origins) {

  public Cors {
    origins = Set.copyOf(origins);
  }
}
