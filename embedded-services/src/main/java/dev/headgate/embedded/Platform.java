package dev.headgate.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The machine, as the makers of the binaries name it.
 *
 * @param linux whether it is Linux; otherwise it is macOS
 * @param arm whether it is 64-bit ARM; otherwise it is x86-64
 */
record Platform(boolean linux, boolean arm) {
  static Platform current() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    boolean linux = os.startsWith("linux");
    boolean arm = arch.equals("aarch64") || arch.equals("arm64");
    boolean intel = arch.equals("amd64") || arch.equals("x86_64");
    if (!(linux || os.startsWith("mac")) || !(arm || intel)) {
      throw new EmbeddedException(
          "no embedded services for %s on %s (expected: Linux or macOS on x86-64 or arm64)"
              .formatted(os, arch));
    }
    return new Platform(linux, arm);
  }

  String redisResource() {
    return "redis-server-7.0.15-" + (linux ? "linux-" : "darwin-") + (arm ? "arm64" : "amd64");
  }

  String postgresResource() {
    return "postgres-" + (linux ? "linux-" : "darwin-") + (arm ? "arm_64" : "x86_64") + ".txz";
  }

  /** A program found on the PATH. */
  static Optional<Path> program(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    return Stream.of(path.split(":"))
        .filter(folder -> folder.startsWith("/")) // what lies in the working folder is not trusted
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Runs a program to its end and returns what it printed, both streams together. */
  static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException(command[0] + " ended with " + code + ": " + printed.strip());
    }
    return printed;
  }
}
