package dev.headgate.booking.ticket;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A ticket's facts in words. */
public final class TicketWords {
  // In UTC: the shop does not know which zone the venue is in.
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEEE d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private TicketWords() {}

  /** The moment, to the minute. */
  public static String time(Instant instant) {
    return TIME.format(instant);
  }

  /**
   * Where one sits.
   *
   * @param section its name
   * @param seat {@code <row>-<number>}
   */
  public static String place(String section, String seat) {
    int dash = seat.lastIndexOf('-');
    String row = dash < 0 ? "" : "Row " + seat.substring(0, dash) + ", ";
    return section + ", " + row + "Seat " + seat.substring(dash + 1);
  }
}
