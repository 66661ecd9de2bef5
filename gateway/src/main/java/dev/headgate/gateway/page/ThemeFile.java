package dev.headgate.gateway.page;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Reads the files of themes; blocks. */
final class ThemeFile {
  static final int MOST_BYTES = 64 * 1024;

  private ThemeFile() {}

  /**
   * What is in one.
   *
   * @param folder what it has to be in, once all links are followed: what is read is given to
   *     everybody
   * @throws IllegalArgumentException when it is elsewhere, no file, cannot be read or is too large
   */
  static Buffer bytes(Path folder, Path file) {
    try {
      Path real = file.toRealPath();
      if (!real.startsWith(folder.toRealPath())) {
        throw new IllegalArgumentException(
            file + " leads to " + real + " (expected: a file below " + folder + ")");
      }
      // What is opened here may wait for ever, or never end.
      if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
        throw new IllegalArgumentException(file + " is something else (expected: a file)");
      }
      return Buffer.buffer(read(file, real));
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(file + " cannot be read (expected: a file)", unreadable);
    }
  }

  /** Reads no further than may be, whatever the file says of its size. */
  private static byte[] read(Path file, Path real) throws IOException {
    try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        long size = Math.max(bytes.length, Files.size(real));
        throw new IllegalArgumentException(
            file + " has " + size + " bytes (expected: at most " + MOST_BYTES + ")");
      }
      return bytes;
    }
  }

  /**
   * The text in one.
   *
   * @throws IllegalArgumentException also when it is not UTF-8, or has characters that are none
   */
  static String text(Path folder, Path file) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(bytes(folder, file).getBytes());
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
