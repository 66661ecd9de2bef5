package dev.headgate.gateway.preview;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The page that leads to all others. */
final class Index {
  private static final String HTML = OwnFiles.text("index.html");
  private static final Pattern GAP = Pattern.compile("\\{\\{(\\w+)}}");
  private static final String LANGUAGE =
      "<li><a href=\"/?lang=%s\" lang=\"%s\" hreflang=\"%s\"%s>%s</a></li>";
  private static final String STATE =
      "<li><a href=\"/queue/%s?lang=%s\">%s <code>%s</code></a></li>";

  private final States states;

  Index(States states) {
    this.states = states;
  }

  /**
   * It is in English, and leads to pages in another language.
   *
   * @param complaint what is wrong with the files as they are now; empty for nothing
   * @param version the page comes again when there is another
   */
  String html(Look look, String language, String complaint, int version) {
    String theme = look.theme() == null ? "without a theme" : "theme “" + look.theme() + "”";
    String note =
        complaint.isEmpty()
            ? ""
            : "<p class=\"complaint\" role=\"status\">" + OwnFiles.escaped(complaint) + "</p>";
    Map<String, String> values =
        Map.of(
            "languages", languages(look, language),
            "states", groups(language),
            "theme", OwnFiles.escaped(theme),
            "complaint", note,
            "version", Integer.toString(version),
            "title", OwnFiles.escaped(look.title()));
    // At once: a title may look like a gap itself.
    return GAP.matcher(HTML)
        .replaceAll(gap -> Matcher.quoteReplacement(requireNonNull(values.get(gap.group(1)))));
  }

  private static String languages(Look look, String chosen) {
    return look.languages().stream()
        .map(tag -> language(tag, tag.equals(chosen)))
        .collect(Collectors.joining("\n"));
  }

  private static String language(String tag, boolean current) {
    Locale locale = Locale.forLanguageTag(tag);
    String name = locale.getDisplayLanguage(locale);
    return LANGUAGE.formatted(tag, tag, tag, current ? " aria-current=\"page\"" : "", name);
  }

  private String groups(String language) {
    return states.groups().entrySet().stream()
        .map(group -> "<h2>" + group.getKey() + "</h2>\n" + list(group.getValue(), language))
        .collect(Collectors.joining("\n"));
  }

  private static String list(List<State> states, String language) {
    return states.stream()
        .map(state -> STATE.formatted(state.name(), language, state.shows(), state.name()))
        .collect(Collectors.joining("\n", "<ul class=\"states\">\n", "\n</ul>"));
  }
}
