package dev.headgate.booking.order;

import java.security.SecureRandom;
import java.util.Base64;

/** Ids that nobody can guess: 128 random bits. */
final class Ids {
  private static final int BYTES = 16;

  private final SecureRandom random = new SecureRandom();

  String next() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
