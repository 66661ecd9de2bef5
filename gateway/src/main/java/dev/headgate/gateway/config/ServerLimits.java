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

  /**
   * What one of several event loops may have, each of which keeps connections of its own: its part
   * of them, and at least one. Who waits is counted over all loops before it comes to that.
   */
  public ServerLimits share(int loops) {
    return new ServerLimits(Math.max(1, maxConnections / loops), maxWaiting);
  }

  /** How many requests may be without an answer. */
  public int mostOutstanding() {
    return maxConnections + maxWaiting;
  }
}
