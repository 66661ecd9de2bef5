package dev.headgate.gateway.http;

/**
 * Whether a raw request path means the same to everyone who reads it. A path that could be read two
 * ways is refused and never repaired: the bytes that were checked are the bytes that are sent.
 *
 * <p>Canonical is: RFC 3986 path characters only, no {@code ;} in either spelling, no empty and no
 * dot segment, and percent-encodings only where they are needed and only of valid UTF-8 text.
 */
public final class CanonicalPath {
  // What may stand in a path unencoded besides letters, digits and '/': RFC 3986's pchar less ';',
  // where some servers cut the path.
  private static final String PLAIN = "-._~!$&'()*+,=:@";
  private static final int FIRST_PRINTABLE_BEYOND_ASCII = 0xA0;

  private CanonicalPath() {}

  /**
   * Whether this path may be matched against rules and forwarded.
   *
   * @param rawPath the path as it came, without the query
   */
  public static boolean isCanonical(String rawPath) {
    if (rawPath.isEmpty() || rawPath.charAt(0) != '/') {
      return false;
    }
    int segment = 1;
    int at = 1;
    while (at < rawPath.length()) {
      char c = rawPath.charAt(at);
      if (c == '/') {
        if (!isSegment(rawPath, segment, at) || at == segment) {
          return false;
        }
        segment = ++at;
      } else if (c == '%') {
        at = afterEncoded(rawPath, at);
        if (at < 0) {
          return false;
        }
      } else if (isPlain(c)) {
        at++;
      } else {
        return false;
      }
    }
    return isSegment(rawPath, segment, at);
  }

  private static boolean isSegment(String path, int from, int to) {
    int length = to - from;
    boolean dots =
        path.startsWith(".", from) && (length == 1 || (length == 2 && path.charAt(to - 1) == '.'));
    // Some servers trim: "/holds%20" is "/holds" to them.
    boolean padded =
        length >= 3 && (path.startsWith("%20", from) || path.startsWith("%20", to - 3));
    return !dots && !padded;
  }

  private static boolean isPlain(char c) {
    return isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0;
  }

  private static boolean isLetterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /** Where the encoded character that starts at {@code at} ends, or -1 if it is not allowed. */
  private static int afterEncoded(String path, int at) {
    int first = encodedByte(path, at);
    if (first < 0x80) {
      return first >= 0 && mayBeEncoded(path, at, first) ? at + 3 : -1;
    }
    int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    int character = first & (0x3F >> more);
    for (int i = 1; i <= more; i++) {
      int next = encodedByte(path, at + 3 * i);
      if (next < 0x80 || next > 0xBF) {
        return -1;
      }
      character = (character << 6) | (next & 0x3F);
    }
    return first >= 0xC2 && first <= 0xF4 && isText(character, more) ? at + 3 * (more + 1) : -1;
  }

  // Overlong forms, halves of surrogate pairs, and controls are refused.
  private static boolean isText(int character, int more) {
    int shortest = more == 1 ? FIRST_PRINTABLE_BEYOND_ASCII : more == 2 ? 0x800 : 0x10000;
    boolean surrogate =
        character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    return character >= shortest && character <= Character.MAX_CODE_POINT && !surrogate;
  }

  private static boolean mayBeEncoded(String path, int at, int c) {
    if (c < 0x20 || c == 0x7F || isLetterOrDigit(c)) {
      return false;
    }
    return switch (c) {
      case '/', '\\', ';', '-', '.', '_', '~' -> false;
      // "%252e" is a dot to whoever decodes twice.
      case '%' -> hexDigit(path, at + 3) < 0 || hexDigit(path, at + 4) < 0;
      default -> true;
    };
  }

  /** The byte a percent-encoding stands for, or -1 if there is none here. */
  private static int encodedByte(String path, int at) {
    if (at >= path.length() || path.charAt(at) != '%') {
      return -1;
    }
    int high = hexDigit(path, at + 1);
    int low = hexDigit(path, at + 2);
    return high < 0 || low < 0 ? -1 : (high << 4) | low;
  }

  private static int hexDigit(String path, int at) {
    // Character.digit would take the digits of other scripts as well.
    return at < path.length() && path.charAt(at) < 0x80 ? Character.digit(path.charAt(at), 16) : -1;
  }
}
