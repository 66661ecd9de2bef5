package dev.headgate.gateway.config;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads {@code bypasses}. */
final class BypassFields {
  private static final FieldType<String> FILE = FieldType.text(1000);

  private BypassFields() {}

  static List<Bypass> read(Fields fields, Path folder) {
    Set<String> names = new HashSet<>();
    return fields.list(
        "bypasses",
        List.of(),
        entry -> {
          Fields bypass = entry.object();
          String name = bypass.required("name", GatewayConfigFile.NAME, "staff");
          String key = bypass.required("key", FILE, "bypass.key");
          bypass.refuseUnknown();
          if (!names.add(name) && bypass.sound("name")) {
            bypass.wrong("name", name, "a name no other bypass has");
          }
          return new Bypass(name, folder.resolve(key).normalize());
        });
  }
}
