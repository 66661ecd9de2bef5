package dev.headgate.gateway.testing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Solves challenges by trying one number after another. */
public final class Solver {

  private Solver() {}

  /** The first solution. */
  public static String solve(String prefix, int difficulty) {
    for (long nonce = 0; ; nonce++) {
      if (zeroBits(prefix + "." + nonce) >= difficulty) {
        return prefix + "." + nonce;
      }
    }
  }

  /** The first number whose hash has not enough zero bits. */
  public static String fail(String prefix, int difficulty) {
    for (long nonce = 0; ; nonce++) {
      if (zeroBits(prefix + "." + nonce) < difficulty) {
        return prefix + "." + nonce;
      }
    }
  }

  /** How many leading bits of the hash are zero, up to 32. */
  public static int zeroBits(String solution) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] hash = sha256.digest(solution.getBytes(StandardCharsets.US_ASCII));
      return Integer.numberOfLeadingZeros(ByteBuffer.wrap(hash).getInt());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
