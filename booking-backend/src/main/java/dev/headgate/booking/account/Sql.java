package dev.headgate.booking.account;

import dev.headgate.booking.store.Database.Statement;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statements in this package's resources, read once, without their comments. */
enum Sql {
  LOCK,
  BEGIN,
  LOOK,
  GUESSED,
  KNOWN,
  MAKE,
  ADD,
  FIND,
  LEFT;

  private final String text = read(name().toLowerCase(Locale.ROOT));

  Statement with(@Nullable Object... parameters) {
    return new Statement(text, Tuple.wrap(parameters));
  }

  private static String read(String name) {
    try (InputStream file = Sql.class.getResourceAsStream(name + ".sql")) {
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
