package dev.headgate.gateway.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * HTML with {@code {{name}}} where a value belongs. It is cut up once, so that a value which looks
 * like a name is never filled in again.
 */
final class Template {

  // Noncharacters: no text that people write or read has them.
  private static final String GAP = "\uFDD0";
  private static final String GAP_END = "\uFDD1";

  /** Literal texts at even places, names at odd ones. */
  private final List<String> parts = new ArrayList<>();

  Template(String html) {
    this(html, "{{", "}}");
  }

  private Template(String html, String begin, String end) {
    int from = 0;
    for (int open = html.indexOf(begin); open >= 0; open = html.indexOf(begin, from)) {
      int close = html.indexOf(end, open);
      parts.add(html.substring(from, open));
      parts.add(html.substring(open + begin.length(), close));
      from = close + end.length();
    }
    parts.add(html.substring(from));
  }

  /** One out of HTML in which gaps have been left. */
  static Template ofGaps(String html) {
    return new Template(html, GAP, GAP_END);
  }

  /** A value that leaves a gap, to be filled later. */
  static String gap(String name) {
    return GAP + name + GAP_END;
  }

  /** Whether a text has a gap of that name. */
  static boolean hasGap(String text, String name) {
    return text.contains(gap(name));
  }

  /** The HTML with every value escaped, for text and for quoted attributes alike. */
  String filled(Map<String, String> values) {
    StringBuilder out = new StringBuilder(8192);
    for (int i = 0; i < parts.size(); i++) {
      if (i % 2 == 0) {
        out.append(parts.get(i));
      } else {
        escape(out, values.getOrDefault(parts.get(i), ""));
      }
    }
    return out.toString();
  }

  /** A text as it stands in HTML. */
  static String escaped(String value) {
    StringBuilder out = new StringBuilder(value.length() + 16);
    escape(out, value);
    return out.toString();
  }

  private static void escape(StringBuilder out, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
  }
}
