package dev.headgate.gateway.queue;

import java.time.Instant;

/**
 * A round that was frozen with somebody in it, as the store keeps it.
 *
 * @param number from 0, by time
 * @param end the first arrival number after it
 * @param closedAt when it was frozen
 */
record ClosedRound(int number, int end, Instant closedAt) {

  /** Reads {@code <number>:<end>:<milliseconds>}. */
  static ClosedRound parse(String text) {
    String[] parts = text.split(":", 3);
    return new ClosedRound(
        Integer.parseInt(parts[0]),
        Integer.parseInt(parts[1]),
        Instant.ofEpochMilli(Long.parseLong(parts[2])));
  }

  @Override
  public String toString() {
    return number + ":" + end + ":" + closedAt.toEpochMilli();
  }
}
