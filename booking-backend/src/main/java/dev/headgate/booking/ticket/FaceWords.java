package dev.headgate.booking.ticket;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A ticket's facts in words. */
final class FaceWords {
  // In UTC: the shop does not know which zone the venue is in.
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEEE d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private FaceWords() {}

  static String time(Instant instant) {
    return TIME.format(instant);
  }

  static String place(TicketFace face) {
    int dash = face.seat().lastIndexOf('-');
    String row = dash < 0 ? "" : "Row " + face.seat().substring(0, dash) + "   ";
    return "Section " + face.section() + "   " + row + "Seat " + face.seat().substring(dash + 1);
  }

  static String price(TicketFace face) {
    return face.ticketType() + "   " + Money.written(face.priceCents(), face.currency());
  }
}
