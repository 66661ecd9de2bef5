package dev.headgate.quickstart;

import dev.headgate.booking.Shop;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.Future;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * The demo's programs, with a shop that looks into a payment for seconds instead of minutes before
 * it has it cancelled, and that gives a hold more time.
 */
final class ImpatientShop implements Programs {
  private static final Duration SOON = Duration.ofMillis(500);

  private final Programs demo = new InProcessPrograms();

  @Override
  public Future<Running> startProcessor(PaymentSecrets secrets, URI webhooks) {
    return demo.startProcessor(secrets, webhooks);
  }

  @Override
  public Future<Running> startGateway(GatewayConfig config) {
    return demo.startGateway(config);
  }

  @Override
  public Future<Running> startShop(ShopPlan plan) {
    return Shop.start(config(plan)).map(Started::new);
  }

  private static ShopConfig config(ShopPlan plan) {
    Limits limits = plan.preset().limits().extendedBy(Duration.ofMinutes(5));
    EventSettings event =
        EventSettings.generated(plan.event(), plan.title(), plan.seats()).withLimits(limits);
    Payment processor = plan.payment();
    return ShopConfig.of(
            ShopConfig.Store.at(plan.postgres().toString()),
            ShopConfig.Admission.of(plan.jwks(), plan.gateway().toString()),
            List.of(event))
        .withListen(
            new ShopConfig.Listen(plan.host(), plan.port(), plan.host(), plan.internalPort(), 1))
        .withSession(ShopConfig.Session.keptIn(plan.keys().session()))
        .withTickets(new ShopConfig.Tickets(plan.keys().tickets()))
        .withNotices(ShopConfig.Notices.by(plan.gateway(), null).loggingCodes())
        .withPayment(
            new ShopConfig.Payment(
                processor.apiBase(),
                processor.secrets().apiKey(),
                List.of(processor.secrets().webhook()),
                Duration.ofSeconds(10),
                4,
                Duration.ofSeconds(8),
                SOON,
                // A slow machine must not take its own request for one that died.
                Duration.ofSeconds(5)));
  }

  private record Started(Shop shop) implements Running {
    @Override
    public int port() {
      return shop.port();
    }

    @Override
    public Future<Void> stop() {
      return shop.stop();
    }
  }
}
