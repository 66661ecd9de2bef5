package dev.headgate.gateway.config;

import java.time.Duration;

/**
 * What an operator dials live. All are ceilings, never targets to catch up with.
 *
 * @param newUsersPerMinute admissions in any 60 seconds, at most
 * @param totalActiveUsers sessions at one time, at most
 * @param sessionDuration how long an admission lasts before it is renewed
 * @param maxSession how long a session may last with all its renewals
 * @param turnWindow how long a called fan may take to come
 * @param throttle whether the backend's health may lower the rate
 */
public record Dials(
    int newUsersPerMinute,
    int totalActiveUsers,
    Duration sessionDuration,
    Duration maxSession,
    Duration turnWindow,
    Throttle throttle) {

  /** Whether the backend's health may lower the rate. */
  public enum Throttle {
    OFF
  }
}
