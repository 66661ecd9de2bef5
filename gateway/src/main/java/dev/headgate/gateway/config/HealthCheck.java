package dev.headgate.gateway.config;

import java.time.Duration;
import java.util.Set;

/**
 * How each server of an upstream is asked whether it is well.
 *
 * @param path what is asked for, with GET
 * @param interval from one question to the next
 * @param timeout how long the whole answer may take; at most {@code interval}
 * @param expect the statuses of a server that is well
 * @param unhealthyAfter so many wrong answers in a row, and it gets no new requests
 * @param healthyAfter so many right answers in a row, and it gets them again
 */
public record HealthCheck(
    String path,
    Duration interval,
    Duration timeout,
    Set<Integer> expect,
    int unhealthyAfter,
    int healthyAfter) {

  public HealthCheck {
    expect = Set.copyOf(expect);
    if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(interval) > 0) {
      throw new IllegalArgumentException(
          "timeout: " + timeout + " (expected: above 0, at most the interval " + interval + ")");
    }
    if (expect.isEmpty()) {
      throw new IllegalArgumentException("expect: none (expected: at least one status)");
    }
    if (unhealthyAfter < 1 || healthyAfter < 1) {
      throw new IllegalArgumentException(
          "unhealthyAfter, healthyAfter: "
              + unhealthyAfter
              + ", "
              + healthyAfter
              + " (expected: at least 1)");
    }
  }

  /** What holds for a path where nothing else is said. */
  public static HealthCheck usual(String path) {
    return new HealthCheck(path, Duration.ofSeconds(5), Duration.ofSeconds(2), Set.of(200), 2, 2);
  }
}
