package dev.headgate.booking.admission;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** SHA-256 as proofs and thumbprints have it. */
final class Sha256 {
  /** Its length in base64url. */
  static final int DIGITS = 43;

  private Sha256() {}

  static String base64Url(byte[] bytes) {
    try {
      byte[] sha = MessageDigest.getInstance("SHA-256").digest(bytes);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(sha);
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
