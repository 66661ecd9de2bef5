package dev.headgate.gateway.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a route takes of a request, and how long it waits for its answer.
 *
 * @param maxBodyBytes the largest body; null for the one that holds everywhere
 * @param answerWithin how long the upstream may take to begin its answer, from the whole request on
 * @param idle how long an answer that has begun, or an open connection, may be silent
 */
public record RouteLimits(@Nullable Long maxBodyBytes, Duration answerWithin, Duration idle) {

  /** What holds where nothing is said. */
  public static RouteLimits usual() {
    return new RouteLimits(null, Duration.ofSeconds(30), Duration.ofSeconds(60));
  }

  /** The largest body, in bytes, where {@code everywhere} holds for routes that say nothing. */
  public long maxBodyBytes(long everywhere) {
    return maxBodyBytes == null ? everywhere : maxBodyBytes;
  }
}
