package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Upstream;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UpstreamsTest {

  @Test
  void anAddressThatCannotBeForwardedToIsRefusedAtTheStart() {
    Vertx vertx = Vertx.vertx();
    try {
      for (String address :
          List.of(
              "ftp://shop",
              "http:///x",
              "http://shop/base",
              "http://u:secret@shop",
              "http://shop?x",
              "shop:80")) {
        IllegalArgumentException refused =
            assertThrows(IllegalArgumentException.class, () -> open(vertx, "shop", address));
        assertTrue(String.valueOf(refused.getMessage()).contains("upstream shop"), refused + "");
        assertTrue(!String.valueOf(refused.getMessage()).contains("secret"), refused + "");
      }
      // A route to an upstream that is not configured.
      assertThrows(IllegalArgumentException.class, () -> open(vertx, "other", "http://shop"));
      open(vertx, "shop", "http://127.0.0.1:8081/");
      open(vertx, "shop", "https://shop.example");
    } finally {
      vertx.close().await();
    }
  }

  private static void open(Vertx vertx, String name, String address) {
    GatewayConfig plain = Scene.config(List.of(), Map.of("shop", 1));
    GatewayConfig config =
        new GatewayConfig(
            plain.publicOrigin(),
            plain.host(),
            0,
            plain.operatorHost(),
            0,
            List.of(),
            plain.redis(),
            plain.keys(),
            false,
            plain.state(),
            Map.of(name, Upstream.at(URI.create(address))),
            plain.routes(),
            List.of(),
            List.of(),
            1,
            1,
            Map.of());
    assertNotNull(new Upstreams(vertx, config).client());
  }
}
