package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.Main;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A gateway as a person starts it: a process of its own with a configuration file. */
final class GatewayProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final Path log;
  private final URI fans;
  private final URI operators;
  private volatile boolean asleep;

  private GatewayProcess(Process process, Path log, Ports ports) {
    this.process = process;
    this.log = log;
    this.fans = URI.create("http://127.0.0.1:" + ports.fans());
    this.operators = URI.create("http://127.0.0.1:" + ports.operators());
  }

  /** Where it listens. */
  record Ports(int fans, int operators) {
    static Ports free() {
      return new Ports(FreePort.next(), FreePort.next());
    }
  }

  /**
   * Starts one and returns when it is ready.
   *
   * @param folder takes its configuration, its state and its log
   * @param configuration what goes into the file besides the ports and the folder of its state
   */
  static GatewayProcess start(Path folder, Ports ports, String configuration) throws IOException {
    String listeners =
        "host: 127.0.0.1\nport: %d\noperatorHost: 127.0.0.1\noperatorPort: %d\nstate: state\n"
            .formatted(ports.fans(), ports.operators());
    Path file = Files.createDirectories(folder).resolve("gateway.yaml");
    Path unused = Files.writeString(file, configuration + listeners);
    Path log = folder.resolve("gateway.log");
    Process process =
        new ProcessBuilder(JavaProgram.command(Main.class, "--config", file.toString()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    // Whoever stops the tests half-way shall find no gateway left.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    GatewayProcess gateway = new GatewayProcess(process, log, ports);
    gateway.awaitReady();
    return gateway;
  }

  URI fans() {
    return fans;
  }

  URI operators() {
    return operators;
  }

  /** Ends it at once, as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Stops it in the middle of whatever it does; it keeps its connections and says nothing. */
  void sleep() throws IOException, InterruptedException {
    asleep = true;
    signal("STOP");
  }

  /** Lets it go on. */
  void wake() throws IOException, InterruptedException {
    signal("CONT");
    asleep = false;
  }

  private void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertEquals(0, kill.waitFor());
  }

  @Override
  public void close() {
    if (asleep) {
      process.destroyForcibly(); // It would not hear that it is to end.
    }
    process.destroy();
    await().atMost(Duration.ofSeconds(60)).until(() -> !process.isAlive());
  }

  private void awaitReady() {
    Calls calls = new Calls();
    await()
        .atMost(PATIENCE)
        .ignoreExceptions() // It does not listen yet.
        .until(() -> ended() || calls.get(operators.resolve("/readyz")).status() == 200);
    assertTrue(process.isAlive(), this::log);
  }

  private boolean ended() {
    return !process.isAlive();
  }

  private String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
