package dev.headgate.booking.ticket;

import java.time.Instant;

/** Tickets to try things with. */
final class Faces {
  static final Instant ISSUED = Instant.parse("2026-11-30T10:15:30.123Z");
  static final Instant STARTS = Instant.parse("2026-12-24T19:00:00Z");

  private Faces() {}

  static TicketFace of(String title, String venue) {
    return new TicketFace(
        "tkt_AAAAAAAAAAAAAAAAAAAAAA",
        "derby",
        title,
        venue,
        "B",
        "AA-12",
        "premium",
        9_500,
        "eur",
        ISSUED,
        STARTS);
  }

  static TicketFace plain() {
    return of("Derby", "Headgate Arena");
  }

  /** Everything as long as the shop lets it be. */
  static TicketFace longest() {
    return new TicketFace(
        "t".repeat(22),
        "e".repeat(63),
        "Derby",
        "Arena",
        "ZZZZZZ",
        "ZZZZZZ-2147483647",
        "a very long ticket type, longer than anybody needs",
        Long.MAX_VALUE,
        "eur",
        ISSUED,
        null);
  }

  static TicketFace seat(String ticketId, String seat) {
    return new TicketFace(
        ticketId, "derby", "Derby", "Arena", "B", seat, "front", 4_500, "eur", ISSUED, STARTS);
  }
}
