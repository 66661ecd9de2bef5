package dev.headgate.gateway.config;

import java.time.Duration;

/**
 * How long a browser that was signed in once stays so.
 *
 * @param idle after how long without a request it ends
 * @param longest after how long it ends whatever is done
 */
public record OperatorSessions(Duration idle, Duration longest) {

  /** The longest that can be configured. */
  public static final Duration LONGEST = Duration.ofDays(30);

  /** What holds where nothing is said. */
  public static OperatorSessions usual() {
    return new OperatorSessions(Duration.ofHours(2), Duration.ofHours(12));
  }
}
