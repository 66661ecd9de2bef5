package dev.headgate.gateway.page;

import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;

/** The picture of a theme: SVG that only draws, PNG or WebP. */
record LogoPicture(String extension, String contentType, Buffer bytes) {
  /** Stands for one that cannot be used. */
  static final LogoPicture NONE = new LogoPicture("svg", "image/svg+xml", Buffer.buffer());

  private static final String PNG = "\u0089PNG\r\n\u001a\n";

  /**
   * Reads one.
   *
   * @param folder what it has to be in
   * @throws IllegalArgumentException when the file is none of these, or its SVG does more than draw
   */
  static LogoPicture read(Path folder, Path file) {
    Buffer bytes = ThemeFile.bytes(folder, file);
    String head = bytes.getString(0, Math.min(16, bytes.length()), "ISO-8859-1");
    if (head.startsWith(PNG)) {
      return new LogoPicture("png", "image/png", bytes);
    }
    if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) {
      return new LogoPicture("webp", "image/webp", bytes);
    }
    if (head.stripLeading().startsWith("<") || head.startsWith("\u00ef\u00bb\u00bf<")) {
      SvgDrawing.check(file, bytes.getBytes());
      return new LogoPicture("svg", "image/svg+xml", bytes);
    }
    throw new IllegalArgumentException(file + " (expected: an SVG, PNG or WebP picture)");
  }
}
