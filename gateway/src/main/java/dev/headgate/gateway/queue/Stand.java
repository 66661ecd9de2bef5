package dev.headgate.gateway.queue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the lanes had come at one moment of the last day.
 *
 * @param at when, by the store's clock
 * @param lanes by number; one that was opened later is not there yet
 */
public record Stand(Instant at, List<Lane> lanes) {
  public Stand {
    lanes = List.copyOf(lanes);
  }

  /**
   * One lane.
   *
   * @param arrivals places handed out
   * @param cutoff positions below it had been called
   */
  public record Lane(int arrivals, int cutoff) {}

  /** Reads an entry of the store; null where another version wrote it in another way. */
  static @Nullable Stand read(String entry) {
    String[] parts = entry.split(",", 4);
    if (parts.length < 3) {
      return null;
    }
    try {
      List<Lane> lanes = new ArrayList<>();
      for (String lane : parts[2].split(";", -1)) {
        int colon = lane.indexOf(':');
        lanes.add(
            new Lane(
                Integer.parseInt(lane, 0, colon, 10),
                Integer.parseInt(lane, colon + 1, lane.length(), 10)));
      }
      return new Stand(Instant.ofEpochMilli(Long.parseLong(parts[0])), lanes);
    } catch (NumberFormatException | IndexOutOfBoundsException notOurs) {
      return null;
    }
  }
}
