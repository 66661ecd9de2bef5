package dev.headgate.gateway.page;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the files of themes; blocks. */
final class ThemeFile {
  static final int MOST_BYTES = 64 * 1024;

  private ThemeFile() {}

  /**
   * What is in one.
   *
   * @throws IllegalArgumentException when it cannot be read or is too large
   */
  static Buffer bytes(Path file) {
    try {
      long size = Files.size(file);
      if (size > MOST_BYTES) {
        throw new IllegalArgumentException(
            file + " has " + size + " bytes (expected: at most " + MOST_BYTES + ")");
      }
      return Buffer.buffer(Files.readAllBytes(file));
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(file + " cannot be read (expected: a file)", unreadable);
    }
  }

  /**
   * The text in one.
   *
   * @throws IllegalArgumentException also when it is not UTF-8, or has characters that are none
   */
  static String text(Path file) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(bytes(file).getBytes());
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      if (text.codePoints().noneMatch(c -> c >= 0xfdd0 && c <= 0xfdef)) {
        return text;
      }
    } catch (CharacterCodingException notText) {
      throw new IllegalArgumentException(file + " is no text (expected: UTF-8)", notText);
    }
    throw new IllegalArgumentException(file + " has noncharacters (expected: text)");
  }
}
