package dev.headgate.gateway.wire;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.Gateway;
import dev.headgate.gateway.config.GatewayConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two gateways at one Redis and with one set of keys, each with a folder of state of its own. */
final class GatewayPair implements AutoCloseable {
  private final EmbeddedRedis redis = EmbeddedRedis.start();
  private final Path folder;
  private final String events;
  private final List<Gateway> gateways = new ArrayList<>();

  /**
   * Starts both.
   *
   * @param folder where their files are
   * @param events what stands below {@code events:} in the configuration, not indented
   */
  GatewayPair(Path folder, String events) throws IOException {
    this.folder = folder;
    this.events = events;
    for (int i = 0; i < 2; i++) {
      gateways.add(another(i));
    }
  }

  /** One more at the same Redis, whom the caller stops. */
  Gateway another(int number) throws IOException {
    Path file = folder.resolve("gateway-" + number + ".yaml");
    Files.writeString(file, config(number));
    return Site.await(Gateway.start(GatewayConfig.load(file, Map.of())));
  }

  private String config(int number) {
    return """
        publicOrigin: "%s"
        host: 127.0.0.1
        port: 0
        operatorPort: 0
        redis: "%s"
        keys: keys
        state: state-%d
        createMissingKeys: true
        eventLoops: 2
        operatorTokens: [{name: ann, role: admin, sha256: %s}]
        upstreams: {shop: {url: "http://127.0.0.1:1"}}
        events:
        """
            .formatted(Site.ORIGIN, redis.uri(), number, Mint.OPERATOR_SHA256)
        + events.indent(2);
  }

  int port(int gateway) {
    return gateways.get(gateway % 2).port();
  }

  int operatorPort(int gateway) {
    return gateways.get(gateway % 2).operatorPort();
  }

  @Override
  public void close() {
    gateways.forEach(gateway -> gateway.stop().await());
    redis.close();
  }
}
