package dev.headgate.booking.store;

import java.security.SecureRandom;
import java.util.Base64;

/** Names of rows: 128 random bits, so that nobody has the same and nobody can guess one. */
public final class Ids {
  private static final int BYTES = 16;

  private final SecureRandom random = new SecureRandom();

  /** Another one, in 22 letters, digits, {@code -} and {@code _}. */
  public String next() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
