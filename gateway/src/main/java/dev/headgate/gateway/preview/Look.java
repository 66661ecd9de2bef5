package dev.headgate.gateway.preview;

import dev.headgate.gateway.config.HeaderRules;
import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.page.QueuePage;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the pages look, by the files as they were once.
 *
 * @param title of the event that they are of
 * @param theme by its name; null for none
 */
record Look(QueuePage page, HeaderRules rules, String title, @Nullable String theme) {
  private static final String USUAL = "en";

  /** The tags of the languages that the page speaks, the usual one first. */
  List<String> languages() {
    return languages(page);
  }

  /** The same of any page. */
  static List<String> languages(QueuePage page) {
    AcceptLanguage any = AcceptLanguage.of(List.of());
    return Stream.concat(
            Stream.of(USUAL),
            Arrays.stream(Locale.getISOLanguages()).filter(tag -> !tag.equals(USUAL)))
        .filter(tag -> page.language(any, tag).equals(tag))
        .toList();
  }
}
