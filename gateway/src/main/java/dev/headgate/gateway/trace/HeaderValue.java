package dev.headgate.gateway.trace;

import dev.headgate.gateway.config.OwnersFile;
import dev.headgate.gateway.config.Traces;
import java.nio.file.Path;

/** The value of a header for the collector, most often a secret. */
final class HeaderValue {
  private static final int LONGEST_FILE = 16_384;

  private HeaderValue() {}

  /** Blocks; the messages of what it throws hold no part of the value. */
  static String of(Traces.Header header) {
    Path file = header.file();
    String text =
        file == null
            ? header.text()
            : OwnersFile.read(file, LONGEST_FILE, what -> wrong(header, what));
    String value = String.valueOf(text).strip();
    if (value.isEmpty() || !value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw wrong(header, "its value is not one line of printable ASCII characters");
    }
    return value;
  }

  private static IllegalStateException wrong(Traces.Header header, String what) {
    return new IllegalStateException("traces, header " + header.name() + ": " + what);
  }
}
