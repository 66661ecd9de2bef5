package dev.headgate.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis of our own on 127.0.0.1, without a password: for tests and the demo. All methods
 * block and throw {@link EmbeddedException}; call none of them on an event loop.
 */
public final class EmbeddedRedis implements Closeable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Pattern VERSION = Pattern.compile("v=(\\d+)\\.(\\d+)");

  private final Account account = Account.current();
  private final Options options;
  private final Path folder;
  private final Path program;
  private final @Nullable Thread hook;
  private int port;
  private @Nullable ServiceProcess process;

  private EmbeddedRedis(Options options) {
    this.options = options;
    this.program = program();
    Path wanted = options.directory();
    this.folder =
        wanted == null
            ? Folders.temporary("headgate-redis", account)
            : Folders.kept(wanted, account);
    this.port = options.port();
    this.hook = options.shutdownHook() ? ShutdownHooks.add(this::end) : null;
  }

  /** A temporary one on a free port. */
  public static EmbeddedRedis start() {
    return start(Options.temporary());
  }

  /** Starts one and returns when it answers. */
  public static EmbeddedRedis start(Options options) {
    EmbeddedRedis redis = new EmbeddedRedis(options);
    try {
      redis.restart();
      return redis;
    } catch (RuntimeException e) {
      redis.close();
      throw e;
    }
  }

  /** Such as {@code redis://127.0.0.1:6379}. */
  public synchronized URI uri() {
    return URI.create("redis://127.0.0.1:" + port);
  }

  public synchronized int port() {
    return port;
  }

  /** The process id of the running server. */
  public synchronized long pid() {
    return running().pid();
  }

  /** Stops it in order; {@link #restart} brings it back on the same port. */
  public synchronized void stop() {
    if (process != null) {
      process.stop("TERM");
    }
  }

  /** Ends it at once, as {@code kill -9} does. */
  public synchronized void kill() {
    running().kill();
  }

  /** Starts it again on the same port, with whatever was durable. A running one is stopped. */
  public synchronized void restart() {
    stop();
    process = Ports.startOn(port, this::launch);
  }

  /** Starts it again on the same port with nothing in it. */
  public synchronized void restartEmpty() {
    stop();
    Folders.delete(folder.resolve("appendonlydir"));
    Folders.delete(folder.resolve("dump.rdb"));
    restart();
  }

  /** Stops it and removes its temporary directory. */
  @Override
  public void close() {
    ShutdownHooks.remove(hook);
    end();
  }

  private synchronized void end() {
    stop();
    if (options.directory() == null) {
      Folders.delete(folder);
    }
  }

  private ServiceProcess running() {
    if (process == null) {
      throw new EmbeddedException("Redis was never started");
    }
    return process;
  }

  private ServiceProcess launch(int candidate) {
    Path log = ServiceProcess.logIn(folder);
    var launch = new ServiceProcess.Launch(command(candidate), folder, log, "TERM");
    ServiceProcess started = ServiceProcess.start(launch, account);
    try {
      Await.ready("Redis", PATIENCE, started, () -> answers(candidate, started.pid()));
    } catch (EmbeddedException e) {
      started.kill();
      throw e;
    }
    port = candidate;
    return started;
  }

  private List<String> command(int candidate) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(program.toString(), "--port", Integer.toString(candidate)));
    command.addAll(List.of("--bind", "127.0.0.1", "--dir", folder.toString()));
    command.addAll(List.of("--daemonize", "no", "--save", ""));
    command.addAll(List.of("--appendonly", options.durable() ? "yes" : "no"));
    command.addAll(List.of("--appendfsync", "everysec"));
    return command;
  }

  /** Whether our own process, not another one that took the port, serves commands. */
  private static boolean answers(int port, long pid) {
    try (Socket socket = new Socket(Ports.loopback(), port)) {
      socket.setSoTimeout(2_000);
      String ask = "INFO server\r\nPING\r\nQUIT\r\n";
      socket.getOutputStream().write(ask.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.contains("process_id:" + pid + "\r") && answer.contains("+PONG");
    } catch (IOException e) {
      return false;
    }
  }

  /** The machine's own Redis gets security fixes and goes first; ours is 7.0.15 for ever. */
  private Path program() {
    return Platform.program("redis-server")
        .filter(EmbeddedRedis::newEnough)
        .orElseGet(this::unpackedProgram);
  }

  private static boolean newEnough(Path program) {
    return versionOf(program).map(major -> major >= 7).orElse(false);
  }

  private static Optional<Integer> versionOf(Path program) {
    try {
      Matcher version = VERSION.matcher(Platform.output(program.toString(), "--version"));
      return version.find() ? Optional.of(Integer.valueOf(version.group(1))) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Path unpackedProgram() {
    String resource = Platform.current().redisResource();
    return new BinaryCache(account)
        .folderOf(resource, EmbeddedRedis::unpack)
        .resolve("redis-server");
  }

  private static void unpack(InputStream content, Path folder) throws IOException {
    Path file = folder.resolve("redis-server");
    Files.copy(content, file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
