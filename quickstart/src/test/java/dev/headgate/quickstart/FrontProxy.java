package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A proxy that people already run, started with a configuration from {@code config/examples}. */
final class FrontProxy implements AutoCloseable {
  private static final String REQUIRED = "HEADGATE_TESTS_NEED_PROXIES";
  private static final Path EXAMPLES = Path.of("..", "config", "examples");

  private final Process process;
  private final Path log;
  private final URI address;

  private FrontProxy(Process process, Path log, int port) {
    this.process = process;
    this.log = log;
    this.address = URI.create("http://127.0.0.1:" + port);
  }

  /** The ports that stand for those of the examples. */
  record Ports(int front, int gateway, int shop) {
    private String in(String example) {
      Map<String, Integer> ports = Map.of(":8000", front, ":8080", gateway, ":8081", shop);
      String text = example;
      for (Map.Entry<String, Integer> port : ports.entrySet()) {
        text = text.replace("127.0.0.1" + port.getKey(), "127.0.0.1:" + port.getValue());
      }
      return text;
    }
  }

  /** An nginx, with the master process in the foreground. */
  static FrontProxy nginx(Ports ports) throws IOException {
    Path binary = binary("nginx");
    Path folder = folder("nginx", ports, "nginx.conf");
    // What a package sets up for the whole machine is this folder's here.
    String temporary =
        Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            .map(kind -> "  " + kind + "_temp_path " + folder.resolve(kind) + ";\n")
            .reduce("http {\n  access_log off;\n", String::concat);
    Path file = folder.resolve("nginx.conf");
    Path written =
        Files.writeString(file, Files.readString(file).replaceFirst("http \\{\n", temporary));
    String globals = "daemon off; pid " + folder.resolve("pid") + "; error_log stderr warn;";
    return start(
        folder, ports, List.of(binary + "", "-p", folder + "", "-c", written + "", "-g", globals));
  }

  /** An HAProxy in the foreground. */
  static FrontProxy haproxy(Ports ports) throws IOException {
    Path binary = binary("haproxy");
    Path folder = folder("haproxy", ports, "haproxy.cfg", "headgate.lua");
    return start(folder, ports, List.of(binary + "", "-db", "-f", "haproxy.cfg"));
  }

  private static Path binary(String name) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin";
    Optional<Path> found =
        Stream.of(path.split(":", -1))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isExecutable)
            .findFirst();
    String missing =
        "no %1$s found; install it with: apt-get install --no-install-recommends %1$s"
            .formatted(name);
    if (System.getenv(REQUIRED) == null) {
      assumeTrue(found.isPresent(), missing);
    }
    return found.orElseThrow(() -> new AssertionError(missing));
  }

  private static Path folder(String name, Ports ports, String... examples) throws IOException {
    Path folder = Files.createTempDirectory(name);
    // Workers give up root, and still write what does not fit their memory.
    Path readable =
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String example : examples) {
      String text = Files.readString(EXAMPLES.resolve(example));
      Path written = Files.writeString(readable.resolve(example), ports.in(text));
      assertTrue(Files.exists(written));
    }
    return folder;
  }

  private static FrontProxy start(Path folder, Ports ports, List<String> command)
      throws IOException {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    FrontProxy proxy = new FrontProxy(process, log, ports.front());
    await().atMost(Duration.ofSeconds(60)).until(() -> proxy.ended() || proxy.listens());
    assertTrue(process.isAlive(), proxy::log);
    return proxy;
  }

  URI address() {
    return address;
  }

  int port() {
    return address.getPort();
  }

  /** What it said. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private boolean ended() {
    return !process.isAlive();
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), 1_000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it ends when it is told to");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
