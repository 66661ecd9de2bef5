package dev.headgate.booking.ticket;

import java.util.List;

/** Tickets under one Ed25519 key. Ed25519 draws nothing at random: the same ticket, same bytes. */
final class SignedTickets implements Tickets {
  private final TicketKey key;
  private final byte[] keyId;
  private final String jwks;

  SignedTickets(TicketKey key) {
    this.key = key;
    this.keyId = KeyId.of(key.known());
    this.jwks = key.jwks();
  }

  @Override
  public String text(TicketFace face) {
    byte[] signed = SignedTicket.of(face).bytes(keyId);
    return new TicketText(signed, key.signature(TicketText.message(signed))).written();
  }

  @Override
  public byte[] png(TicketFace face) {
    return QrCode.of(text(face)).png();
  }

  @Override
  public byte[] pdf(List<TicketFace> faces) {
    return TicketPages.of(faces, face -> QrCode.of(text(face)).picture());
  }

  @Override
  public String publicKeys() {
    return jwks;
  }
}
