package dev.headgate.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Who this process is, and whom the services run as: ourselves, or, when we are root, the account
 * that owns nothing. PostgreSQL refuses to run as root, and Redis has no need to.
 *
 * @param uid our own numeric user id
 */
record Account(int uid) {
  /** "nobody" on Debian, Red Hat and Alpine alike. */
  static final int NOBODY = 65_534;

  private static final Account CURRENT = read();

  static Account current() {
    return CURRENT;
  }

  boolean root() {
    return uid == 0;
  }

  int serviceUid() {
    return root() ? NOBODY : uid;
  }

  static int ownerOf(Path path) {
    try {
      return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Hands a file or a folder with all that is in it to the services' account. */
  void giveToService(Path path) {
    if (!root()) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        Files.setAttribute(each, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(each, "unix:gid", NOBODY, LinkOption.NOFOLLOW_LINKS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Account read() {
    try {
      Path probe = Files.createTempFile("headgate", ".uid");
      try {
        return new Account(ownerOf(probe));
      } finally {
        Files.delete(probe);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
