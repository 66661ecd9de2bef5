package dev.headgate.gateway.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The page for fans without scripts, in one language. Its file is cut into parts by lines that name
 * them; a part is shown where something is there to be put into it, one without a name always.
 */
final class PlainDocument {
  private static final String MARK = "<!-- part:";
  private static final String LOGO =
      "<img class=\"logo\" src=\"/queue/-/{{logo}}\" alt=\"{{say:theme.logo}}\">\n";
  private static final String LINK =
      "<a href=\"/queue/{{event}}/places/me?lang=%s{{to}}\" hreflang=\"%s\" lang=\"%s\">%s</a>";

  private final Words words;
  private final Map<String, String> always = new HashMap<>();
  private final List<Part> parts;

  private record Part(String name, Template template) {}

  /**
   * Cuts the file up.
   *
   * @param languages all that there are
   * @param assets the names of its assets: {@code css}, and {@code logo} where there is one
   */
  PlainDocument(Words words, Collection<Words> languages, Map<String, String> assets) {
    this.words = words;
    String html =
        Resources.text("plain.html").replace("{{brand}}\n", assets.containsKey("logo") ? LOGO : "");
    this.parts = parts(html.replace("{{languages}}", links(languages)));
    always.put("lang", words.language());
    always.put("dir", words.direction());
    always.put("css", assets.getOrDefault("css", ""));
    always.put("logo", assets.getOrDefault("logo", ""));
    for (String key : words.messages().keySet()) {
      if (html.contains("{{say:" + key + "}}")) {
        always.put("say:" + key, words.say(key, Map.of()));
      }
    }
  }

  private static String links(Collection<Words> languages) {
    return languages.stream().map(PlainDocument::link).collect(Collectors.joining("\n"));
  }

  private static String link(Words other) {
    String tag = other.language();
    return LINK.formatted(tag, tag, tag, other.name());
  }

  private static List<Part> parts(String html) {
    List<Part> parts = new ArrayList<>();
    String name = "";
    int from = 0;
    for (int mark = html.indexOf(MARK); mark >= 0; mark = html.indexOf(MARK, from)) {
      parts.add(new Part(name, new Template(html.substring(from, mark))));
      int end = html.indexOf("-->", mark);
      name = html.substring(mark + MARK.length(), end).strip();
      from = html.indexOf('\n', end) + 1;
    }
    parts.add(new Part(name, new Template(html.substring(from))));
    return parts;
  }

  /** The document; its texts are escaped, whatever is in them. */
  String of(PlainPage page) {
    PlainValues values = new PlainValues(words, always);
    values.of(page);
    StringBuilder out = new StringBuilder(8_192);
    for (Part part : parts) {
      if (part.name.isEmpty() || values.fills(part.name)) {
        out.append(part.template.filled(values.all()));
      }
    }
    return out.toString();
  }
}
