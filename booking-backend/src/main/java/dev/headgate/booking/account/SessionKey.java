package dev.headgate.booking.account;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
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
      if (!Files.exists(file)) {
        make(file.toAbsolutePath());
      }
      return new SessionKey(Files.readAllBytes(file));
    } catch (IOException unreadable) {
      throw new IllegalStateException("session key " + file + " is not usable", unreadable);
    }
  }

  /** Written beside and moved there whole: a second process never reads half a key. */
  private static void make(Path file) throws IOException {
    Path folder = file.getParent();
    Files.createDirectories(folder);
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Path fresh = Files.createTempFile(folder, "session", ".key", ownerOnly);
    try {
      Files.write(fresh, bytes);
      Files.createLink(file, fresh);
    } catch (FileAlreadyExistsException another) {
      // Another process was first: its key is the one.
      return;
    } catch (UnsupportedOperationException noLinks) {
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
