package dev.headgate.gateway.page;

import com.ibm.icu.number.IntegerWidth;
import com.ibm.icu.number.LocalizedNumberFormatter;
import com.ibm.icu.number.NumberFormatter;
import com.ibm.icu.text.DateFormat;
import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.text.Format;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** All that the page says, in one language: messages in ICU's syntax, by key. */
final class Words {
  /** What only fans without scripts are told weighs nothing for all others. */
  private static final Pattern WITHOUT_SCRIPT = Pattern.compile("(noscript|plain)\\.");

  private final ULocale locale;
  private final Map<String, String> messages;
  private final LocalizedNumberFormatter figures;
  private final LocalizedNumberFormatter twoDigits;

  /** To make one takes longer than all else of a page. */
  private final Map<String, MessageFormat> formats = new ConcurrentHashMap<>();

  private Words(ULocale locale, Map<String, String> messages) {
    this.locale = locale;
    this.messages = messages;
    this.figures = NumberFormatter.withLocale(locale);
    this.twoDigits = figures.integerWidth(IntegerWidth.zeroFillTo(2));
  }

  /** Those of a language whose file is among this package's resources. */
  static Words of(String language) {
    return read(language, Resources.text("words/" + language + ".properties"));
  }

  /**
   * Those of a properties file's text.
   *
   * @throws IllegalArgumentException when a message is none, or says what the page cannot
   */
  static Words read(String language, String file) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(file));
    } catch (IOException fromMemory) {
      throw new UncheckedIOException(fromMemory);
    }
    Map<String, String> messages = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> messages.put(key, properties.getProperty(key)));
    return new Words(new ULocale(language), messages);
  }

  /** The same, but for those that are said otherwise, and with those that are added. */
  Words saying(Map<String, String> others) {
    Map<String, String> all = new TreeMap<>(messages);
    all.putAll(others);
    return new Words(locale, all);
  }

  String language() {
    return locale.getLanguage();
  }

  /** What the language is called by those who speak it. */
  String name() {
    return say("language.name", Map.of());
  }

  /** Which way it is written: {@code ltr} or {@code rtl}. */
  String direction() {
    return locale.isRightToLeft() ? "rtl" : "ltr";
  }

  Map<String, String> messages() {
    return messages;
  }

  /**
   * A message with its arguments: numbers, strings, dates.
   *
   * @throws IllegalArgumentException when there is no such message
   */
  String say(String key, Map<String, ?> values) {
    String message = messages.get(key);
    if (message == null) {
      throw new IllegalArgumentException("no message " + key + " in " + language());
    }
    MessageFormat format = formats.computeIfAbsent(key, unused -> format(message));
    synchronized (format) { // It serves one thread at a time, and that for microseconds.
      return format.format(values);
    }
  }

  private MessageFormat format(String message) {
    MessageFormat format = new MessageFormat(message, locale);
    for (Format part : format.getFormats()) {
      if (part instanceof DateFormat moment) {
        // Whose clock it is told by is not known here: browsers do not send their zone.
        moment.setTimeZone(TimeZone.GMT_ZONE);
      }
    }
    return format;
  }

  /** A number as it is written. */
  String figure(long number) {
    return figures.format(number).toString();
  }

  /** A number of two digits at least. */
  String twoDigits(long number) {
    return twoDigits.format(number).toString();
  }

  /** All that the page's script says, for it, which needs no parser for them. */
  JsonObject compiled() {
    JsonObject trees = new JsonObject();
    messages.forEach(
        (key, message) -> {
          if (!WITHOUT_SCRIPT.matcher(key).lookingAt()) {
            trees.put(key, MessageTree.of(message));
          }
        });
    return new JsonObject().put("lang", language()).put("dir", direction()).put("messages", trees);
  }
}
