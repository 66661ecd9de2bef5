package dev.headgate.booking;

import dev.headgate.booking.account.Address;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.http.ShopHttp;
import dev.headgate.booking.store.Schema;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

/** A running booking backend. */
public final class Shop {
  private final Vertx vertx;
  private final ShopParts parts;
  private int port;
  private int internalPort;

  private Shop(Vertx vertx, ShopParts parts) {
    this.vertx = vertx;
    this.parts = parts;
  }

  /**
   * Migrates the database, imports the events and listens. It does not wait for the gateway: until
   * its keys are known, requests that need an admission get 503.
   *
   * @return the shop once it answers, or a failure with nothing left running
   */
  public static Future<Shop> start(ShopConfig config) {
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(config.listen().eventLoops()));
    Promise<Shop> started = Promise.promise();
    vertx
        .executeBlocking(
            () -> {
              Schema.prepare(config.store(), config.events());
              Address.loadPlans();
              return KeyRing.of(config);
            })
        .compose(keys -> open(vertx, config, keys))
        .onSuccess(started::complete)
        // Not composed: the futures of a closed Vert.x no longer complete.
        .onFailure(failure -> vertx.close().onComplete(closed -> started.fail(failure)));
    return started.future();
  }

  private static Future<Shop> open(Vertx vertx, ShopConfig config, KeyRing keys) {
    Shop shop = new Shop(vertx, ShopParts.open(vertx, config, keys));
    return shop.listen(config.listen())
        .onSuccess(listening -> shop.parts.startTicks())
        .map(listening -> shop);
  }

  private Future<Void> listen(ShopConfig.Listen listen) {
    ShopHttp.Services services = parts.services();
    int wanted = listen.port() == 0 ? BookingVerticle.FREE_AND_SHARED : listen.port();
    BookingVerticle fans = new BookingVerticle(listen.host(), wanted, ShopHttp.forFans(services));
    BookingVerticle internal =
        new BookingVerticle(
            listen.internalHost(), listen.internalPort(), ShopHttp.internal(services));
    DeploymentOptions everyLoop = new DeploymentOptions().setInstances(listen.eventLoops());
    return vertx
        .deployVerticle(fans::onOneLoop, everyLoop)
        .compose(deployed -> vertx.deployVerticle(internal::onOneLoop, new DeploymentOptions()))
        .onSuccess(
            deployed -> {
              port = fans.port();
              internalPort = internal.port();
            })
        .mapEmpty();
  }

  /** The port that fans, or the gateway for them, reach. */
  public int port() {
    return port;
  }

  /** The port of health, metrics and load. */
  public int internalPort() {
    return internalPort;
  }

  /** Stops listening and ends every connection. */
  public Future<Void> stop() {
    Promise<Void> stopped = Promise.promise();
    parts.close().onComplete(closed -> vertx.close().onComplete(stopped));
    return stopped.future();
  }
}
