package dev.headgate.booking.ticket;

import java.util.List;

/** Makes tickets that a gate can check without asking anybody. Pictures take a worker's time. */
public interface Tickets {

  /**
   * The text in the QR code: signed, so that nobody can make one. The same ticket, the same text.
   */
  String text(TicketFace face);

  /** The QR code as a PNG picture. Blocks for milliseconds. */
  byte[] png(TicketFace face);

  /** A page a ticket, to print. Blocks for tens of milliseconds. */
  byte[] pdf(List<TicketFace> faces);
}
