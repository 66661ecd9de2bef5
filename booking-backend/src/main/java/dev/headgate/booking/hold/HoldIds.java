package dev.headgate.booking.hold;

import java.security.SecureRandom;
import java.util.Base64;

/** 128 random bits: whoever does not own a hold cannot name it. */
final class HoldIds {
  private static final int BYTES = 16;

  private final SecureRandom random = new SecureRandom();

  String next() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
