package dev.headgate.booking.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Replaces {@code ${NAME}} and {@code ${NAME:default}} in every text of a parsed file. */
final class Placeholders {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?}");

  private Placeholders() {}

  static @Nullable Object fill(
      @Nullable Object value, Map<String, String> environment, List<String> faults) {
    if (value instanceof String text) {
      return filled(text, environment, faults);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
      map.forEach((key, inner) -> copy.put(key, fill(inner, environment, faults)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>();
      list.forEach(inner -> copy.add(fill(inner, environment, faults)));
      return copy;
    }
    return value;
  }

  private static @Nullable String filled(
      String text, Map<String, String> environment, List<String> faults) {
    Matcher matcher = PLACEHOLDER.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (matcher.find()) {
      String value = environment.getOrDefault(matcher.group(1), matcher.group(2));
      if (value == null) {
        faults.add("${" + matcher.group(1) + "}: not set in the environment");
        value = "";
      }
      matcher.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    matcher.appendTail(filled);
    // An empty default means "as if the key were absent".
    return filled.length() == 0 && !text.isEmpty() ? null : filled.toString();
  }
}
