package dev.headgate.booking.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** Statements kept in files of their own, read once, without their comments. */
public final class Sql {
  private Sql() {}

  /** The statement in the file {@code name.sql} beside a class. */
  public static String beside(Class<?> owner, String name) {
    try (InputStream file = owner.getResourceAsStream(name + ".sql")) {
      if (file == null) {
        throw new IllegalStateException("no statement " + name);
      }
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.stripLeading().startsWith("--"))
          .collect(Collectors.joining("\n"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
