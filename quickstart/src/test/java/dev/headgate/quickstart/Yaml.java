package dev.headgate.quickstart;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** YAML files as JSON, with the merge key {@code <<} that Docker Compose knows. */
final class Yaml {
  private Yaml() {}

  static JsonObject read(Path file) throws IOException {
    Load load = new Load(LoadSettings.builder().build());
    Object document = merged(load.loadFromString(Files.readString(file)));
    if (document instanceof Map<?, ?> map) {
      JsonObject json = new JsonObject();
      map.forEach((key, value) -> json.put(String.valueOf(key), value));
      return json;
    }
    throw new AssertionError(file + " is no mapping");
  }

  private static @Nullable Object merged(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Yaml::merged).toList();
    }
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    if (merged(map.get("<<")) instanceof Map<?, ?> base) {
      base.forEach((key, inner) -> all.put(String.valueOf(key), inner));
    }
    map.forEach((key, inner) -> all.put(String.valueOf(key), merged(inner)));
    all.remove("<<");
    return all;
  }
}
