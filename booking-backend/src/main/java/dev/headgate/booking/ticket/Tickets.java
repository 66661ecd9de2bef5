package dev.headgate.booking.ticket;

import dev.headgate.booking.config.ShopConfig;
import java.util.List;

/** Makes tickets that a gate can check without asking anybody. Pictures take a worker's time. */
public interface Tickets {

  /**
   * Tickets signed with the key in this file, which is made if missing. Blocks on the disk.
   *
   * @throws IllegalStateException when the file cannot be read or made
   */
  static Tickets signedWith(ShopConfig.Tickets settings) {
    return new SignedTickets(TicketKey.in(settings.keyFile()));
  }

  /**
   * The text in the QR code: signed, so that nobody can make one. The same ticket, the same text.
   */
  String text(TicketFace face);

  /** The QR code as a PNG picture. Blocks for milliseconds. */
  byte[] png(TicketFace face);

  /** A page a ticket, to print. Blocks for tens of milliseconds. */
  byte[] pdf(List<TicketFace> faces);

  /** What a gate checks tickets with: a JWK Set (RFC 7517, 8037) as JSON. Public. */
  String publicKeys();
}
