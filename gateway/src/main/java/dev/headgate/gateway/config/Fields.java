package dev.headgate.gateway.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one object and collects everything that is wrong, instead of stopping at the
 * first. After an error reading goes on with a stand-in, so nothing read may be used unless {@link
 * #errors} is empty at the end.
 */
public final class Fields {
  // A body of nothing but unknown fields must not become an answer many times its size.
  private static final int MOST_UNKNOWN = 50;

  private final String prefix;
  private final JsonObject json;
  private final List<FieldError> errors;
  private final Set<String> known = new TreeSet<>();

  private Fields(String prefix, JsonObject json, List<FieldError> errors) {
    this.prefix = prefix;
    this.json = json;
    this.errors = errors;
  }

  /** The members of an object that stands by itself. */
  public static Fields of(JsonObject json) {
    return new Fields("", json, new ArrayList<>());
  }

  public List<FieldError> errors() {
    return errors;
  }

  /** Whether the object has the member, be it null. */
  boolean has(String name) {
    return json.containsKey(name);
  }

  /** Whether nothing has been found wrong with a member. */
  boolean sound(String name) {
    return errors.stream().noneMatch(error -> error.field().equals(prefix + name));
  }

  /** A member that must be there; {@code standIn} is what reading goes on with if it is not. */
  public <T> T required(String name, FieldType<T> type, T standIn) {
    if (!has(name)) {
      known.add(name);
      wrong(name, "missing", type.expected());
      return standIn;
    }
    return optional(name, type, standIn);
  }

  /** A member that may be left out, but not be null. */
  public <T> T optional(String name, FieldType<T> type, T fallback) {
    known.add(name);
    return has(name) ? read(name, json.getValue(name), type, fallback) : fallback;
  }

  /** A member that may be left out or null. */
  public <T> @Nullable T nullable(String name, FieldType<T> type) {
    known.add(name);
    Object value = json.getValue(name);
    return value == null ? null : readOrNull(name, value, type);
  }

  /** A member that may be left out, and has one value otherwise. */
  void fixed(String name, FieldType<?> type) {
    known.add(name);
    if (has(name)) {
      Object value = json.getValue(name);
      if (value == null || type.parse().parse(value) == null) {
        wrong(name, shown(value), type.expected());
      }
    }
  }

  /** A member that may be left out, and is null otherwise. */
  void fixedNull(String name) {
    known.add(name);
    if (json.getValue(name) != null) {
      wrong(name, shown(json.getValue(name)), "null");
    }
  }

  /** A member that is a list; each entry is read by {@code entry}. */
  <T> List<T> list(String name, List<T> fallback, Function<Entry, @Nullable T> entry) {
    known.add(name);
    if (!has(name)) {
      return fallback;
    }
    if (!(json.getValue(name) instanceof JsonArray array)) {
      wrong(name, shown(json.getValue(name)), "a list");
      return fallback;
    }
    List<T> values = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      T value = entry.apply(new Entry(name + "[" + i + "]", array.getValue(i)));
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }

  /** A member that is an object of names that anyone may choose. */
  <T> Map<String, T> map(String name, Map<String, T> fallback, Function<Entry, @Nullable T> entry) {
    known.add(name);
    if (!has(name)) {
      return fallback;
    }
    if (!(json.getValue(name) instanceof JsonObject object)) {
      wrong(name, shown(json.getValue(name)), "an object");
      return fallback;
    }
    return each(name + ".", object, entry);
  }

  /** All members, where anyone may choose their names. */
  <T> Map<String, T> each(Function<Entry, @Nullable T> entry) {
    known.addAll(json.fieldNames());
    return each("", json, entry);
  }

  private <T> Map<String, T> each(
      String before, JsonObject object, Function<Entry, @Nullable T> entry) {
    Map<String, T> values = new LinkedHashMap<>();
    for (String key : object.fieldNames()) {
      T value = entry.apply(new Entry(before + printable(key), object.getValue(key)));
      if (value != null) {
        values.put(key, value);
      }
    }
    return values;
  }

  /** Whether a member is not there, or null. */
  boolean isAbsent(String name) {
    known.add(name);
    return json.getValue(name) == null;
  }

  /** The members of a member; empty, with an error, when it is no object. */
  Fields object(String name) {
    known.add(name);
    if (!has(name)) {
      return new Fields(prefix + name + ".", new JsonObject(), errors);
    }
    return new Entry(name, json.getValue(name)).object();
  }

  /** Notes what is wrong with a member. */
  void wrong(String name, String value, String expected) {
    errors.add(new FieldError(prefix + name, value + " (expected: " + expected + ")"));
  }

  /** Names the members that nobody has asked for. Call it last. */
  public void refuseUnknown() {
    String expected = known.isEmpty() ? "none" : "one of " + String.join(", ", known);
    json.fieldNames().stream()
        .filter(name -> !known.contains(name))
        .limit(MOST_UNKNOWN)
        .forEach(name -> wrong(printable(name), "unknown field", expected));
  }

  /**
   * Ends reading.
   *
   * @throws InvalidSettingsException if anything was wrong
   */
  public void check() {
    if (!errors.isEmpty()) {
      throw new InvalidSettingsException(errors);
    }
  }

  private <T> T read(String name, @Nullable Object value, FieldType<T> type, T fallback) {
    T parsed = readOrNull(name, value, type);
    return parsed == null ? fallback : parsed;
  }

  private <T> @Nullable T readOrNull(String name, @Nullable Object value, FieldType<T> type) {
    T parsed = value == null ? null : type.parse().parse(value);
    if (parsed == null) {
      wrong(name, type.secret() ? "a value not shown here" : shown(value), type.expectedFor(value));
    }
    return parsed;
  }

  /** A value as a message may show it: one short line, whoever sent it. */
  static String shown(@Nullable Object value) {
    if (value instanceof JsonObject) {
      return "an object";
    }
    if (value instanceof JsonArray) {
      return "a list";
    }
    return value instanceof String text && text.isEmpty() ? "''" : printable(String.valueOf(value));
  }

  private static String printable(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(60)
        .map(c -> FieldType.isPrintable(c) ? c : '?')
        .forEach(shown::appendCodePoint);
    return text.codePoints().count() > 60 ? shown + "…" : shown.toString();
  }

  /** One entry of a list or of an object with free names. */
  final class Entry {
    private final String name;
    private final @Nullable Object value;

    private Entry(String name, @Nullable Object value) {
      this.name = name;
      this.value = value;
    }

    /** Where it stands, such as {@code routes[2]}. */
    String path() {
      return prefix + name;
    }

    /** The last part of where it stands. */
    String key() {
      return name.substring(name.indexOf('.') + 1);
    }

    /** The entry itself, unparsed. */
    @Nullable Object value() {
      return value;
    }

    /** The entry as a value; null, with an error, when it is none. */
    <T> @Nullable T as(FieldType<T> type) {
      return readOrNull(name, value, type);
    }

    /** The entry's members. */
    Fields object() {
      if (value instanceof JsonObject object) {
        return new Fields(prefix + name + ".", object, errors);
      }
      wrong("an object");
      return new Fields(prefix + name + ".", new JsonObject(), new ArrayList<>());
    }

    /** Notes that the entry is not as it must be. */
    void wrong(String expected) {
      Fields.this.wrong(name, shown(value), expected);
    }
  }
}
