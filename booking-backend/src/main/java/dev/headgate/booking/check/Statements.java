package dev.headgate.booking.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** Statements kept in files of their own, without their comments. */
final class Statements {
  private Statements() {}

  static String named(String name) {
    try (InputStream file = Statements.class.getResourceAsStream(name + ".sql")) {
      if (file == null) {
        throw new IllegalStateException("no statement " + name);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          // A comment may hold what JDBC takes for a parameter.
          .filter(line -> !line.stripLeading().startsWith("--"))
          .collect(Collectors.joining("\n"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
