package dev.headgate.gateway.http;

/** An address on this very origin: a path, and maybe a query. */
public final class LocalAddress {
  private static final int MAX_CHARS = 1_000;

  private LocalAddress() {}

  /**
   * Whether a browser that is sent there stays on this origin. Two slashes at the start would lead
   * to another host, and so would a backslash, which browsers take for a slash, or a character that
   * they leave out (WHATWG URL, sections 4.1 and 4.4).
   */
  public static boolean isOne(String text) {
    if (text.length() > MAX_CHARS || !text.startsWith("/") || text.startsWith("//")) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '\\' || c == '#') {
        return false;
      }
    }
    return true;
  }
}
