package dev.headgate.booking.account;

import dev.headgate.booking.config.KeyFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import javax.crypto.spec.SecretKeySpec;

/** 32 random bytes in a file that only its owner may read. */
final class SessionKey {
  static final String ALGORITHM = "HmacSHA256";
  private static final int BYTES = 32;

  private final SecretKeySpec key;

  SessionKey(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalStateException(
          "session key: " + bytes.length + " bytes (expected: " + BYTES + ")");
    }
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  SecretKeySpec key() {
    return key;
  }

  static SessionKey in(Path file) {
    try {
      return new SessionKey(KeyFile.read(file, SessionKey::random));
    } catch (IOException unreadable) {
      throw new IllegalStateException("session key " + file + " is not usable", unreadable);
    }
  }

  private static byte[] random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
