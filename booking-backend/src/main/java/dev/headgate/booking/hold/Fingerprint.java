package dev.headgate.booking.hold;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What a request asked for, in a few characters. */
final class Fingerprint {
  private Fingerprint() {}

  static String of(Holds.Request request) {
    String text = request.event() + " " + request.wish().canonical();
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
