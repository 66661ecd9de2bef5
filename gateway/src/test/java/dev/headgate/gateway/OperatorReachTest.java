package dev.headgate.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.GatewayConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorReachTest {
  @TempDir private Path folder = Path.of(".");

  private boolean warns(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("gateway.yaml"), yaml);
    return OperatorReach.warning(GatewayConfig.load(file, Map.of())).isPresent();
  }

  @Test
  void operatorsAreOnLoopbackUnlessSomebodySaysOtherwise() throws IOException {
    assertEquals("127.0.0.1", GatewayConfig.defaults(folder).operatorHost());
    for (String loopback : List.of("127.0.0.1", "127.8.8.8", "localhost", "\"::1\"")) {
      assertEquals(false, warns("operatorHost: " + loopback), loopback);
    }
  }

  @Test
  void whereTokensGoOverANetworkInTheClearItIsSaidAloud() throws IOException {
    for (String open : List.of("0.0.0.0", "\"::\"", "192.0.2.1", "ops.example", "127.0.0.1.nip")) {
      assertTrue(warns("operatorHost: " + open), open);
      assertTrue(warns("operatorHost: " + open + "\noperatorOrigin: http://ops.example"), open);
    }
    assertEquals(false, warns("operatorHost: 0.0.0.0\noperatorOrigin: https://ops.example"));
  }
}
