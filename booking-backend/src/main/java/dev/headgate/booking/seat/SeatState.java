package dev.headgate.booking.seat;

import java.util.Locale;

/** What a seat of an event is. */
public enum SeatState {
  AVAILABLE,
  HELD,
  PAYING,
  SOLD,
  /** The venue has the seat; the event does not sell it. */
  UNAVAILABLE;

  private final String written = name().toLowerCase(Locale.ROOT);

  /** As it is written in JSON and in the database. */
  public String written() {
    return written;
  }

  /**
   * The state behind a one-letter code of the projection's query: {@code a}, {@code h}, {@code p},
   * {@code s}.
   */
  public static SeatState ofCode(char code) {
    return switch (code) {
      case 'a' -> AVAILABLE;
      case 'h' -> HELD;
      case 'p' -> PAYING;
      case 's' -> SOLD;
      default -> throw new IllegalArgumentException("state: " + code + " (expected: a, h, p, s)");
    };
  }
}
