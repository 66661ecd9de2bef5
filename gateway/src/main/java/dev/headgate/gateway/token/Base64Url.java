package dev.headgate.gateway.token;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Base64url without padding, read so strictly that no two texts mean the same bytes. */
public final class Base64Url {
  private static final int BITS_A_DIGIT = 6;

  private Base64Url() {}

  /** The bytes, or null when the text is not exactly how they are written. */
  public static byte @Nullable [] decode(String text) {
    if (text.indexOf('=') >= 0 || !endsClean(text)) {
      return null;
    }
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException foreign) {
      return null;
    }
  }

  // The last digit of a text that fills no whole group has bits left over; Java ignores them.
  private static boolean endsClean(String text) {
    int leftOver = text.length() * BITS_A_DIGIT % Byte.SIZE;
    return leftOver == 0 || (digit(text.charAt(text.length() - 1)) & ((1 << leftOver) - 1)) == 0;
  }

  private static int digit(char c) {
    if (c >= 'A' && c <= 'Z') {
      return c - 'A';
    } else if (c >= 'a' && c <= 'z') {
      return c - 'a' + 26;
    } else if (c >= '0' && c <= '9') {
      return c - '0' + 52;
    }
    return c == '-' ? 62 : 63;
  }
}
