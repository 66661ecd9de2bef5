package dev.headgate.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.InvalidConfigException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThemesAtStartTest {
  @Test
  void aThemeThatCannotBeUsedStopsTheStartBeforeAnythingIsMade(@TempDir Path folder) {
    String yaml =
        """
        port: 0
        operatorPort: 0
        createMissingKeys: true
        pages:
          themes:
            hall:
              template: none.html
        """;
    Path file = folder.resolve("gateway.yaml");
    GatewayConfig config = GatewayConfig.parse(file, yaml.getBytes(StandardCharsets.UTF_8));
    InvalidConfigException refused =
        assertThrows(
            InvalidConfigException.class,
            () -> {
              Gateway never = Gateway.start(config).await(60, TimeUnit.SECONDS);
              throw new AssertionError("started: " + never);
            });
    assertEquals(
        List.of(
            "line 7: pages.themes.hall.template: "
                + folder.resolve("none.html")
                + " cannot be read (expected: a file)"),
        refused.problems());
    assertFalse(Files.exists(folder.resolve("keys")));
  }
}
