package dev.headgate.booking;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A shop in a process of its own, which can be killed. */
final class ShopProcess implements AutoCloseable {
  private final Path config;
  private final Path log;
  private final int port;
  private final int internalPort;
  private final HttpClient client = HttpClient.newHttpClient();
  private @Nullable Process process;

  ShopProcess(Path config, int port, int internalPort) {
    this.config = config;
    this.log = config.resolveSibling(config.getFileName() + ".log");
    this.port = port;
    this.internalPort = internalPort;
  }

  URI at(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  /** Starts it and returns at once. */
  synchronized void launch() {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.headgate.booking.Main",
            "--config",
            config.toString());
    File output = log.toFile();
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output))
              .start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  void awaitReady() {
    Awaitility.await().atMost(Duration.ofSeconds(90)).until(this::isReady);
  }

  private boolean isReady() {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + internalPort + "/readyz"))
              .timeout(Duration.ofSeconds(5))
              .build();
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** As {@code kill -9} does. */
  synchronized void kill() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
  }

  String log() {
    try {
      return Files.readString(log);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
