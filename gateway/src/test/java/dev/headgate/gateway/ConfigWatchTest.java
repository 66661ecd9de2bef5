package dev.headgate.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.GatewayConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigWatchTest {
  @TempDir Path folder;
  private SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final List<Long> used = new ArrayList<>();
  private final LoggedLines log = new LoggedLines(ConfigWatch.class);
  private Path file = Path.of("gateway.yaml");
  private ConfigWatch watch = new ConfigWatch(file, new ReloadMeters(metrics));

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("gateway.yaml"), "maxBodyBytes: 1\n");
    metrics = new SimpleMeterRegistry();
    watch = new ConfigWatch(file, new ReloadMeters(metrics));
    look();
    look();
    assertEquals(List.of(1L), used);
  }

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void aChangeIsTakenOnceTwoLooksHaveSeenTheSame() throws IOException {
    Files.writeString(file, "maxBodyBytes: 2\n");
    look();
    assertEquals(List.of(1L), used, "it may be half written");
    Files.writeString(file, "maxBodyBytes: 23\n");
    look();
    assertEquals(List.of(1L), used);
    look();
    assertEquals(List.of(1L, 23L), used);
    look();
    look();
    assertEquals(List.of(1L, 23L), used, "once");
    assertEquals(1, gauge("success"));
    assertTrue(gauge("timestamp.seconds") > 1_700_000_000);
    assertEquals(List.of(), log.lines());
  }

  @Test
  void whatIsWrongIsSaidOnceAndTheOldConfigurationStays() throws IOException {
    Files.writeString(file, "port: 1\nmaxBodyBytes: none\n");
    for (int i = 0; i < 10; i++) {
      look();
    }
    assertEquals(List.of(1L), used);
    assertEquals(1, log.lines().size(), log.lines() + "");
    assertTrue(log.lines().get(0).contains("line 2: maxBodyBytes: none (expected:"));
    assertEquals(0, gauge("success"));

    Files.writeString(file, "\nmaxBodyBytes: none\nport: 1\n");
    look();
    assertEquals(1, log.lines().size());
    look();
    Files.writeString(file, "maxBodyBytes: none\n");
    look();
    look();
    assertTrue(log.lines().get(log.lines().size() - 1).contains("line 1: maxBodyBytes"));

    Files.writeString(file, "maxBodyBytes: 5\n");
    look();
    look();
    assertEquals(List.of(1L, 5L), used);
    assertEquals(1, gauge("success"));
  }

  @Test
  void aFileThatIsPutBackAsItWasIsInUseAgain() throws IOException {
    String before = Files.readString(file);
    Files.writeString(file, "maxBodyBytes: none\n");
    look();
    look();
    assertEquals(0, gauge("success"));
    Files.writeString(file, before);
    look();
    look();
    assertEquals(1, gauge("success"));
    assertEquals(List.of(1L), used);
    Files.writeString(file, "maxBodyBytes: none\n");
    look();
    look();
    assertEquals(0, gauge("success"), "and wrong again");
  }

  @Test
  void anEmptiedFileIsNotTakenForOneThatWantsEveryDefault() throws IOException {
    for (String empty : List.of("", "\n", "  \n\t\n")) {
      Files.writeString(file, empty);
      look();
      look();
      look();
    }
    assertEquals(List.of(1L), used);
    assertEquals(1, log.lines().size(), log.lines() + "");
    assertTrue(log.lines().get(0).contains("is empty"));
    assertEquals(0, gauge("success"));
  }

  @Test
  void aGatewayThatBeganWithAnEmptyFileHasNothingToComplainOf() throws IOException {
    Files.writeString(file, "");
    metrics = new SimpleMeterRegistry();
    watch = new ConfigWatch(file, new ReloadMeters(metrics));
    look();
    look();
    look();
    assertEquals(List.of(1L, 10_485_760L), used);
    assertEquals(List.of(), log.lines());
    assertEquals(1, gauge("success"));
  }

  @Test
  void whatIsNoTextIsAnErrorOfTheSameKind() throws IOException {
    Files.write(file, new byte[] {'#', (byte) 0xff, '\n'});
    look();
    look();
    assertEquals(List.of(1L), used);
    assertTrue(log.lines().get(0).contains("expected: a file of UTF-8 text"), log.lines() + "");
  }

  @Test
  void aFileThatIsGoneBeforeTheFirstLookMeansNoDefaults() throws IOException {
    Files.delete(file);
    watch = new ConfigWatch(file, new ReloadMeters(new SimpleMeterRegistry()));
    look();
    look();
    look();
    assertEquals(List.of(1L), used);
  }

  @Test
  void aFileThatIsGoneIsAnErrorUntilItComesBack() throws IOException {
    Files.delete(file);
    for (int i = 0; i < 5; i++) {
      look();
    }
    assertEquals(1, log.lines().size(), log.lines() + "");
    assertTrue(log.lines().get(0).contains("cannot be read"));
    Files.writeString(file, "maxBodyBytes: 7\n");
    look();
    look();
    assertEquals(List.of(1L, 7L), used);
  }

  @Test
  void whatCouldNotBeUsedIsTriedAgainAndComplainedOfOnce() throws IOException {
    Files.writeString(file, "maxBodyBytes: 8\n");
    for (int i = 0; i < 5; i++) {
      look(next -> Future.failedFuture(new IllegalStateException("staff.key: missing")));
    }
    assertEquals(1, log.lines().size(), log.lines() + "");
    assertTrue(log.lines().get(0).contains("staff.key: missing"));
    assertEquals(0, gauge("success"));
    look();
    assertEquals(List.of(1L, 8L), used);
    assertEquals(1, gauge("success"));
  }

  private void look() {
    look(
        next -> {
          used.add(next.maxBodyBytes());
          return Future.succeededFuture();
        });
  }

  private void look(Function<GatewayConfig, Future<Void>> reload) {
    Optional<GatewayConfig> next = watch.look();
    assertTrue(watch.apply(next, reload).isComplete());
  }

  private double gauge(String name) {
    return metrics.get("headgate.config.reload." + name).gauge().value();
  }
}
