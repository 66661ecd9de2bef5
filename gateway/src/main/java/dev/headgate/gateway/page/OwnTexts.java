package dev.headgate.gateway.page;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.Theme;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a theme says otherwise than usual, and beside it. */
final class OwnTexts {
  /** The words of a logo, and those of a link with its number behind. */
  static final String LOGO = "theme.logo";

  static final String LINK = "theme.link.";

  private final String field;
  private final Theme theme;
  private final List<FieldError> faults;

  OwnTexts(String field, Theme theme, List<FieldError> faults) {
    this.field = field;
    this.theme = theme;
    this.faults = faults;
  }

  /** The usual words of a language as this theme has them. */
  Words in(Words usual) {
    String language = usual.language();
    Map<String, String> said = new HashMap<>();
    theme
        .texts()
        .getOrDefault(language, Map.of())
        .forEach(
            (key, message) -> {
              if (isFit(usual, key, message)) {
                said.put(key, message);
              }
            });
    Theme.Logo logo = theme.logo();
    if (logo != null) {
      said.put(LOGO, plain(logo.alt(), language));
    }
    for (int i = 0; i < theme.links().size(); i++) {
      said.put(LINK + i, plain(theme.links().get(i).label(), language));
    }
    return usual.saying(said);
  }

  /** Notes what is said in other languages than these. */
  void refuseOthers(Collection<String> languages) {
    refuse(languages, "texts", theme.texts());
    Theme.Logo logo = theme.logo();
    if (logo != null) {
      refuse(languages, "logo.alt", logo.alt());
    }
    for (int i = 0; i < theme.links().size(); i++) {
      refuse(languages, "links[" + i + "].label", theme.links().get(i).label());
    }
  }

  private void refuse(Collection<String> languages, String where, Map<String, ?> said) {
    said.keySet().stream()
        .filter(language -> !languages.contains(language))
        .forEach(
            language ->
                wrong(
                    where + "." + language,
                    "a language that the page does not speak (expected: one of "
                        + String.join(", ", languages)
                        + ")"));
  }

  private boolean isFit(Words usual, String key, String message) {
    String where = "texts." + usual.language() + "." + key;
    String before = usual.messages().get(key);
    // The name of a language stands where the page offers it, whichever it is in.
    if (before == null || key.equals("language.name")) {
      wrong(where, "no text of the page (expected: a key of its words)");
      return false;
    }
    try {
      Arguments its = Arguments.of(message);
      Arguments usually = Arguments.of(before);
      if (usually.allow(its)) {
        return true;
      }
      wrong(where, "it has " + its + " (expected: at most " + usually + ")");
    } catch (IllegalArgumentException malformed) {
      wrong(where, malformed.getMessage() + " (expected: a message in ICU's syntax)");
    }
    return false;
  }

  private void wrong(String where, String detail) {
    faults.add(new FieldError(field + "." + where, detail));
  }

  /** A text as a message that says just that. */
  private static String plain(Map<String, String> texts, String language) {
    String text = texts.getOrDefault(language, texts.getOrDefault("en", ""));
    return text.replace("'", "''").replaceAll("[{}]+", "'$0'");
  }
}
