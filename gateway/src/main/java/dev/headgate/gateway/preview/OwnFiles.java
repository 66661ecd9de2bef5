package dev.headgate.gateway.preview;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files beside this package's classes, and what is put into them. */
final class OwnFiles {
  private OwnFiles() {}

  static String text(String name) {
    try (InputStream in = OwnFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("missing resource: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** For text and for attributes in double quotes. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
