package dev.headgate.embedded;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** Looks at processes by their id. */
final class Processes {
  private Processes() {}

  static void awaitGone(long pid) {
    await("process " + pid + " to be gone").atMost(Duration.ofSeconds(60)).until(() -> gone(pid));
  }

  /** An orphan that nobody has collected yet (no init in a container) has ended, too. */
  static boolean gone(long pid) {
    Path stat = Path.of("/proc", Long.toString(pid), "stat");
    if (!Files.exists(Path.of("/proc/self"))) {
      return ProcessHandle.of(pid).isEmpty();
    }
    try {
      String line = Files.readString(stat, StandardCharsets.ISO_8859_1);
      return line.substring(line.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException e) {
      return true;
    }
  }

  /** JUnit's folders are closed to everybody else, the account of root's services included. */
  static void openToTheServices(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
