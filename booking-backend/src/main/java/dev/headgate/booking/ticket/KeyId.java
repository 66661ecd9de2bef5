package dev.headgate.booking.ticket;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.util.Arrays;

/** The short name of a public key: the first eight bytes of its SHA-256. */
final class KeyId {
  static final int BYTES = 8;

  private KeyId() {}

  static byte[] of(PublicKey key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(PublicPoint.encoded(key));
      return Arrays.copyOf(digest, BYTES);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
