package dev.headgate.quickstart;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.Future;
import java.net.URI;
import java.nio.file.Path;

/** The three programs of a sale, as the demo starts them. */
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
   * @param preset what a customer may hold and buy
   * @param host the address it listens on
   * @param port for customers
   * @param internalPort for the gateway's questions and for metrics
   * @param postgres its database; holds a secret
   * @param gateway the public origin of the gateway: the issuer of admissions
   * @param keys the files of its keys, made where missing
   * @param payment who takes the money
   */
  record ShopPlan(
      String event,
      String title,
      int seats,
      EventSettings.Preset preset,
      String host,
      int port,
      int internalPort,
      URI postgres,
      URI gateway,
      ShopKeys keys,
      Payment payment) {
    URI jwks() {
      return gateway.resolve("/.well-known/jwks.json");
    }

    @Override
    public String toString() {
      return "ShopPlan[" + event + "]";
    }
  }

  /** The files of the keys that sign customers' sessions and tickets. */
  record ShopKeys(Path session, Path tickets) {}

  /** A payment processor, as the shop knows it. */
  record Payment(URI apiBase, PaymentSecrets secrets) {}

  /**
   * Starts a simulated payment processor on a free port of this machine.
   *
   * @param webhooks where it says what became of payments
   */
  Future<Running> startProcessor(PaymentSecrets secrets, URI webhooks);

  Future<Running> startShop(ShopPlan plan);

  Future<Running> startGateway(GatewayConfig config);
}
