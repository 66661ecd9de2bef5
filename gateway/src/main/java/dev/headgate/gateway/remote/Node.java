package dev.headgate.gateway.remote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value of a JSON document. What an older or newer gateway does not send is null, and nothing
 * fails for it.
 */
record Node(@Nullable Object value) {
  /** What stands where nothing is known. */
  static final String NOTHING = "-";

  Node at(String... path) {
    Object at = value;
    for (String name : path) {
      at = at instanceof Map<?, ?> object ? object.get(name) : null;
    }
    return new Node(at);
  }

  boolean isNull() {
    return value == null;
  }

  boolean isTrue() {
    return Boolean.TRUE.equals(value);
  }

  List<Node> list() {
    return value instanceof List<?> array
        ? array.stream().map(each -> new Node(each)).toList()
        : List.of();
  }

  /** The fields of an object; none of anything else. */
  Map<String, @Nullable Object> fields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> object) {
      object.forEach((name, field) -> fields.put(String.valueOf(name), field));
    }
    return fields;
  }

  /** The value as it is, for requests. */
  String text() {
    return value == null ? "" : value.toString();
  }

  /**
   * The value for people: counts with separators, and nothing in it that would steer a terminal.
   */
  String shown() {
    if (value == null) {
      return NOTHING;
    }
    if (value instanceof Integer || value instanceof Long) {
      return String.format(Locale.ROOT, "%,d", ((Number) value).longValue());
    }
    return printable(
        value instanceof Map || value instanceof List ? Json.write(value) : value.toString());
  }

  /** A share of 1 in hundredths. */
  String percent() {
    return value instanceof Number share
        ? String.format(Locale.ROOT, "%.1f %%", share.doubleValue() * 100)
        : NOTHING;
  }

  /** Words of somebody else's: they must not steer the terminal they are shown on. */
  static String printable(String text) {
    return text.codePoints()
        .map(each -> isControl(each) ? '?' : each)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /**
   * The same lines without what a terminal would obey. A return that ends no line would have what
   * follows written over what came before, and marks of direction would have it read backwards.
   */
  static String withoutControls(String lines) {
    return lines.replaceAll(
        "[\\p{Cc}&&[^\\r\\n\\t]]|\\r(?!\\n)|[\\u202a-\\u202e\\u2066-\\u2069]", "?");
  }

  /** Whether a character is not seen, and does something. */
  static boolean isControl(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
