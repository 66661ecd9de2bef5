package dev.headgate.quickstart;

import dev.headgate.booking.Shop;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.gateway.Gateway;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.payment.simulator.Simulator;
import dev.headgate.payment.simulator.SimulatorSettings;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Shop, gateway and payment processor in this very process, as their own commands start them. */
final class InProcessPrograms implements Programs {
  private static final int SHOP_EVENT_LOOPS = 2;

  /** For who needs longer to pay, once a hold. */
  private static final Duration MORE_TIME = Duration.ofMinutes(2);

  @Override
  public Future<Running> startProcessor(PaymentSecrets secrets, URI webhooks) {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    SimulatorSettings settings =
        SimulatorSettings.defaults()
            .with(new SimulatorSettings.Secrets(secrets.apiKey(), secrets.webhook()))
            .withWebhooksTo(webhooks);
    Promise<Running> started = Promise.promise();
    Simulator.start(vertx, settings)
        .onSuccess(simulator -> started.complete(new RunningProcessor(vertx, simulator)))
        // Not composed: the futures of a closed Vert.x no longer complete.
        .onFailure(failure -> vertx.close().onComplete(closed -> started.fail(failure)));
    return started.future();
  }

  @Override
  public Future<Running> startShop(ShopPlan plan) {
    return Shop.start(config(plan)).map(RunningShop::new);
  }

  @Override
  public Future<Running> startGateway(GatewayConfig config) {
    return Gateway.start(config).map(RunningGateway::new);
  }

  private static ShopConfig config(ShopPlan plan) {
    ShopConfig.Listen listen =
        new ShopConfig.Listen(
            plan.host(), plan.port(), plan.host(), plan.internalPort(), SHOP_EVENT_LOOPS);
    return ShopConfig.of(
            ShopConfig.Store.at(plan.postgres().toString()),
            ShopConfig.Admission.of(plan.jwks(), plan.gateway().toString()),
            List.of(
                EventSettings.generated(plan.event(), plan.title(), plan.seats())
                    .withLimits(plan.preset().limits().extendedBy(MORE_TIME))))
        .withListen(listen)
        .withSession(ShopConfig.Session.keptIn(plan.keys().session()))
        .withTickets(new ShopConfig.Tickets(plan.keys().tickets()))
        .withPayment(payment(plan.payment()))
        .withNotices(ShopConfig.Notices.by(plan.gateway(), null).loggingCodes());
  }

  private static ShopConfig.Payment payment(Payment processor) {
    return ShopConfig.Payment.at(
        processor.apiBase(), processor.secrets().apiKey(), processor.secrets().webhook());
  }

  private record RunningProcessor(Vertx vertx, Simulator simulator) implements Running {
    @Override
    public int port() {
      return simulator.port();
    }

    @Override
    public Future<Void> stop() {
      Promise<Void> stopped = Promise.promise();
      simulator.close().onComplete(closed -> vertx.close().onComplete(stopped));
      return stopped.future();
    }
  }

  private record RunningShop(Shop shop) implements Running {
    @Override
    public int port() {
      return shop.port();
    }

    @Override
    public Future<Void> stop() {
      return shop.stop();
    }
  }

  private record RunningGateway(Gateway gateway) implements Running {
    @Override
    public int port() {
      return gateway.port();
    }

    @Override
    public Future<Void> stop() {
      return gateway.stop();
    }
  }
}
