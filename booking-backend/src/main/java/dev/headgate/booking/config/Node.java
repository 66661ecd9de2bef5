package dev.headgate.booking.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A mapping of the file, read key by key; what is wrong is gathered, not thrown. */
final class Node {
  private final Map<?, ?> values;
  private final String path;
  private final List<String> faults;
  private final Set<String> known = new LinkedHashSet<>();

  Node(@Nullable Object value, String path, List<String> faults) {
    if (value != null && !(value instanceof Map<?, ?>)) {
      faults.add(path + ": " + value + " (expected: a mapping)");
    }
    this.values = value instanceof Map<?, ?> map ? map : Map.of();
    this.path = path;
    this.faults = faults;
  }

  Node child(String key) {
    return new Node(raw(key), at(key), faults);
  }

  List<Node> children(String key) {
    List<Node> nodes = new ArrayList<>();
    List<?> items = list(key);
    for (int i = 0; i < items.size(); i++) {
      nodes.add(new Node(items.get(i), at(key) + "[" + i + "]", faults));
    }
    return nodes;
  }

  /** Each entry of a mapping whose keys are the user's own. */
  Map<String, Node> entries(String key) {
    Map<String, Node> nodes = new LinkedHashMap<>();
    if (raw(key) instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) ->
              nodes.put(String.valueOf(name), new Node(value, at(key) + "." + name, faults)));
    }
    return nodes;
  }

  /** Without empty ones: a placeholder that the environment leaves empty is none. */
  List<String> strings(String key) {
    return list(key).stream().filter(Objects::nonNull).map(String::valueOf).toList();
  }

  List<Integer> numbers(String key) {
    List<Integer> numbers = new ArrayList<>();
    for (String text : strings(key)) {
      Integer number = parse(key, text, "a whole number", Integer::valueOf);
      if (number != null) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  /** Labels or numbers written short, see {@link Labels}. */
  List<String> labels(String key, String expected) {
    List<String> labels = parse(key, required(key), expected, Labels::of);
    return labels == null ? List.of() : labels;
  }

  boolean isList(String key) {
    return raw(key) instanceof List<?>;
  }

  /** Every key there is, where they are the user's own. */
  List<String> keys() {
    List<String> keys = new ArrayList<>();
    values.keySet().forEach(key -> keys.add(String.valueOf(key)));
    return keys;
  }

  boolean has(String key) {
    return raw(key) != null;
  }

  @Nullable String optional(String key) {
    Object value = raw(key);
    return value == null ? null : String.valueOf(value);
  }

  String required(String key) {
    String value = optional(key);
    if (value == null) {
      faults.add(at(key) + ": missing");
    }
    return value == null ? "" : value;
  }

  String text(String key, String fallback) {
    String value = optional(key);
    return value == null ? fallback : value;
  }

  int number(String key, int fallback) {
    return or(key, fallback, "a whole number", Integer::valueOf);
  }

  /** 0, with a fault, where there is none. */
  int requiredNumber(String key) {
    Integer number = parse(key, required(key), "a whole number", Integer::valueOf);
    return number == null ? 0 : number;
  }

  boolean flag(String key, boolean fallback) {
    return or(key, fallback, "true or false", Node::trueOrFalse);
  }

  /** One of an enum's constants, written in small letters with hyphens. */
  <E extends Enum<E>> E choice(String key, E fallback) {
    Class<E> all = fallback.getDeclaringClass();
    String written =
        Stream.of(all.getEnumConstants()).map(Node::written).collect(Collectors.joining(", "));
    return or(key, fallback, "one of " + written, text -> chosen(all, text));
  }

  private static <E extends Enum<E>> E chosen(Class<E> all, String text) {
    return Stream.of(all.getEnumConstants())
        .filter(each -> written(each).equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(text));
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Duration duration(String key, Duration fallback) {
    return or(key, fallback, "an ISO 8601 duration such as PT10M", Duration::parse);
  }

  @Nullable Instant instant(String key) {
    String value = optional(key);
    return value == null ? null : parse(key, value, "an instant in UTC", Instant::parse);
  }

  /** Names every key that was never asked for. */
  void refuseUnknown() {
    for (Object key : values.keySet()) {
      if (!known.contains(String.valueOf(key))) {
        faults.add(at(String.valueOf(key)) + ": unknown (expected: " + known + ")");
      }
    }
  }

  private List<?> list(String key) {
    Object value = raw(key);
    if (value != null && !(value instanceof List<?>)) {
      faults.add(at(key) + ": " + value + " (expected: a list)");
    }
    return value instanceof List<?> items ? items : List.of();
  }

  private <T> T or(String key, T fallback, String expected, Function<String, T> parser) {
    String value = optional(key);
    T parsed = value == null ? null : parse(key, value, expected, parser);
    return parsed == null ? fallback : parsed;
  }

  private <T> @Nullable T parse(
      String key, String value, String expected, Function<String, T> parser) {
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException | DateTimeException malformed) {
      faults.add(at(key) + ": " + value + " (expected: " + expected + ")");
      return null;
    }
  }

  private static Boolean trueOrFalse(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(text);
    }
    return text.equals("true");
  }

  private @Nullable Object raw(String key) {
    known.add(key);
    return values.get(key);
  }

  String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
