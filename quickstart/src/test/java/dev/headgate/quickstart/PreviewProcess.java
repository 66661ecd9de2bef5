package dev.headgate.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.Main;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The preview as a designer starts it: a process of its own. */
final class PreviewProcess implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+)/");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final Path log;
  private final URI origin;

  private PreviewProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    await().atMost(PATIENCE).until(() -> !process.isAlive() || address().find());
    Matcher address = address();
    assertTrue(address.find(), this::said);
    this.origin = URI.create(address.group(1));
  }

  /** Starts it on a free port and returns when it listens. */
  static PreviewProcess start(Path folder, Path config, String... options) throws IOException {
    List<String> command =
        new ArrayList<>(
            JavaProgram.command(
                Main.class, "preview", "--config", config.toString(), "--port", "0"));
    command.addAll(List.of(options));
    Path log = folder.resolve("preview.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    // Whoever stops the tests half-way shall find none left.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new PreviewProcess(process, log);
  }

  URI origin() {
    return origin;
  }

  /** All that it has printed. */
  String said() {
    try {
      return Files.readString(log, UTF_8);
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  private Matcher address() {
    return ADDRESS.matcher(said());
  }

  @Override
  public void close() {
    process.destroy();
    await().atMost(Duration.ofSeconds(60)).until(() -> !process.isAlive());
  }
}
