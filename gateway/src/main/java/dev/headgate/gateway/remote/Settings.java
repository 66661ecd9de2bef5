package dev.headgate.gateway.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Settings of an event as somebody wrote them. What they mean, the gateway says. */
final class Settings {
  private static final long MOST_BYTES = 1 << 20;

  private Settings() {}

  /** Those of a YAML or JSON file. */
  static Map<String, @Nullable Object> read(Path file) throws FailedException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw FailedException.usage("--file: larger than 1 MiB: " + file);
      }
      String text = Files.readString(file, StandardCharsets.UTF_8);
      Object value = file.toString().endsWith(".json") ? Json.read(text) : yaml(text);
      if (value instanceof Map<?, ?>) {
        return new Node(value).fields();
      }
      throw FailedException.usage("--file: not a mapping of settings: " + file);
    } catch (IOException e) {
      throw FailedException.usage("--file: cannot be read as UTF-8: " + file);
    } catch (IllegalArgumentException | YamlEngineException e) {
      throw FailedException.usage(
          "--file: not well-formed: " + Node.printable(String.valueOf(e.getMessage())));
    }
  }

  private static @Nullable Object yaml(String text) {
    LoadSettings plain =
        LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setMaxAliasesForCollections(0)
            .setAllowDuplicateKeys(false)
            .build();
    return new Load(plain).loadFromString(text);
  }

  /**
   * Sets one field.
   *
   * @param assignment a path and a value, such as {@code dials.throttle=auto}; the value as YAML
   */
  static void set(Map<String, @Nullable Object> settings, String assignment)
      throws FailedException {
    int sign = assignment.indexOf('=');
    if (sign < 1) {
      throw FailedException.usage(
          "--set: " + Node.printable(assignment) + " (expected: FIELD=VALUE)");
    }
    List<String> path = List.of(assignment.substring(0, sign).split("\\.", -1));
    Map<String, @Nullable Object> at = settings;
    for (String name : path.subList(0, path.size() - 1)) {
      Map<String, @Nullable Object> below = new Node(at.get(name)).fields();
      at.put(name, below);
      at = below;
    }
    try {
      at.put(path.get(path.size() - 1), yaml(assignment.substring(sign + 1)));
    } catch (YamlEngineException e) {
      throw FailedException.usage("--set: no value: " + Node.printable(assignment));
    }
  }

  /** What is different, a line for each field. */
  static List<String> differences(Node before, Node after) {
    Map<String, String> old = flat(before);
    Map<String, String> now = flat(after);
    TreeSet<String> names = new TreeSet<>(old.keySet());
    names.addAll(now.keySet());
    List<String> lines = new ArrayList<>();
    for (String name : names) {
      String from = old.getOrDefault(name, Node.NOTHING);
      String to = now.getOrDefault(name, Node.NOTHING);
      if (!Objects.equals(from, to)) {
        lines.add("  " + name + ": " + from + " -> " + to);
      }
    }
    return lines;
  }

  /** Of an object, the fields that another one has not, or has otherwise; else the value itself. */
  static Node only(Node of, Node other) {
    Map<String, @Nullable Object> fields = of.fields();
    if (other.fields().isEmpty()) {
      return of;
    }
    fields
        .entrySet()
        .removeIf(
            field ->
                other.fields().containsKey(field.getKey())
                    && Objects.equals(other.fields().get(field.getKey()), field.getValue()));
    return fields.isEmpty() ? of : new Node(fields);
  }

  private static Map<String, String> flat(Node settings) {
    Map<String, String> flat = new LinkedHashMap<>();
    flatten("", settings, flat);
    return flat;
  }

  private static void flatten(String path, Node at, Map<String, String> into) {
    List<Node> entries = at.list();
    for (int i = 0; i < entries.size(); i++) {
      flatten(path + "[" + i + "]", entries.get(i), into);
    }
    Map<String, @Nullable Object> fields = at.fields();
    fields.forEach(
        (name, value) -> flatten(path.isEmpty() ? name : path + "." + name, new Node(value), into));
    if (entries.isEmpty() && fields.isEmpty()) {
      into.put(Node.printable(path), Node.printable(Json.write(at.value())));
    }
  }
}
