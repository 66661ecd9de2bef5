package dev.headgate.booking;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A pooler in transaction mode between a shop and its database. */
final class PgBouncer implements AutoCloseable {
  static final String MISSING =
      "no pgbouncer found; install it with: apt-get install --no-install-recommends pgbouncer";

  final int port;
  private final Process process;
  private final Path folder;

  /** In front of this server, for one role. */
  PgBouncer(URI server, String role, String password) {
    try {
      folder = Files.createTempDirectory("pgbouncer");
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      port = FreePort.next();
      Path users = folder.resolve("users.txt");
      Files.writeString(users, "\"" + role + "\" \"" + password + "\"\n");
      Path settings = folder.resolve("pgbouncer.ini");
      Files.writeString(
          settings,
          """
          [databases]
          * = host=127.0.0.1 port=%d
          [pgbouncer]
          listen_addr = 127.0.0.1
          listen_port = %d
          unix_socket_dir =
          auth_type = scram-sha-256
          auth_file = %s
          pool_mode = transaction
          default_pool_size = 4
          max_client_conn = 200
          ignore_startup_parameters = extra_float_digits
          """
              .formatted(server.getPort(), port, users));
      process =
          new ProcessBuilder(command(settings))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    Awaitility.await().until(this::listens);
  }

  static Optional<Path> binary() {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin";
    return Stream.of(path.split(":", -1))
        .map(folder -> Path.of(folder, "pgbouncer"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** It refuses to run as root. */
  private static List<String> command(Path settings) {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    }
    command.addAll(List.of(binary().orElseThrow().toString(), settings.toString()));
    return command;
  }

  private boolean listens() {
    if (!process.isAlive()) {
      throw new IllegalStateException("pgbouncer ended: " + log());
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** What it said. */
  String log() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
