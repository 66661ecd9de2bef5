package dev.headgate.policy.throttle;

import java.util.OptionalInt;

/**
 * How the backend does, as seen lately; empty where too little is known to say.
 *
 * @param p95Millis the time that 95 in 100 holds were answered within, milliseconds
 * @param errorPermille the share of requests that failed, in a thousand
 * @param poolPercent the share of its database pool in use or waited for; may be over 100
 */
public record Health(OptionalInt p95Millis, OptionalInt errorPermille, OptionalInt poolPercent) {

  /** Nothing is known. */
  public static final Health UNKNOWN =
      new Health(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
}
