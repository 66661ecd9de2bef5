package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real demo as a person starts it: a process of its own, known by what it prints. */
final class DemoProcess implements AutoCloseable {
  private static final String LAST_LINE = "Ctrl-C ends everything.";

  private final Process process;
  private final Path log;
  private final String printed;
  private final List<ProcessHandle> family;

  private DemoProcess(Process process, Path log) throws IOException {
    this.process = process;
    this.log = log;
    this.printed = readUntilUp();
    this.family = process.descendants().toList();
  }

  /**
   * Starts it on free ports and returns when it is up.
   *
   * @param options of the command {@code demo}, such as {@code --rate}, {@code 1200}
   */
  static DemoProcess start(String... options) {
    try {
      Path log = File.createTempFile("demo-", ".log", new File("target")).toPath();
      Process process = new ProcessBuilder(command(options)).redirectError(log.toFile()).start();
      // Whoever stops the tests half-way shall find no demo left.
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
      return new DemoProcess(process, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The gateway's origin. */
  URI fans() {
    return origin("queue page");
  }

  /** The operator API's origin. */
  URI operators() {
    return origin("operator API");
  }

  /** The shop's origin, beside the gateway. */
  URI shop() {
    return origin("shop");
  }

  /** The simulated payment processor's origin. */
  URI payments() {
    return origin("payments");
  }

  String operatorToken() {
    return find("(?m)^operator token: (\\S+)$");
  }

  /** Everything it printed on standard output while it started. */
  String printed() {
    return printed;
  }

  long pid() {
    return process.pid();
  }

  /** What it wrote on standard error so far, for the message of a failure. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it as Ctrl-C does, and checks that it ends in time, well, and with all its children. */
  @Override
  public void close() {
    try {
      if (process.isAlive()) {
        interrupt();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "ended after Ctrl-C: " + log());
      }
      assertTrue(List.of(0, 130).contains(process.exitValue()), "exit: " + process.exitValue());
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> family.stream().allMatch(DemoProcess::gone));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      family.forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private void interrupt() throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("sh", "-c", "kill -INT " + process.pid()).start();
    assertEquals(0, kill.waitFor());
  }

  private URI origin(String what) {
    return URI.create(find("(?m)^ +" + what + " +(http://[^/ ]+)"));
  }

  private String find(String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(printed);
    assertTrue(found.find(), () -> pattern + " in " + printed);
    return found.group(1);
  }

  private String readUntilUp() throws IOException {
    // Not closed: the demo would find its standard output gone.
    BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      lines.add(line);
      if (line.equals(LAST_LINE)) {
        return String.join("\n", lines);
      }
    }
    throw new AssertionError("ended early: " + lines + log());
  }

  /** An orphan that nobody has collected yet has ended, too. */
  private static boolean gone(ProcessHandle process) {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      return !process.isAlive() || Files.readString(stat).contains(") Z ");
    } catch (IOException e) {
      return !process.isAlive();
    }
  }

  private static List<String> command(String... options) {
    List<String> command = new ArrayList<>();
    if (System.getProperty("os.name").startsWith("Linux")) {
      // A build in the background of a script ignores INT, and so would its children.
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    command.addAll(JavaProgram.command(Main.class, "demo", "--port", FreePort.next() + ""));
    command.addAll(List.of("--operator-port", FreePort.next() + ""));
    command.addAll(List.of("--shop-port", FreePort.nextOfTwo() + ""));
    command.addAll(List.of(options));
    return command;
  }
}
