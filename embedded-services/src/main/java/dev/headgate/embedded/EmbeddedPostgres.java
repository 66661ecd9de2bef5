package dev.headgate.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * A real PostgreSQL of our own on 127.0.0.1, with fsync on, a generated password and {@code
 * pg_stat_statements} in every database: for tests and the demo. All methods block and throw {@link
 * EmbeddedException}; call none of them on an event loop.
 */
public final class EmbeddedPostgres implements Closeable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String SUPERUSER = "postgres";

  private final Account account = Account.current();
  private final Options options;
  private final Path binaries;
  private final Path folder;
  private final Path data;
  private final @Nullable Thread hook;
  private int port;
  private @Nullable ServiceProcess process;

  private EmbeddedPostgres(Options options) {
    this.options = options;
    this.binaries =
        new BinaryCache(account)
            .folderOf(Platform.current().postgresResource(), EmbeddedPostgres::unpack)
            .resolve("bin");
    Path wanted = options.directory();
    this.folder =
        wanted == null
            ? Folders.temporary("headgate-postgres", account)
            : Folders.kept(wanted, account);
    this.data = folder.resolve("data");
    this.port = options.port();
    this.hook = options.shutdownHook() ? ShutdownHooks.add(this::end) : null;
  }

  /** A temporary one on a free port. */
  public static EmbeddedPostgres start() {
    return start(Options.temporary());
  }

  /** Starts one, in a new or an existing directory, and returns when it accepts connections. */
  public static EmbeddedPostgres start(Options options) {
    EmbeddedPostgres postgres = new EmbeddedPostgres(options);
    try {
      postgres.initialise();
      postgres.restart();
      postgres.execute("template1", List.of("CREATE EXTENSION IF NOT EXISTS pg_stat_statements"));
      return postgres;
    } catch (RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  /**
   * The superuser's address of the database {@code postgres}, as {@code
   * postgresql://user:password@127.0.0.1:port/database}. A secret: it holds the password.
   */
  public URI uri() {
    return uri(new Login(SUPERUSER, password()), SUPERUSER);
  }

  /** The superuser's address of some database. A secret. */
  public URI uri(String database) {
    return uri(new Login(SUPERUSER, password()), checked(database));
  }

  /**
   * Makes a database, and a role of the same name that owns it and may do nothing else. Answers the
   * role's address of it, a secret. One that is there already keeps its content and gets a new
   * password.
   *
   * @param name lower-case letters, digits and underscores, a letter first
   */
  public synchronized URI createDatabase(String name) {
    Login owner = new Login(checked(name), newPassword());
    String role =
        exists("SELECT 1 FROM pg_roles WHERE rolname = '" + name + "'") ? "ALTER" : "CREATE";
    List<String> statements = new ArrayList<>();
    statements.add(role + " ROLE " + name + " LOGIN PASSWORD '" + owner.password() + "'");
    if (!exists("SELECT 1 FROM pg_database WHERE datname = '" + name + "'")) {
      statements.add("CREATE DATABASE " + name + " OWNER " + name);
    }
    execute(SUPERUSER, statements);
    return uri(owner, name);
  }

  public synchronized int port() {
    return port;
  }

  /** The process id of the running server. */
  public synchronized long pid() {
    return running().pid();
  }

  /** Ends all connections and stops it; {@link #restart} brings it back on the same port. */
  public synchronized void stop() {
    if (process != null) {
      process.stop("INT"); // TERM would wait for clients to leave
    }
  }

  /** Ends it at once, as {@code kill -9} does. */
  public synchronized void kill() {
    running().kill();
  }

  /** Starts it again on the same port with the same data. A running one is stopped. */
  public synchronized void restart() {
    stop();
    process = Ports.startOn(port, this::launch);
  }

  /** Stops it and removes its temporary directory. */
  @Override
  public void close() {
    ShutdownHooks.remove(hook);
    end();
  }

  private record Login(String role, String password) {
    @Override
    public String toString() {
      return role;
    }
  }

  private synchronized void end() {
    stop();
    if (options.directory() == null) {
      Folders.delete(folder);
    }
  }

  private ServiceProcess running() {
    if (process == null) {
      throw new EmbeddedException("PostgreSQL was never started");
    }
    return process;
  }

  private void initialise() {
    if (Files.exists(data.resolve("PG_VERSION"))) {
      return;
    }
    Folders.delete(data); // of a start that did not finish
    writePassword(newPassword());
    List<String> command = new ArrayList<>();
    command.addAll(List.of(binaries.resolve("initdb").toString(), "-D", data.toString()));
    command.addAll(List.of("-U", SUPERUSER, "-A", "scram-sha-256"));
    command.addAll(List.of("--pwfile", passwordFile().toString(), "-E", "UTF8"));
    command.addAll(List.of("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"));
    command.add("--no-instructions");
    if (options.directory() == null) {
      command.add("--no-sync");
    }
    Path log = ServiceProcess.logIn(folder);
    ServiceProcess.start(new ServiceProcess.Launch(command, folder, log, "INT"), account)
        .awaitSuccess(PATIENCE);
  }

  private ServiceProcess launch(int candidate) {
    Path log = ServiceProcess.logIn(folder);
    var launch = new ServiceProcess.Launch(command(candidate), folder, log, "INT");
    ServiceProcess started = ServiceProcess.start(launch, account);
    try {
      Await.ready("PostgreSQL", PATIENCE, started, () -> ready(started.pid()));
    } catch (EmbeddedException e) {
      started.kill();
      throw e;
    }
    port = candidate;
    return started;
  }

  private List<String> command(int candidate) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(binaries.resolve("postgres").toString(), "-D", data.toString()));
    for (String setting :
        List.of(
            "port=" + candidate,
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "fsync=on",
            "synchronous_commit=on",
            "max_connections=100",
            "shared_preload_libraries=pg_stat_statements",
            "timezone=UTC",
            "log_timezone=UTC",
            "logging_collector=off")) {
      command.addAll(List.of("-c", setting));
    }
    return command;
  }

  /** The sign pg_ctl waits for, too: the postmaster's own file, with our child's process id. */
  private boolean ready(long pid) {
    try {
      List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
      return lines.size() >= 8
          && lines.get(0).strip().equals(Long.toString(pid))
          && lines.get(7).strip().equals("ready");
    } catch (IOException e) {
      return false;
    }
  }

  private URI uri(Login login, String database) {
    return URI.create(
        "postgresql://%s:%s@127.0.0.1:%d/%s"
            .formatted(login.role(), login.password(), port(), database));
  }

  private boolean exists(String query) {
    try (Connection connection = connect(SUPERUSER);
        Statement statement = connection.createStatement()) {
      return statement.executeQuery(query).next();
    } catch (SQLException e) {
      throw new EmbeddedException("PostgreSQL refused: " + e.getMessage(), e);
    }
  }

  private void execute(String database, List<String> statements) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        boolean unused = statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new EmbeddedException("PostgreSQL refused: " + e.getMessage(), e);
    }
  }

  private Connection connect(String database) throws SQLException {
    String address = "jdbc:postgresql://127.0.0.1:" + port() + "/" + database;
    return DriverManager.getConnection(address, SUPERUSER, password());
  }

  /** Names go into statements as they are, so only what needs no quoting is one. */
  private static String checked(String name) {
    if (!name.matches("[a-z][a-z0-9_]{0,62}")) {
      throw new IllegalArgumentException(
          "name: " + name + " (expected: lower-case letters, digits, underscores)");
    }
    return name;
  }

  private static String newPassword() {
    byte[] random = new byte[16];
    RANDOM.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  private Path passwordFile() {
    return folder.resolve("password");
  }

  private String password() {
    try {
      return Files.readString(passwordFile()).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writePassword(String password) {
    try {
      Files.deleteIfExists(passwordFile());
      Files.createFile(
          passwordFile(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(passwordFile(), password);
      account.giveToService(passwordFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code -p} keeps the permissions, {@code -o} makes us the owner, whoever packed it. */
  private static void unpack(InputStream content, Path folder) throws IOException {
    Process tar =
        new ProcessBuilder("tar", "-x", "-p", "-o", "-f", "-", "-C", folder.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (OutputStream plain = tar.getOutputStream();
        InputStream unpacked = new XZInputStream(content)) {
      long unused = unpacked.transferTo(plain);
    }
    try {
      if (tar.waitFor() != 0) {
        throw new IOException("tar ended with " + tar.exitValue());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
