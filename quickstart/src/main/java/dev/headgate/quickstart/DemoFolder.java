package dev.headgate.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The demo's keys and state: for us alone, and gone when it ends. */
record DemoFolder(Path root) implements AutoCloseable {
  static DemoFolder create() {
    try {
      // Java makes temporary folders with mode 0700.
      Path root = Files.createTempDirectory("headgate-demo");
      Files.createDirectory(root.resolve("keys"));
      Files.createDirectory(root.resolve("state"));
      return new DemoFolder(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path keys() {
    return root.resolve("keys");
  }

  Path state() {
    return root.resolve("state");
  }

  Programs.ShopKeys shopKeys() {
    return new Programs.ShopKeys(
        keys().resolve("shop-session.key"), keys().resolve("shop-tickets.key"));
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(root)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
