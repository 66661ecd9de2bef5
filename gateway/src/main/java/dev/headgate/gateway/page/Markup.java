package dev.headgate.gateway.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * HTML as a list of tags: strictly read, from the front to the end, so that browsers can see
 * nothing else in it.
 *
 * @param tags the opening tags, in order
 * @param sound whether all of it could be read
 */
record Markup(List<Tag> tags, boolean sound) {
  /** What others are lost in, for scripts or for everybody, and what only an end tag ends. */
  private static final Set<String> ENCLOSING = Set.of("noscript", "select", "datalist", "svg");

  // HTML's blanks. To \s a vertical tab is one, too, which browsers take for part of a name.
  private static final String BLANK = "[ \\t\\n\\f\\r]";
  private static final Pattern DOCTYPE = Pattern.compile("(?i)<!doctype html>");
  private static final Pattern CLOSING =
      Pattern.compile("</([A-Za-z][A-Za-z0-9-]*+)" + BLANK + "*+>");
  private static final Pattern OPENING = Pattern.compile("<([A-Za-z][A-Za-z0-9-]*+)");
  private static final Pattern END = Pattern.compile(BLANK + "*+/?>");
  // A value has no <: where browsers take it for text, as in <noscript>, it would end that.
  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "%1$s++([A-Za-z_:][A-Za-z0-9_.:-]*+)(?:%1$s*+=%1$s*+%2$s)?"
              .formatted(BLANK, "(\"[^\"<]*+\"|'[^'<]*+'|[A-Za-z0-9_#%./:-]++)"));

  Markup {
    tags = List.copyOf(tags);
  }

  /**
   * An opening tag; names are in lower case, values without their quotes.
   *
   * @param start where it begins
   * @param within in which elements it is that others are lost in
   */
  record Tag(String name, Map<String, String> attributes, int start, Set<String> within) {

    String id() {
      return attributes.getOrDefault("id", "");
    }

    boolean says(Tag other) {
      return name.equals(other.name) && attributes.equals(other.attributes);
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
    Reading reading = new Reading(html);
    boolean sound = reading.readAll();
    return new Markup(reading.tags, sound);
  }

  /** Where these tags follow each other, looking from there on; negative for nowhere. */
  int find(List<Tag> sought, int from) {
    for (int at = from; at + sought.size() <= tags.size(); at++) {
      if (says(tags.subList(at, at + sought.size()), sought)) {
        return at;
      }
    }
    return -1;
  }

  private static boolean says(List<Tag> those, List<Tag> sought) {
    for (int i = 0; i < sought.size(); i++) {
      if (!those.get(i).says(sought.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** One pass over a text. */
  private static final class Reading {
    private final String html;
    private final List<Tag> tags = new ArrayList<>();
    private final Map<String, Integer> open = new HashMap<>();
    private int at;

    private Reading(String html) {
      this.html = html;
    }

    private boolean readAll() {
      boolean sound = true;
      while (sound && at < html.length()) {
        int next = html.indexOf('<', at);
        at = next < 0 ? html.length() : next;
        sound = next < 0 || comment() || taken(DOCTYPE) != null || closing() || opening();
      }
      return sound;
    }

    /** HTML knows other ends of comments than the usual one; here there is only that. */
    private boolean comment() {
      int end = html.startsWith("<!--", at) ? html.indexOf("-->", at + 4) : -1;
      if (end < 0) {
        return false;
      }
      String text = html.substring(at + 4, end);
      boolean endsOnce =
          !text.startsWith(">")
              && !text.startsWith("->")
              && !text.contains("--")
              && !text.toLowerCase(Locale.ROOT).contains("</noscript");
      at = endsOnce ? end + 3 : at;
      return endsOnce;
    }

    private boolean closing() {
      Matcher tag = taken(CLOSING);
      if (tag == null) {
        return false;
      }
      open.computeIfPresent(name(tag), (name, count) -> count == 1 ? null : count - 1);
      return true;
    }

    private boolean opening() {
      int start = at;
      Matcher tag = taken(OPENING);
      if (tag == null) {
        return false;
      }
      Map<String, String> attributes = new LinkedHashMap<>();
      for (Matcher one = taken(ATTRIBUTE); one != null; one = taken(ATTRIBUTE)) {
        attributes.putIfAbsent(name(one), unquoted(one.group(2)));
      }
      String name = name(tag);
      tags.add(new Tag(name, attributes, start, new TreeSet<>(open.keySet())));
      Matcher end = taken(END);
      boolean selfClosed = name.equals("svg") && end != null && end.group().contains("/");
      if (ENCLOSING.contains(name) && !selfClosed) {
        open.merge(name, 1, Integer::sum);
      }
      return end != null;
    }

    private @Nullable Matcher taken(Pattern pattern) {
      Matcher matcher = pattern.matcher(html).region(at, html.length());
      if (!matcher.lookingAt()) {
        return null;
      }
      at = matcher.end();
      return matcher;
    }

    private static String name(Matcher found) {
      return found.group(1).toLowerCase(Locale.ROOT);
    }

    private static String unquoted(@Nullable String value) {
      if (value == null) {
        return "";
      }
      boolean quoted = value.startsWith("\"") || value.startsWith("'");
      return quoted ? value.substring(1, value.length() - 1) : value;
    }
  }
}
