package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A copy of Redis's append-only file from an earlier moment, as a replica or a backup may be. */
final class OldCopy {
  private final Path live;
  private final Path copy;

  private OldCopy(Path folder) {
    this.live = folder.resolve("appendonlydir");
    this.copy = folder.resolve("older");
  }

  /** Of a Redis that runs in this folder. */
  static OldCopy of(Path folder) throws IOException, InterruptedException {
    OldCopy old = new OldCopy(folder);
    // With its owner, who may be the account that root's services run as.
    run("cp", "-a", old.live.toString(), old.copy.toString());
    return old;
  }

  /** In the place of the newer one of a Redis that is stopped. */
  void putBack() throws IOException, InterruptedException {
    run("rm", "-r", live.toString());
    run("mv", copy.toString(), live.toString());
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertEquals(0, process.waitFor(), () -> List.of(command) + "");
  }
}
