package dev.headgate.gateway.page;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The page's document before it is put into a language: {@code {{say:key}}} is a message, and the
 * languages it can be had in are listed twice, once for the script and once for who has none.
 */
final class Document {
  private static final String OPTION =
      "<option value=\"%s\" lang=\"%s\" data-words=\"/queue/-/%s\"{{chosen:%s}}>%s</option>";
  private static final String LINK =
      "<a href=\"/queue/{{event}}?lang=%s\" hreflang=\"%s\" lang=\"%s\">%s</a>";

  private final String html;
  private final Map<String, String> wordFiles;

  Document(String html, Collection<Words> languages, Map<String, String> wordFiles) {
    this.wordFiles = wordFiles;
    this.html =
        html.replace("{{languages}}", lines(languages, this::option))
            .replace("{{links}}", lines(languages, Document::link));
  }

  /** In one language, with gaps left for what each event fills in. */
  Template in(Words words, Map<String, String> assets) {
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
      values.put(later, "{{" + later + "}}");
    }
    return new Template(new Template(html).filled(values));
  }

  private String option(Words words) {
    String tag = words.language();
    return OPTION.formatted(tag, tag, wordFiles.get(tag), tag, words.name());
  }

  private static String link(Words words) {
    String tag = words.language();
    return LINK.formatted(tag, tag, tag, words.name());
  }

  private static String lines(Collection<Words> languages, Function<Words, String> line) {
    return languages.stream().map(line).collect(Collectors.joining("\n"));
  }
}
