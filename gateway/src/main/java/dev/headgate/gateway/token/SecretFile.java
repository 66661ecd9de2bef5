package dev.headgate.gateway.token;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/** A file of one secret of 32 bytes, which only its owner may open. */
public final class SecretFile {
  private static final int BYTES = 32;

  private SecretFile() {}

  /**
   * Reads it. Blocks: for a worker.
   *
   * @param file 64 hex digits
   * @param createMissing whether it is made, with mode 0600, where it is missing
   * @throws IllegalStateException if it is missing, malformed, or open to other users of the
   *     machine; the message names the file and never what is in it
   */
  public static byte[] open(Path file, boolean createMissing) {
    Path whole = file.toAbsolutePath().normalize();
    Path folder = whole.getParent();
    Path name = whole.getFileName();
    if (folder == null || name == null) {
      throw new IllegalStateException(file + ": a folder (expected: a key file)");
    }
    String text = new KeyFolder(folder, createMissing).read(name.toString(), SecretFile::newSecret);
    try {
      byte[] key = HexFormat.of().parseHex(text);
      if (key.length == BYTES) {
        return key;
      }
    } catch (IllegalArgumentException notHex) {
      // Its message would quote the key.
    }
    throw new IllegalStateException(file + ": malformed (expected: 64 hex digits)");
  }

  private static String newSecret() {
    byte[] key = new byte[BYTES];
    new SecureRandom().nextBytes(key);
    return HexFormat.of().formatHex(key);
  }
}
