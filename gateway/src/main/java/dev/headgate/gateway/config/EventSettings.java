package dev.headgate.gateway.config;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operator sets about an event; CONTRACT "Settings" in JSON.
 *
 * @param title what fans read
 * @param mode how the order comes about
 * @param start when the sale starts
 * @param opensAt from when fans may join; null means at once
 * @param closesAt from when nobody is let in any more; null means never
 * @param dials the operator's dials
 * @param resume the path a fan is sent to once inside, or null
 * @param queueStatus the HTTP status of the queue page at a protected address: 200, 202, 429, 503
 * @param maxPlaces how many places are handed out at most
 */
public record EventSettings(
    String title,
    Mode mode,
    Instant start,
    @Nullable Instant opensAt,
    @Nullable Instant closesAt,
    Dials dials,
    @Nullable String resume,
    int queueStatus,
    int maxPlaces) {

  /** How the order comes about. */
  public enum Mode {
    RANDOM_THEN_FIFO
  }
}
