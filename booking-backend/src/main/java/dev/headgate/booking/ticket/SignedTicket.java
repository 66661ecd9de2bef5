package dev.headgate.booking.ticket;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * What a ticket's signature vouches for.
 *
 * @param seat {@code <row>-<number>}
 * @param ticketType cut to 24 bytes where its name is longer
 * @param issuedAt to the second
 */
public record SignedTicket(
    String ticketId, String event, String seat, String ticketType, Instant issuedAt) {
  private static final int TYPE_BYTES = 24;
  private static final int MOST_BYTES = 255;
  private static final int ROOM = KeyId.BYTES + Long.BYTES + 4 * (MOST_BYTES + 1);

  /** What is signed of this face. */
  static SignedTicket of(TicketFace face) {
    return new SignedTicket(
        face.ticketId(),
        face.event(),
        face.seat(),
        cut(face.ticketType()),
        Instant.ofEpochSecond(face.issuedAt().getEpochSecond()));
  }

  /** Key id, seconds since 1970, then four texts in UTF-8 with a byte for each one's length. */
  byte[] bytes(byte[] keyId) {
    ByteBuffer buffer = ByteBuffer.allocate(ROOM);
    buffer.put(keyId).putLong(issuedAt.getEpochSecond());
    for (String text : new String[] {ticketId, event, seat, ticketType}) {
      byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
      if (encoded.length > MOST_BYTES) {
        throw new IllegalArgumentException(
            "on a ticket: " + encoded.length + " bytes (expected: <= " + MOST_BYTES + ")");
      }
      buffer.put((byte) encoded.length).put(encoded);
    }
    byte[] bytes = new byte[buffer.position()];
    buffer.flip().get(bytes);
    return bytes;
  }

  /** The ticket in a record, without its key id; nothing where it is not of this form. */
  static Optional<SignedTicket> in(ByteBuffer buffer) {
    try {
      Instant issuedAt = Instant.ofEpochSecond(buffer.getLong());
      var ticket =
          new SignedTicket(text(buffer), text(buffer), text(buffer), text(buffer), issuedAt);
      return buffer.hasRemaining() ? Optional.empty() : Optional.of(ticket);
    } catch (BufferUnderflowException | CharacterCodingException malformed) {
      return Optional.empty();
    }
  }

  private static String text(ByteBuffer buffer) throws CharacterCodingException {
    byte[] encoded = new byte[Byte.toUnsignedInt(buffer.get())];
    buffer.get(encoded);
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(encoded)).toString();
  }

  private static String cut(String text) {
    StringBuilder kept = new StringBuilder();
    int bytes = 0;
    for (int codePoint : text.codePoints().toArray()) {
      String letter = Character.toString(codePoint);
      bytes += letter.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > TYPE_BYTES) {
        break;
      }
      kept.append(letter);
    }
    return kept.toString();
  }
}
