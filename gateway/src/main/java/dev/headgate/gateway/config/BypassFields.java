package dev.headgate.gateway.config;

import java.nio.file.Path;
import java.util.List;

/** Reads {@code bypasses}. */
final class BypassFields {
  private static final FieldType<String> FILE = FieldType.text(1000);

  private BypassFields() {}

  static List<Bypass> read(Fields fields, Path folder) {
    return fields.list(
        "bypasses",
        List.of(),
        entry -> {
          Fields bypass = entry.object();
          String name = bypass.required("name", GatewayConfigFile.NAME, "staff");
          String key = bypass.required("key", FILE, "bypass.key");
          bypass.refuseUnknown();
          return new Bypass(name, folder.resolve(key).normalize());
        });
  }
}
