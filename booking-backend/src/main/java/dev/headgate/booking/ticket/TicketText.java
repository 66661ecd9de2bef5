package dev.headgate.booking.ticket;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** A record and its signature as text. One pair has one text: other spellings are refused. */
final class TicketText {
  private static final String PREFIX = "hgt1.";
  private static final int SIGNATURE_BYTES = 64;
  // More than any ticket of ours; what is longer is not worth decoding.
  private static final int MOST = 2_048;
  // Nothing else that this key might ever sign begins so.
  private static final byte[] DOMAIN = "headgate-ticket-v1\0".getBytes(StandardCharsets.US_ASCII);

  private final byte[] signed;
  private final byte[] signature;

  TicketText(byte[] signed, byte[] signature) {
    this.signed = signed;
    this.signature = signature;
  }

  byte[] signed() {
    return signed;
  }

  byte[] signature() {
    return signature;
  }

  /** What the signature is over. */
  static byte[] message(byte[] signed) {
    byte[] message = Arrays.copyOf(DOMAIN, DOMAIN.length + signed.length);
    System.arraycopy(signed, 0, message, DOMAIN.length, signed.length);
    return message;
  }

  String written() {
    byte[] both = Arrays.copyOf(signed, signed.length + signature.length);
    System.arraycopy(signature, 0, both, signed.length, signature.length);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(both);
  }

  static Optional<TicketText> in(String text) {
    if (!text.startsWith(PREFIX) || text.length() > MOST) {
      return Optional.empty();
    }
    try {
      byte[] both = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
      int length = both.length - SIGNATURE_BYTES;
      if (length <= KeyId.BYTES) {
        return Optional.empty();
      }
      var read =
          new TicketText(
              Arrays.copyOf(both, length), Arrays.copyOfRange(both, length, both.length));
      return read.written().equals(text) ? Optional.of(read) : Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }
}
