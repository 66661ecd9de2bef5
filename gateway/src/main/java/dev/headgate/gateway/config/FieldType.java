package dev.headgate.gateway.config;

import io.netty.util.NetUtil;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a value may be.
 *
 * @param expected the rule in words
 * @param secret whether messages must not show the value
 * @param parse reads a value
 * @param advice says more of a value that is not of the type than the rule does
 */
public record FieldType<T>(String expected, boolean secret, Parser<T> parse, Advice advice) {

  // Bytes that two readers of one address could take for something else (encoded slashes, dots,
  // controls, ';', '\') are left out altogether, so that what is set is what every reader sees.
  private static final Pattern PATH =
      Pattern.compile("(/[A-Za-z0-9._~!$&'()*+,=:@-]+)+/?|/", Pattern.CASE_INSENSITIVE);

  /** Reads a value that is not null; answers null when it is not of the type. */
  @FunctionalInterface
  public interface Parser<T> {
    @Nullable T parse(Object value);
  }

  /** What to write instead of a value that is not of the type; null when the rule says it. */
  @FunctionalInterface
  public interface Advice {
    @Nullable String on(Object value);
  }

  FieldType(String expected, Parser<T> parse) {
    this(expected, false, parse, value -> null);
  }

  FieldType(String expected, Parser<T> parse, Advice advice) {
    this(expected, false, parse, advice);
  }

  /** What is expected instead of this value, in words. */
  String expectedFor(@Nullable Object value) {
    String more = value == null ? null : advice.on(value);
    return more == null ? expected : more;
  }

  /** The same, for a value that may hold a password. */
  FieldType<T> asSecret() {
    return new FieldType<>(expected, true, parse, value -> null);
  }

  public static FieldType<Integer> whole(int from, int to) {
    return new FieldType<>(
        "a whole number from " + from + " to " + to,
        value -> {
          Long number = wholeNumber(value);
          return number != null && number >= from && number <= to ? number.intValue() : null;
        });
  }

  /** A number that need not be whole. */
  public static FieldType<Double> number(double from, double to) {
    return decimal("a number from " + plain(from) + " to " + plain(to), from, to);
  }

  /** The same, where the lower bound itself is not one. */
  public static FieldType<Double> numberAbove(double bound, double to) {
    return decimal(
        "a number above " + plain(bound) + ", at most " + plain(to), Math.nextUp(bound), to);
  }

  private static FieldType<Double> decimal(String expected, double from, double to) {
    return new FieldType<>(
        expected,
        value -> {
          double number = value instanceof Number any ? any.doubleValue() : Double.NaN;
          return number >= from && number <= to ? number : null;
        });
  }

  private static String plain(double bound) {
    return BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
  }

  static FieldType<Long> bytes(long from, long to) {
    return new FieldType<>(
        "a whole number of bytes from " + from + " to " + to,
        value -> {
          Long number = wholeNumber(value);
          return number != null && number >= from && number <= to ? number : null;
        });
  }

  static FieldType<Boolean> yesOrNo() {
    return new FieldType<>(
        "true or false", value -> value instanceof Boolean answer ? answer : null);
  }

  /** Text that people read. */
  public static FieldType<String> text(int longest) {
    return new FieldType<>(
        "1 to " + longest + " characters, none of them a control character",
        value ->
            value instanceof String text
                    && !text.isBlank()
                    && text.codePointCount(0, text.length()) <= longest
                    && text.codePoints().allMatch(FieldType::isPrintable)
                ? text
                : null);
  }

  public static FieldType<String> matching(String regex, String expected) {
    Pattern pattern = Pattern.compile(regex);
    return new FieldType<>(
        expected,
        value -> value instanceof String text && pattern.matcher(text).matches() ? text : null);
  }

  static <T> FieldType<T> oneOf(Map<String, T> choices) {
    return new FieldType<>(
        String.join(", ", choices.keySet().stream().sorted().toList()),
        value -> value instanceof String text ? choices.get(text) : null);
  }

  /** Whole seconds only: that is how sessions and turns are counted in the store. */
  static FieldType<Duration> duration(Duration from, Duration to) {
    return new FieldType<>(
        "an ISO 8601 duration in whole seconds from " + from + " to " + to,
        value -> {
          Duration duration = value instanceof String text ? parseDuration(text) : null;
          boolean fits =
              duration != null
                  && duration.toNanosPart() == 0
                  && duration.compareTo(from) >= 0
                  && duration.compareTo(to) <= 0;
          return fits ? duration : null;
        });
  }

  /** An instant, cut to milliseconds: RFC 3339, or a local time with its zone (RFC 9557). */
  public static FieldType<Instant> instant() {
    return new FieldType<>(
        "an RFC 3339 instant such as 2026-12-01T10:00:00Z, or 2026-12-01T11:00:00[Europe/Berlin]",
        value -> value instanceof String text ? WrittenInstant.parse(text).instant() : null,
        value -> value instanceof String text ? WrittenInstant.parse(text).advice() : null);
  }

  /** An address within the public origin. */
  public static FieldType<String> path() {
    return new FieldType<>(
        "a path such as /events/derby/seats: one leading slash, no dot segments, no query",
        value ->
            value instanceof String text
                    && text.length() <= 500
                    && PATH.matcher(text).matches()
                    && !text.matches(".*/\\.{1,2}(/.*)?")
                ? text
                : null);
  }

  static FieldType<URI> origin() {
    return new FieldType<>(
        "an origin such as https://tickets.example",
        value -> {
          URI uri = value instanceof String text ? uri(text) : null;
          boolean fits =
              uri != null
                  && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                  && uri.getHost() != null
                  && uri.getPort() <= 65_535
                  && uri.getRawUserInfo() == null
                  && uri.getRawQuery() == null
                  && uri.getRawFragment() == null
                  && uri.getRawPath().isEmpty();
          return fits ? uri : null;
        });
  }

  static FieldType<URI> redis() {
    FieldType<URI> type =
        new FieldType<>(
            "a Redis address such as redis://127.0.0.1:6379",
            value -> {
              URI uri = value instanceof String text ? uri(text) : null;
              boolean fits =
                  uri != null
                      && ("redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme()))
                      && uri.getHost() != null
                      && uri.getPort() <= 65_535;
              return fits ? uri : null;
            });
    return type.asSecret();
  }

  /** An IP address, or a block of them. */
  static FieldType<String> addressBlock() {
    return new FieldType<>(
        "an IP address or a block such as 10.0.0.0/8",
        value -> value instanceof String text && isAddressBlock(text) ? text : null);
  }

  /** Whether a character can stand in a message: no control, no half of a pair, no noncharacter. */
  static boolean isPrintable(int codePoint) {
    int type = Character.getType(codePoint);
    boolean noncharacter =
        (codePoint & 0xfffe) == 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
    return !noncharacter
        && type != Character.CONTROL
        && type != Character.SURROGATE
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR;
  }

  private static @Nullable Long wholeNumber(Object value) {
    if (value instanceof Integer number) {
      return number.longValue();
    }
    return value instanceof Long number ? number : null;
  }

  private static @Nullable Duration parseDuration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException | ArithmeticException malformed) {
      return null;
    }
  }

  private static @Nullable URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException malformed) {
      return null;
    }
  }

  private static boolean isAddressBlock(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    boolean four = NetUtil.isValidIpV4Address(address);
    if (!four && !NetUtil.isValidIpV6Address(address)) {
      return false;
    }
    String bits = slash < 0 ? "0" : text.substring(slash + 1);
    return bits.matches("\\d{1,3}") && Integer.parseInt(bits) <= (four ? 32 : 128);
  }
}
