package dev.headgate.quickstart;

import dev.headgate.booking.Shop;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.gateway.Gateway;
import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.Future;
import java.util.List;

/** Shop and gateway in this very process, as their own commands start them. */
final class InProcessPrograms implements Programs {
  private static final int SHOP_EVENT_LOOPS = 2;

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
            List.of(EventSettings.generated(plan.event(), plan.title(), plan.seats())))
        .withListen(listen)
        .withSession(ShopConfig.Session.keptIn(plan.sessionKey()));
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
