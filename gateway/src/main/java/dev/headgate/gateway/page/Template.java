package dev.headgate.gateway.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * HTML with {@code {{name}}} where a value belongs. It is cut up once, so that a value which looks
 * like a name is never filled in again.
 */
final class Template {

  /** Literal texts at even places, names at odd ones. */
  private final List<String> parts = new ArrayList<>();

  Template(String html) {
    int from = 0;
    for (int open = html.indexOf("{{"); open >= 0; open = html.indexOf("{{", from)) {
      int close = html.indexOf("}}", open);
      parts.add(html.substring(from, open));
      parts.add(html.substring(open + 2, close));
      from = close + 2;
    }
    parts.add(html.substring(from));
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
