package dev.headgate.gateway.page;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files beside this package's classes. */
final class Resources {
  private Resources() {}

  static String text(String name) {
    return bytes(name).toString(StandardCharsets.UTF_8);
  }

  static Buffer bytes(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("missing resource: " + name);
      }
      return Buffer.buffer(in.readAllBytes());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
