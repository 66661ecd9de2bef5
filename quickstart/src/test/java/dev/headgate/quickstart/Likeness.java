package dev.headgate.quickstart;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether an answer is like the one that documentation shows: all that is shown is there, with the
 * same type, and the same where it does not change from day to day. There may be more.
 */
final class Likeness {
  /** What is left out: text, or at the end of a list its further elements. */
  private static final String MORE = "…";

  private static final Pattern INSTANT =
      Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{3}Z");

  private Likeness() {}

  /** The first thing that is otherwise than shown; null where nothing is. */
  static @Nullable String difference(JsonObject shown, JsonObject found) {
    return object("", shown, found);
  }

  /** Whether a text is like the shown one, in which anything may stand for what is left out. */
  static boolean isLike(String shown, String found) {
    if (INSTANT.matcher(shown).matches()) {
      return INSTANT.matcher(found).matches();
    }
    String form =
        Arrays.stream(shown.split(MORE, -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return !found.isEmpty() && Pattern.compile(form, Pattern.DOTALL).matcher(found).matches();
  }

  private static @Nullable String value(String at, @Nullable Object shown, @Nullable Object found) {
    if (shown instanceof JsonObject object && found instanceof JsonObject other) {
      return object(at, object, other);
    }
    if (shown instanceof JsonArray list && found instanceof JsonArray other) {
      return list(at, list, other);
    }
    boolean alike = Objects.equals(shown, found);
    if (shown instanceof String text && found instanceof String other) {
      alike = isLike(text, other);
    } else if (shown instanceof Number number && found instanceof Number other) {
      alike = isLike(at, number, other);
    }
    return alike ? null : at + ": " + found + " (expected: like " + shown + ")";
  }

  /** Amounts and statuses are the same each time; times, counts and numbers of places are not. */
  private static boolean isLike(String at, Number shown, Number found) {
    boolean fixed = at.endsWith("Cents") || at.endsWith(".status");
    return fixed ? shown.equals(found) : isWhole(shown) == isWhole(found);
  }

  private static boolean isWhole(Number number) {
    return number instanceof Integer || number instanceof Long;
  }

  private static @Nullable String object(String at, JsonObject shown, JsonObject found) {
    for (String name : shown.fieldNames()) {
      if (!found.containsKey(name)) {
        return at + "." + name + ": missing";
      }
      String different = value(at + "." + name, shown.getValue(name), found.getValue(name));
      if (different != null) {
        return different;
      }
    }
    return null;
  }

  private static @Nullable String list(String at, JsonArray shown, JsonArray found) {
    int size = shown.size();
    boolean open = size > 0 && MORE.equals(shown.getValue(size - 1));
    int least = open ? size - 1 : size;
    if (open ? found.size() <= least : found.size() != least) {
      return at
          + ": "
          + found.size()
          + " elements (expected: "
          + least
          + (open ? " and more)" : ")");
    }
    for (int i = 0; i < least; i++) {
      String different = value(at + "[" + i + "]", shown.getValue(i), found.getValue(i));
      if (different != null) {
        return different;
      }
    }
    return null;
  }
}
