package dev.headgate.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.Bypass;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BypassCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path file = Path.of("gateway.yaml");

  @BeforeEach
  void write() throws IOException {
    file = configuration("createMissingKeys: true\n");
  }

  @Test
  void thePassIsTheOneLineThatIsPrintedAndOpensWhatItSays() {
    assertEquals(0, run("--name", "staff", "--for", "PT8H", "--event", "derby"));
    String pass = out.toString().strip();
    assertEquals(1, out.toString().lines().count());
    assertFalse(err.toString().contains(pass), "it may be shown on a screen, and logged");
    assertTrue(err.toString().startsWith("Good for derby until "), err + "");
    Passes passes =
        Passes.open(
            List.of(new Bypass("staff", folder.resolve("staff.key"))),
            false,
            new SimpleMeterRegistry());
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Headgate-Bypass", pass);
    long now = Instant.now().getEpochSecond();
    assertTrue(passes.letThrough(headers, "derby", now));
    assertTrue(passes.letThrough(headers, "derby", now + 8 * 3_600 - 600));
    assertFalse(passes.letThrough(headers, "derby", now + 8 * 3_600 + 600));
    assertFalse(passes.letThrough(headers, "cup", now));
  }

  @Test
  void withoutAnEventItIsForAll() {
    assertEquals(0, run("--name", "staff", "--for", "P30D"));
    assertTrue(out.toString().startsWith("hgb1.staff.*."), out + "");
  }

  @Test
  void wrongUsageIsNamedAndPrintsNoPass() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.yaml"), "port: x\n");
    for (List<String> wrong :
        List.of(
            List.of("--for", "PT8H"),
            List.of("--name", "staff"),
            List.of("--name", "boss", "--for", "PT8H"),
            List.of("--name", "staff", "--for", "8 hours"),
            List.of("--name", "staff", "--for", "PT0S"),
            List.of("--name", "staff", "--for", "-PT8H"),
            List.of("--name", "staff", "--for", "P31D"),
            List.of("--name", "staff", "--for", "PT8H", "--event", "Derby"),
            List.of("--name", "staff", "--for", "PT8H", "--event", "*"),
            List.of("--name", "staff", "--for", "PT8H", "--config", broken.toString()))) {
      assertEquals(2, run(wrong.toArray(String[]::new)), wrong + "");
      assertEquals("", out.toString(), wrong + "");
      assertFalse(err.toString().isBlank(), wrong + "");
    }
  }

  @Test
  void aKeyThatIsMissingIsMadeOnlyWhereTheConfigurationSaysSo() throws IOException {
    file = configuration("");
    assertEquals(1, run("--name", "staff", "--for", "PT8H"));
    assertTrue(err.toString().contains("staff.key: missing"), err + "");
    assertEquals("", out.toString());
    assertFalse(Files.exists(folder.resolve("staff.key")));
  }

  private Path configuration(String more) throws IOException {
    return Files.writeString(
        folder.resolve("gateway.yaml"), more + "bypasses: [{name: staff, key: staff.key}]\n");
  }

  private int run(String... options) {
    List<String> arguments = new ArrayList<>(List.of("bypass"));
    if (!List.of(options).contains("--config")) {
      arguments.addAll(List.of("--config", file.toString()));
    }
    arguments.addAll(List.of(options));
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new CommandLine(new Main())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments.toArray(String[]::new));
  }
}
