package dev.headgate.gateway.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * HTML as a list of tags: strictly read, so that browsers can see nothing else in it.
 *
 * @param tags the opening tags, in order
 * @param sound whether all of it could be read
 */
record Markup(List<Tag> tags, boolean sound) {
  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
  private static final Pattern DOCTYPE = Pattern.compile("(?i)<!doctype html>");
  private static final Pattern CLOSING = Pattern.compile("</[A-Za-z][A-Za-z0-9-]*\\s*>");
  private static final String ATTRIBUTE =
      "([A-Za-z_:][A-Za-z0-9_.:-]*+)(?:\\s*=\\s*(\"[^\"]*+\"|'[^']*+'|[A-Za-z0-9_#%./:-]++))?";
  private static final Pattern OPENING =
      Pattern.compile("<([A-Za-z][A-Za-z0-9-]*)((?:\\s+" + ATTRIBUTE + ")*+)\\s*/?>");
  private static final Pattern ONE = Pattern.compile(ATTRIBUTE);

  Markup {
    tags = List.copyOf(tags);
  }

  /** An opening tag; names are in lower case, values without their quotes. */
  record Tag(String name, Map<String, String> attributes) {

    String id() {
      return attributes.getOrDefault("id", "");
    }

    @Override
    public String toString() {
      StringBuilder out = new StringBuilder("<").append(name);
      attributes.forEach((key, value) -> out.append(' ').append(key).append(shown(value)));
      return out.append('>').toString();
    }

    private static String shown(String value) {
      return value.isEmpty() ? "" : "=\"" + value + "\"";
    }
  }

  static Markup of(String html) {
    String bare = COMMENT.matcher(DOCTYPE.matcher(html).replaceAll("")).replaceAll("");
    List<Tag> tags = OPENING.matcher(bare).results().map(Markup::tag).toList();
    String rest = OPENING.matcher(CLOSING.matcher(bare).replaceAll("")).replaceAll("");
    return new Markup(tags, !rest.contains("<"));
  }

  private static Tag tag(MatchResult found) {
    Map<String, String> attributes = new LinkedHashMap<>();
    ONE.matcher(found.group(2))
        .results()
        .forEach(
            one ->
                attributes.putIfAbsent(
                    one.group(1).toLowerCase(Locale.ROOT), unquoted(one.group(2))));
    return new Tag(found.group(1).toLowerCase(Locale.ROOT), attributes);
  }

  private static String unquoted(@Nullable String value) {
    if (value == null) {
      return "";
    }
    boolean quoted = value.startsWith("\"") || value.startsWith("'");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
