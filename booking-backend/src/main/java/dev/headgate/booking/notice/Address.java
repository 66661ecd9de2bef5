package dev.headgate.booking.notice;

import java.net.IDN;
import java.util.regex.Pattern;

/** Addresses as they may stand in a header: one, without anything that could begin another. */
final class Address {
  // The unquoted form of RFC 5321 only: nothing in it can end an address or a line.
  private static final Pattern LOCAL =
      Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*");
  private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*");
  private static final Pattern PHONE = Pattern.compile("\\+?[0-9]{4,15}");
  private static final int LONGEST = 254;

  private Address() {}

  /**
   * The e-mail address, its domain in ASCII.
   *
   * @throws NeverException when it is none
   */
  static String email(String written) {
    int at = written.lastIndexOf('@');
    String local = written.substring(0, Math.max(0, at));
    String domain = asciiDomain(written.substring(at + 1));
    boolean right =
        LOCAL.matcher(local).matches()
            && DOMAIN.matcher(domain).matches()
            && written.length() <= LONGEST;
    if (!right) {
      throw new NeverException("the recipient is no e-mail address");
    }
    return local + "@" + domain;
  }

  private static String asciiDomain(String domain) {
    try {
      return IDN.toASCII(domain, IDN.USE_STD3_ASCII_RULES);
    } catch (IllegalArgumentException malformed) {
      return "";
    }
  }

  /**
   * The phone number.
   *
   * @throws NeverException when it is none
   */
  static String phone(String written) {
    if (!PHONE.matcher(written).matches()) {
      throw new NeverException("the recipient is no phone number");
    }
    return written;
  }
}
