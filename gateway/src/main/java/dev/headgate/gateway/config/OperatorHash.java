package dev.headgate.gateway.config;

import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What operators' tokens are recognised by. A hash that is slow on purpose is taken only within
 * bounds: whoever sends a wrong token makes the gateway compute it.
 */
public final class OperatorHash {
  /** What a hash may be, in words. */
  static final String EXPECTED =
      "$argon2id$v=19$m=,t=,p=$salt$hash with m 7168 to 65536, p 1 to 8 and m times t at most"
          + " 262144, or a bcrypt hash ($2a$, $2b$, $2y$) of cost 10 to 13";

  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern ARGON2ID =
      Pattern.compile(
          "\\$argon2id\\$v=19\\$m=(\\d{1,9}),t=(\\d{1,9}),p=(\\d{1,2})"
              + "\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{22,86})");
  private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");
  private static final int LEAST_KIB = 7 * 1024;
  private static final int MOST_KIB = 64 * 1024;
  private static final int MOST_PASSES = 36;
  private static final int MOST_LANES = 8;
  private static final long MOST_WORK = 1L << 18;
  private static final int LEAST_COST = 10;
  private static final int MOST_COST = 13;

  private OperatorHash() {}

  /** Whether a text is a plain SHA-256. */
  public static boolean isSha256(String text) {
    return SHA256.matcher(text).matches();
  }

  /** Whether a text is a bcrypt hash; of what is configured, the rest are Argon2id. */
  public static boolean isBcrypt(String text) {
    Matcher parts = BCRYPT.matcher(text);
    return parts.matches() && isWithin(LEAST_COST, parts.group(1), MOST_COST);
  }

  /**
   * The parts of an Argon2id hash.
   *
   * @param kib how much memory it takes, in KiB
   * @param passes how often it goes over that
   * @param lanes into how many lanes the memory is split
   * @param salt what it was salted with
   * @param tag the hash itself
   */
  @SuppressWarnings("ArrayRecordComponent") // Taken apart at once, and never compared.
  public record Argon2id(int kib, int passes, int lanes, byte[] salt, byte[] tag) {}

  /** The parts of an Argon2id hash (RFC 9106) as a PHC string; null where it is none of ours. */
  public static @Nullable Argon2id argon2id(String text) {
    Matcher parts = ARGON2ID.matcher(text);
    if (!parts.matches()
        || !isWithin(LEAST_KIB, parts.group(1), MOST_KIB)
        || !isWithin(1, parts.group(2), MOST_PASSES)
        || !isWithin(1, parts.group(3), MOST_LANES)) {
      return null;
    }
    int kib = Integer.parseInt(parts.group(1));
    int passes = Integer.parseInt(parts.group(2));
    byte[] salt = bytes(parts.group(4));
    byte[] tag = bytes(parts.group(5));
    return salt == null || tag == null || (long) kib * passes > MOST_WORK
        ? null
        : new Argon2id(kib, passes, Integer.parseInt(parts.group(3)), salt, tag);
  }

  static boolean isOne(String text) {
    return isSha256(text) || isSlow(text);
  }

  static boolean isSlow(String text) {
    return isBcrypt(text) || argon2id(text) != null;
  }

  private static boolean isWithin(int from, String digits, int to) {
    int number = Integer.parseInt(digits);
    return number >= from && number <= to;
  }

  private static byte @Nullable [] bytes(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException notWhole) {
      return null;
    }
  }
}
