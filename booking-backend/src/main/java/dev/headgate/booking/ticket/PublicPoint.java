package dev.headgate.booking.ticket;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;

/**
 * A public key as 32 bytes: y with its low byte first, and in the last byte's top bit whether x is
 * odd (RFC 8032, 5.1.2).
 */
final class PublicPoint {
  private static final int BYTES = 32;
  private static final int TOP_BIT = 0x80;

  private PublicPoint() {}

  static byte[] encoded(PublicKey key) {
    EdECPoint point = ((EdECPublicKey) key).getPoint();
    byte[] highFirst = point.getY().toByteArray();
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < Math.min(BYTES, highFirst.length); i++) {
      bytes[i] = highFirst[highFirst.length - 1 - i];
    }
    if (point.isXOdd()) {
      bytes[BYTES - 1] |= (byte) TOP_BIT;
    }
    return bytes;
  }

  static PublicKey decoded(byte[] bytes) throws GeneralSecurityException {
    if (bytes.length != BYTES) {
      throw new GeneralSecurityException(bytes.length + " bytes (expected: " + BYTES + ")");
    }
    byte[] highFirst = new byte[BYTES];
    for (int i = 0; i < BYTES; i++) {
      highFirst[i] = bytes[BYTES - 1 - i];
    }
    boolean odd = (highFirst[0] & TOP_BIT) != 0;
    highFirst[0] &= (byte) (TOP_BIT - 1);
    return KeyFactory.getInstance(TicketKey.ALGORITHM)
        .generatePublic(
            new EdECPublicKeySpec(
                NamedParameterSpec.ED25519, new EdECPoint(odd, new BigInteger(1, highFirst))));
  }
}
