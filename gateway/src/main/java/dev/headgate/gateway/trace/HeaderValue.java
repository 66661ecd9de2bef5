package dev.headgate.gateway.trace;

import dev.headgate.gateway.config.Traces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** The value of a header for the collector, most often a secret. */
final class HeaderValue {
  private static final int LONGEST_FILE = 16_384;
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private HeaderValue() {}

  /** Blocks; the messages of what it throws hold no part of the value. */
  static String of(Traces.Header header) {
    Path file = header.file();
    String value = String.valueOf(file == null ? header.text() : read(header, file)).strip();
    if (value.isEmpty() || !value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw wrong(header, "its value is not one line of printable ASCII characters");
    }
    return value;
  }

  private static String read(Traces.Header header, Path file) {
    try {
      if (Files.size(file) > LONGEST_FILE) {
        throw wrong(header, file + ": too large");
      }
      if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
        throw wrong(header, file + ": open to other users (expected: chmod 600)");
      }
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw wrong(header, file + ": cannot be read");
    } catch (UnsupportedOperationException notPosix) {
      throw wrong(header, file + ": its file system knows no owners");
    }
  }

  private static IllegalStateException wrong(Traces.Header header, String what) {
    return new IllegalStateException("traces, header " + header.name() + ": " + what);
  }
}
