package dev.headgate.gateway.config;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Which other origins' pages may use a route, with the credentials the browser has.
 *
 * @param origins the origins, as browsers write them: lower case, without a default port
 * @param headers the request headers that their scripts may set
 * @param maxAge how long a browser may remember the answer to a preflight, in whole seconds
 */
public record Cors(Set<String> origins, List<String> headers, Duration maxAge) {

  /** What scripts may set where nothing is said. */
  public static final List<String> USUAL_HEADERS =
      List.of(
          "Authorization",
          "Content-Type",
          "DPoP",
          "Headgate-Admission",
          "Idempotency-Key",
          "Shop-Session");

  /** How long a preflight is remembered where nothing is said. */
  public static final Duration USUAL_MAX_AGE = Duration.ofMinutes(10);

  public Cors {
    origins = Set.copyOf(origins);
    headers = List.copyOf(headers);
  }

  /** Origins with the usual headers. */
  public Cors(Set<String> origins) {
    this(origins, USUAL_HEADERS, USUAL_MAX_AGE);
  }
}
