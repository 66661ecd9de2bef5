package dev.headgate.booking.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** A statement kept in a file of its own beside the class that runs it, without its comments. */
public final class SqlFile {
  private SqlFile() {}

  /** Reads it. {@code name} is without the ending. */
  public static String beside(Class<?> owner, String name) {
    try (InputStream file = owner.getResourceAsStream(name + ".sql")) {
      if (file == null) {
        throw new IllegalStateException("no statement " + name);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.stripLeading().startsWith("--"))
          .collect(Collectors.joining("\n"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
