package dev.headgate.booking.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The languages that the shop's pages speak, in the order in which they offer them. */
final class Languages {
  /** Spoken to whoever wants none of the others. */
  private static final String OTHERWISE = "en";

  /** Far more than anybody reads; what comes after is not looked at. */
  private static final int MAX_CHARS = 1_000;

  private static final Map<String, Words> ALL = new LinkedHashMap<>();

  static {
    for (String tag : List.of("en", "de", "es", "fr", "it", "pt", "ar", "hi", "ja", "ko")) {
      ALL.put(tag, Words.of(tag));
    }
  }

  private Languages() {}

  static Iterable<Words> all() {
    return ALL.values();
  }

  static boolean has(@Nullable String tag) {
    return tag != null && ALL.containsKey(tag);
  }

  /**
   * The words for a reader who may have chosen a language by hand, as they are written where the
   * reader's browser says it comes from. One that is unknown is as good as none.
   *
   * @param lines of {@code Accept-Language}; what cannot be read of them is passed over
   */
  static Words best(List<String> lines, @Nullable String byHand) {
    List<Locale> wanted = wanted(String.join(",", lines));
    if (byHand != null && has(byHand)) {
      return as(byHand, wanted);
    }
    for (Locale locale : wanted) {
      if (has(locale.getLanguage())) {
        return words(locale.getLanguage()).in(locale);
      }
    }
    return words(OTHERWISE);
  }

  private static Words as(String tag, List<Locale> wanted) {
    Words words = words(tag);
    return wanted.stream()
        .filter(locale -> locale.getLanguage().equals(tag))
        .findFirst()
        .map(words::in)
        .orElse(words);
  }

  private static Words words(String tag) {
    Words words = ALL.get(tag);
    if (words == null) {
      throw new IllegalArgumentException("language: " + tag + " (expected: one of " + ALL.keySet());
    }
    return words;
  }

  /** What is wanted, best first. */
  private static List<Locale> wanted(String header) {
    List<LanguageRange> ranges = new ArrayList<>();
    for (String item : header.substring(0, Math.min(MAX_CHARS, header.length())).split(",", -1)) {
      LanguageRange range = range(item.trim());
      if (range != null && range.getWeight() > 0) {
        ranges.add(range);
      }
    }
    ranges.sort(Comparator.comparingDouble(LanguageRange::getWeight).reversed());
    return ranges.stream().map(range -> Locale.forLanguageTag(range.getRange())).toList();
  }

  private static @Nullable LanguageRange range(String item) {
    try {
      // Only the first: the others are what the JDK takes for synonyms.
      return LanguageRange.parse(item).get(0);
    } catch (IllegalArgumentException unreadable) {
      return null;
    }
  }
}
