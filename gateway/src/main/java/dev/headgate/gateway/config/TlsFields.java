package dev.headgate.gateway.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads {@code tls}. */
final class TlsFields {
  private static final FieldType<String> FILE = FieldType.text(1000);

  private TlsFields() {}

  static @Nullable Tls read(Fields fields, Path folder) {
    if (fields.isAbsent("tls")) {
      return null;
    }
    Fields tls = fields.object("tls");
    String certificate = tls.required("certificate", FILE, "certificate.pem");
    String key = tls.required("key", FILE, "key.pem");
    tls.refuseUnknown();
    return new Tls(folder.resolve(certificate).normalize(), folder.resolve(key).normalize());
  }
}
