package dev.headgate.gateway.page;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The page's document before it is put into a language: {@code {{say:key}}} is a message, and the
 * languages it can be had in are listed twice, once for the script and once for who has none. What
 * stands between {@code {{part:name}}} and {@code {{end:name}}} can be used in another page.
 */
final class Document {
  /** Without anything of a theme. */
  static final Adornment UNADORNED = new Adornment(false, 0);

  private static final Pattern MARK = Pattern.compile("\\{\\{(part|end):(\\w+)}}\\n?");
  private static final String OPTION =
      "<option value=\"%s\" lang=\"%s\" data-words=\"/queue/-/%s\"{{chosen:%s}}>%s</option>";
  private static final String LINK =
      "<a href=\"/queue/{{event}}?lang=%s\" hreflang=\"%s\" lang=\"%s\">%s</a>";
  private static final String LOGO =
      "<img class=\"logo\" src=\"/queue/-/{{logo}}\""
          + " data-say-alt=\"theme.logo\" alt=\"{{say:theme.logo}}\">\n";
  // In a tab of its own, so that the page goes on for who looks something up meanwhile.
  private static final String OWN_LINK =
      "<p><a href=\"{{to:%d}}\" target=\"_blank\" rel=\"noopener\""
          + " data-say=\"theme.link.%d\">{{say:theme.link.%d}}</a></p>\n";

  private final String html;
  private final Map<String, String> parts = new LinkedHashMap<>();
  private final Map<String, String> wordFiles;

  Document(Adornment adorned, Collection<Words> languages, Map<String, String> wordFiles) {
    this.wordFiles = wordFiles;
    String marked =
        Resources.text("queue.html")
            .replace("{{brand}}\n", adorned.logo ? LOGO : "")
            .replace(
                "{{more}}\n",
                IntStream.range(0, adorned.links)
                    .mapToObj(i -> OWN_LINK.formatted(i, i, i))
                    .collect(Collectors.joining()))
            .replace("{{languages}}", lines(languages, this::option))
            .replace("{{links}}", lines(languages, Document::link));
    html = MARK.matcher(marked).replaceAll("");
    MARK.matcher(marked)
        .results()
        .filter(mark -> mark.group(1).equals("part"))
        .forEach(mark -> parts.put(mark.group(2), part(marked, mark.end(), mark.group(2))));
  }

  /** What a theme adds to the page: its logo, and so many links. */
  record Adornment(boolean logo, int links) {}

  /**
   * The page in one language, with gaps left for what each event fills in.
   *
   * @param page the whole
   * @param parts parts of it by name, in HTML
   * @param values what else can be said, as text
   */
  record Spoken(String page, Map<String, String> parts, Map<String, String> values) {}

  /** The page in one language, with gaps left for what each event fills in. */
  String page(Words words, Map<String, String> assets) {
    return new Template(html).filled(values(words, assets));
  }

  /** The same, and what a page of one's own can be made of. */
  Spoken spoken(Words words, Map<String, String> assets) {
    Map<String, String> values = values(words, assets);
    Map<String, String> filled = new LinkedHashMap<>();
    parts.forEach((name, part) -> filled.put(name, new Template(part).filled(values)));
    return new Spoken(new Template(html).filled(values), filled, texts(words, values));
  }

  private Map<String, String> values(Words words, Map<String, String> assets) {
    Map<String, String> values = new HashMap<>(assets);
    values.put("lang", words.language());
    values.put("dir", words.direction());
    values.put("words", wordFiles.getOrDefault(words.language(), ""));
    values.put("chosen:" + words.language(), " selected");
    for (String key : words.messages().keySet()) {
      if (html.contains("{{say:" + key + "}}")) {
        values.put("say:" + key, words.say(key, Map.of()));
      }
    }
    for (String later : new String[] {"event", "title", "dpop", "to"}) {
      values.put(later, Template.gap(later));
    }
    return values;
  }

  /** What a page of one's own may say by itself. */
  private static Map<String, String> texts(Words words, Map<String, String> values) {
    Map<String, String> texts = new HashMap<>();
    words
        .messages()
        .forEach(
            (key, message) -> {
              if (Arguments.of(message).isEmpty()) {
                texts.put(key, words.say(key, Map.of()));
              }
            });
    for (String plain : new String[] {"event", "title", "lang", "dir"}) {
      texts.put(plain, values.getOrDefault(plain, ""));
    }
    String logo = values.get("logo");
    texts.put("logo", logo == null ? "" : "/queue/-/" + logo);
    texts.putIfAbsent(OwnTexts.LOGO, "");
    return texts;
  }

  private static String part(String marked, int from, String name) {
    int end = marked.indexOf("{{end:" + name + "}}", from);
    return MARK.matcher(marked.substring(from, end)).replaceAll("");
  }

  private String option(Words words) {
    String tag = words.language();
    return OPTION.formatted(tag, tag, wordFiles.get(tag), tag, Template.escaped(words.name()));
  }

  private static String link(Words words) {
    String tag = words.language();
    return LINK.formatted(tag, tag, tag, Template.escaped(words.name()));
  }

  private static String lines(Collection<Words> languages, Function<Words, String> line) {
    return languages.stream().map(line).collect(Collectors.joining("\n"));
  }
}
