package dev.headgate.gateway.config;

/**
 * How much one gateway process asks of one server at a time.
 *
 * @param maxConnections connections to it
 * @param maxWaiting requests that wait for one of them
 */
public record ServerLimits(int maxConnections, int maxWaiting) {

  public ServerLimits {
    if (maxConnections < 1 || maxWaiting < 0) {
      throw new IllegalArgumentException(
          "maxConnections, maxWaiting: "
              + maxConnections
              + ", "
              + maxWaiting
              + " (expected: at least 1, at least 0)");
    }
  }

  /** What holds where nothing is said. */
  public static ServerLimits usual() {
    return new ServerLimits(512, 2_048);
  }

  /** How many requests may be without an answer. */
  public int mostOutstanding() {
    return maxConnections + maxWaiting;
  }
}
