package dev.headgate.quickstart;

import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.Future;
import java.net.URI;
import java.nio.file.Path;

/** The two programs of a sale, as the demo starts them. */
interface Programs {
  /** A program that answers. */
  interface Running {
    int port();

    Future<Void> stop();
  }

  /**
   * What the demo says to the shop; the rest is at the shop's defaults.
   *
   * @param event the one event it sells
   * @param title the event's, as fans read it
   * @param seats how many seats that has, in a generated venue
   * @param host the address it listens on
   * @param port for customers
   * @param internalPort for the gateway's questions and for metrics
   * @param postgres its database; holds a secret
   * @param gateway the public origin of the gateway: the issuer of admissions
   * @param sessionKey the file of the key that signs customers' sessions, made where missing
   */
  record ShopPlan(
      String event,
      String title,
      int seats,
      String host,
      int port,
      int internalPort,
      URI postgres,
      URI gateway,
      Path sessionKey) {
    URI jwks() {
      return gateway.resolve("/.well-known/jwks.json");
    }

    @Override
    public String toString() {
      return "ShopPlan[" + event + "]";
    }
  }

  Future<Running> startShop(ShopPlan plan);

  Future<Running> startGateway(GatewayConfig config);
}
