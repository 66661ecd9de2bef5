package dev.headgate.policy.order;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** SHA-256 over a few parts, or over one buffer again and again. Not thread-safe. */
final class Sha256 {
  static final int BYTES = 32;

  private final MessageDigest digest;

  Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  byte[] of(byte[]... parts) {
    Arrays.stream(parts).forEach(digest::update);
    return digest.digest();
  }

  /** Hashes the whole of {@code input} into the whole of {@code output}, allocating nothing. */
  void hash(byte[] input, byte[] output) {
    try {
      digest.update(input);
      int written = digest.digest(output, 0, output.length);
      assert written == BYTES;
    } catch (DigestException e) {
      throw new IllegalArgumentException("output: too short (expected: 32 bytes)", e);
    }
  }
}
