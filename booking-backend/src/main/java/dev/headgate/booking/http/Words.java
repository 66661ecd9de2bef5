package dev.headgate.booking.http;

import dev.headgate.booking.json.StrictJson;
import dev.headgate.booking.ticket.Money;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.util.Collection;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * All that the shop's pages say, in one language, and how it writes numbers, money and times. A
 * message is a text, or one text for each plural form of {@code n}; {@code {name}} in it stands for
 * a value. A language is a file of the folder {@code words}; nothing else holds text.
 */
final class Words {
  /** What pages say as the server writes them: no script needs these. */
  private static final String ON_THE_SERVER = "page.";

  private static final Pattern VALUE = Pattern.compile("\\{(\\w+)}");
  private static final char ISOLATE = '\u2068';
  private static final char END_OF_ISOLATE = '\u2069';
  private static final String RIGHT_TO_LEFT = "\u200f";

  private final Locale locale;
  private final Map<String, Map<String, String>> messages;

  private Words(Locale locale, Map<String, Map<String, String>> messages) {
    this.locale = locale;
    this.messages = messages;
  }

  /** Those of a language whose file is among this package's resources. */
  static Words of(String language) {
    return read(language, Pages.resource("words/" + language + ".json"));
  }

  /**
   * Those of such a file.
   *
   * @throws IllegalStateException when it is not JSON, or says something twice
   */
  static Words read(String language, byte[] file) {
    try {
      return new Words(locale(Locale.forLanguageTag(language)), messages(StrictJson.object(file)));
    } catch (StrictJson.MalformedException malformed) {
      throw new IllegalStateException("words of " + language, malformed);
    }
  }

  private static Map<String, Map<String, String>> messages(Map<String, ?> file) {
    Map<String, Map<String, String>> messages = new LinkedHashMap<>();
    file.forEach((key, value) -> messages.put(key, forms(value)));
    return messages;
  }

  private static Map<String, String> forms(Object value) {
    if (!(value instanceof Map<?, ?> forms)) {
      return Map.of(Plural.OTHER, value.toString());
    }
    return forms.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(
                form -> String.valueOf(form.getKey()), form -> String.valueOf(form.getValue())));
  }

  /** The same words with numbers, money and times as they are written there. */
  Words in(Locale place) {
    return new Words(locale(place), messages);
  }

  // Browsers write plain Arabic, of no country, with these digits; the JDK does not.
  private static Locale locale(Locale wanted) {
    return wanted.getLanguage().equals("ar") && wanted.getCountry().isEmpty()
        ? Locale.forLanguageTag("ar-u-nu-latn")
        : wanted;
  }

  String language() {
    return locale.getLanguage();
  }

  /** What the language is called by those who speak it. */
  String name() {
    return say("language.name");
  }

  boolean isRightToLeft() {
    return language().equals("ar");
  }

  boolean has(String key) {
    return messages.containsKey(key);
  }

  /** Every message by key, each as its texts by plural form. */
  Map<String, Map<String, String>> messages() {
    return messages;
  }

  /**
   * A message that needs no value.
   *
   * @throws IllegalArgumentException when there is no such message
   */
  String say(String key) {
    return say(key, Map.of());
  }

  /** A message with its values; a number is written as the language does. */
  String say(String key, Map<String, ?> values) {
    return put(text(key, values), name -> isolated(written(values, name)));
  }

  /** A message as HTML, with values that are HTML already. */
  String html(String key, Map<String, String> values) {
    return put(Pages.escaped(text(key, values)), name -> "<bdi>" + values.get(name) + "</bdi>");
  }

  private String text(String key, Map<String, ?> values) {
    Map<String, String> forms = messages.get(key);
    if (forms == null) {
      throw new IllegalArgumentException("no message " + key + " in " + language());
    }
    long n = values.get("n") instanceof Number number ? number.longValue() : 0;
    String form = forms.get(Plural.form(language(), n));
    return form != null ? form : String.valueOf(forms.get(Plural.OTHER));
  }

  private static String put(String text, Function<String, String> value) {
    return VALUE
        .matcher(text)
        .replaceAll(place -> Matcher.quoteReplacement(value.apply(place.group(1))));
  }

  private String written(Map<String, ?> values, String name) {
    Object value = values.get(name);
    return value instanceof Number number ? number(number.longValue()) : String.valueOf(value);
  }

  // A seat or a name in other letters must not turn the order of what stands around it.
  private String isolated(String value) {
    return isRightToLeft() ? ISOLATE + value + END_OF_ISOLATE : value;
  }

  String number(long n) {
    return NumberFormat.getIntegerInstance(locale).format(n);
  }

  /** Seats or sections, one after the other. */
  String list(Collection<String> items) {
    String comma =
        switch (language()) {
          case "ja" -> "、";
          case "ar" -> "، ";
          default -> ", ";
        };
    // It runs as the sentence does, also where every item of it is in other letters.
    String begins = isRightToLeft() ? RIGHT_TO_LEFT : "";
    return items.stream().map(this::isolated).collect(Collectors.joining(comma, begins, ""));
  }

  /**
   * An amount.
   *
   * @param cents in the currency's smallest unit
   * @param currency its ISO 4217 code, in letters of any case
   */
  String money(long cents, String currency) {
    try {
      Currency unit = Currency.getInstance(currency.toUpperCase(Locale.ROOT));
      int digits = Math.max(0, unit.getDefaultFractionDigits());
      NumberFormat format = NumberFormat.getCurrencyInstance(locale);
      format.setCurrency(unit);
      format.setMinimumFractionDigits(digits);
      format.setMaximumFractionDigits(digits);
      return format.format(BigDecimal.valueOf(cents, digits));
    } catch (IllegalArgumentException unknown) {
      return Money.written(cents, currency);
    }
  }

  /** Day and time somewhere, and whose time that is. */
  String moment(Instant instant, ZoneId zone) {
    return format(
        DateTimeFormatter.ofLocalizedDateTime(FormatStyle.FULL, FormatStyle.SHORT), instant, zone);
  }

  /** The time of day somewhere, and whose time that is. */
  String clock(Instant instant, ZoneId zone) {
    return format(DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT), instant, zone);
  }

  private String format(DateTimeFormatter how, Instant instant, ZoneId zone) {
    return new DateTimeFormatterBuilder()
        .append(how)
        .appendLiteral(' ')
        .appendZoneText(TextStyle.SHORT)
        .toFormatter(locale)
        .localizedBy(locale)
        .withZone(zone)
        .format(instant);
  }

  /** A module whose default export is what scripts say. */
  byte[] module() {
    JsonObject all = new JsonObject();
    messages.forEach(
        (key, forms) -> {
          if (!key.startsWith(ON_THE_SERVER)) {
            all.put(
                key, forms.size() == 1 ? forms.get(Plural.OTHER) : new JsonObject(sorted(forms)));
          }
        });
    return Buffer.buffer("export default " + all.encode() + ";\n").getBytes();
  }

  private static Map<String, Object> sorted(Map<String, String> forms) {
    return new TreeMap<>(forms);
  }
}
