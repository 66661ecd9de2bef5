package dev.headgate.booking.account;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberType;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Where a code is sent to, in the one form in which it is stored and compared. */
public final class Address {
  // RFC 5321: 64 before the @, 254 in all; the dot-atoms of RFC 5322, names as DNS has them. Quoted
  // names, address literals and letters beyond ASCII are rare and left out.
  private static final int MAX_EMAIL = 254;
  private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
  private static final String LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
  private static final Pattern EMAIL =
      Pattern.compile(
          "(?=[^@]{1,64}@)" + ATOM + "(\\." + ATOM + ")*@(" + LABEL + "\\.)+(?!\\d+$)" + LABEL);

  // As people write numbers. No letters: extensions and parameters are nothing one can text to.
  private static final Pattern PHONE = Pattern.compile("\\+[0-9][0-9 ()./-]{5,30}");
  // Calling these costs whoever sends, which is what those who ask for codes to them are after.
  private static final Set<PhoneNumberType> NEVER_TEXTED =
      Set.of(
          PhoneNumberType.PREMIUM_RATE,
          PhoneNumberType.SHARED_COST,
          PhoneNumberType.TOLL_FREE,
          PhoneNumberType.UAN,
          PhoneNumberType.VOICEMAIL);

  /** How a code gets there. */
  enum Channel {
    EMAIL("email"),
    SMS("sms");

    private final String word;

    Channel(String word) {
      this.word = word;
    }

    /** As the rows say it. */
    String word() {
      return word;
    }

    static Channel of(String word) {
      return word.equals(EMAIL.word) ? EMAIL : SMS;
    }
  }

  private final Channel channel;
  private final String text;

  private Address(Channel channel, String text) {
    this.channel = channel;
    this.text = text;
  }

  /**
   * An e-mail address, in small letters: no two people should own what differs in them alone, and
   * the code goes to the small ones, so whoever reads that has proven it. Empty for what is none.
   */
  public static Optional<Address> email(String written) {
    return written.length() <= MAX_EMAIL && EMAIL.matcher(written).matches()
        ? Optional.of(new Address(Channel.EMAIL, written.toLowerCase(Locale.ROOT)))
        : Optional.empty();
  }

  /**
   * A phone number that exists and can be texted to, in E.164. Empty for what is none, and for one
   * without its country code.
   */
  public static Optional<Address> phone(String written) {
    if (!PHONE.matcher(written).matches()) {
      return Optional.empty();
    }
    try {
      PhoneNumberUtil plan = PhoneNumberUtil.getInstance();
      PhoneNumber number = plan.parse(written, null);
      return plan.isValidNumber(number) && !NEVER_TEXTED.contains(plan.getNumberType(number))
          ? Optional.of(new Address(Channel.SMS, plan.format(number, PhoneNumberFormat.E164)))
          : Optional.empty();
    } catch (NumberParseException none) {
      return Optional.empty();
    }
  }

  /** Reads the numbering plans, so that no request has to wait for the disk. Blocks. */
  public static void loadPlans() {
    PhoneNumberUtil plan = PhoneNumberUtil.getInstance();
    for (String region : plan.getSupportedRegions()) {
      PhoneNumber example = plan.getExampleNumber(region);
      if (example != null) {
        PhoneNumberType unused = plan.getNumberType(example);
      }
    }
  }

  /** As a row has it. */
  static Address stored(String channel, String text) {
    return new Address(Channel.of(channel), text);
  }

  Channel channel() {
    return channel;
  }

  String text() {
    return text;
  }

  /** Without the address itself. */
  @Override
  public String toString() {
    return "Address[" + channel + "]";
  }
}
