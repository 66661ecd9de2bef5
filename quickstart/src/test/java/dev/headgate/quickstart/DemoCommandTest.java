package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class DemoCommandTest {
  private final StringWriter errors = new StringWriter();
  private final StringWriter output = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "frobnicate",
        "demo --frobnicate",
        "demo --fans many",
        "demo --fans -1",
        "demo --fans 20001",
        "demo --fans 10 --dpop",
        "demo --fans 10 --no-event",
        "demo --rate many",
        "demo --rate -1",
        "demo --preset wild",
        "demo --active -1",
        "demo --seats 0",
        "demo --on-sale-in -1",
        "demo --event Not-An-Id",
        "demo --port 70000",
        "demo --port 9000 --shop-port 9000",
        "demo --redis localhost",
        "demo --postgres mysql://127.0.0.1/shop",
        "demo surplus"
      })
  void whatIsNoUsageEndsWithTwo(String arguments) {
    assertEquals(2, run(arguments));
    assertTrue(errors.toString().contains("Usage:"), errors.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "demo --help"})
  void helpEndsWithZero(String arguments) {
    assertEquals(0, run(arguments));
    assertTrue(output.toString().contains("Usage:"));
  }

  /** The defaults of the demo, as its help names them. */
  @ParameterizedTest
  @CsvSource({
    "on-sale-in, 60",
    "event, derby",
    "seats, 40000",
    "preset, general",
    "rate, 600",
    "active, 5000",
    "fans, 0",
    "port, 8080",
    "operator-port, 8090",
    "shop-port, 8081"
  })
  void eachOptionHasItsDefault(String option, String value) {
    DemoCommand command = new DemoCommand(() -> new FakePrograms(201), InstantSource.system());
    CommandSpec demo = CommandSpec.forAnnotatedObject(command);
    assertEquals(value, demo.findOption("--" + option).defaultValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"port", "operator-port", "shop-port"})
  void aTakenPortIsOneLineAndEndsWithOne(String option) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    try (ServerSocket taken = new ServerSocket(0, 1, loopback)) {
      List<String> ports = new ArrayList<>(List.of("port", "operator-port", "shop-port"));
      ports.remove(option);
      String free = " --" + ports.get(0) + " 0 --" + ports.get(1) + " 0";
      int port = taken.getLocalPort();
      assertEquals(1, run("demo --" + option + " " + port + free));
      assertEquals(
          "headgate: port " + port + " is already in use (choose another with --" + option + ")",
          errors.toString().strip());
    }
  }

  @ParameterizedTest
  @CsvSource({"redis, redis://:secret@127.0.0.1:", "postgres, postgresql://me:secret@127.0.0.1:"})
  void aServerThatIsNotThereIsOneLineAndEndsWithOne(String option, String address)
      throws IOException {
    // Bound, so that nobody else comes to listen there, and not listened at.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
      int port = bound.getLocalPort();
      String ports = " --port 0 --operator-port 0 --shop-port 0";
      assertEquals(1, run("demo --" + option + " " + address + port + "/0" + ports));
      assertEquals(
          "headgate: nothing answers at 127.0.0.1:" + port + " (see --" + option + ")",
          errors.toString().strip());
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalEndsAllOfIt(String signal, int exitCode) throws Exception {
    Process demo = start();
    BufferedReader reader = demo.inputReader(StandardCharsets.UTF_8);
    List<String> printed = readUntil(reader, "Ctrl-C ends everything.");
    assertTrue(printed.stream().anyMatch(line -> line.matches("operator token: \\S{22,}")));
    assertTrue(printed.stream().anyMatch(line -> line.matches("\\s+queue page\\s+http://.*")));
    List<ProcessHandle> family = demo.descendants().toList();
    assertTrue(family.size() >= 2, "Redis and PostgreSQL");
    Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + demo.pid()).start();
    assertEquals(0, kill.waitFor());
    assertTrue(demo.waitFor(60, TimeUnit.SECONDS));
    assertEquals(exitCode, demo.exitValue());
    await().atMost(Duration.ofSeconds(60)).until(() -> family.stream().allMatch(this::gone));
  }

  private int run(String arguments) {
    String[] words = arguments.isEmpty() ? new String[0] : arguments.split(" ", -1);
    return commandLine().execute(words);
  }

  private CommandLine commandLine() {
    FakePrograms programs = new FakePrograms(201);
    return Main.commandLine(() -> programs, InstantSource.system())
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true));
  }

  private static Process start() throws IOException {
    List<String> command = new ArrayList<>();
    if (System.getProperty("os.name").startsWith("Linux")) {
      // A build in the background of a script ignores INT, and so would its children.
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    command.addAll(JavaProgram.command(DemoProgram.class, "demo", "--port", "0"));
    command.addAll(List.of("--operator-port", "0", "--shop-port", "0"));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static List<String> readUntil(BufferedReader reader, String last) throws IOException {
    List<String> printed = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      printed.add(line);
      if (line.equals(last)) {
        return printed;
      }
    }
    throw new AssertionError("ended early: " + printed);
  }

  /** An orphan that nobody has collected yet has ended, too. */
  private boolean gone(ProcessHandle process) {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      return !process.isAlive() || Files.readString(stat).contains(") Z ");
    } catch (IOException e) {
      return !process.isAlive();
    }
  }
}
