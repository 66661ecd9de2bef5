package dev.headgate.booking;

import dev.headgate.booking.account.ShopSessions;
import dev.headgate.booking.admission.AdmissionCheck;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.hold.Holds;
import dev.headgate.booking.hold.Sweeper;
import dev.headgate.booking.http.ShopHttp;
import dev.headgate.booking.map.SeatMaps;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Schema;
import dev.headgate.booking.telemetry.ShopMetrics;
import dev.headgate.booking.telemetry.StoreFigures;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.InstantSource;
import java.util.List;

/** A running booking backend. */
public final class Shop {
  private static final long TICK_MILLIS = 1_000;
  private static final long FIGURES_MILLIS = 15_000;
  private static final long RECOUNT_MILLIS = 60_000;

  private final Vertx vertx;
  private final AdmissionCheck admissions;
  private final Database database;
  private int port;
  private int internalPort;

  private Shop(Vertx vertx, AdmissionCheck admissions, Database database) {
    this.vertx = vertx;
    this.admissions = admissions;
    this.database = database;
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
              return ShopSessions.signedWith(config.session());
            })
        .compose(sessions -> open(vertx, config, sessions))
        .onSuccess(started::complete)
        // Not composed: the futures of a closed Vert.x no longer complete.
        .onFailure(failure -> vertx.close().onComplete(closed -> started.fail(failure)));
    return started.future();
  }

  private static Future<Shop> open(Vertx vertx, ShopConfig config, ShopSessions sessions) {
    InstantSource clock = InstantSource.system();
    ShopMetrics metrics = new ShopMetrics();
    Database database = Database.open(vertx, config.store());
    AdmissionCheck admissions = AdmissionCheck.ofGateway(vertx, config.admission(), clock);
    Holds holds =
        Holds.inPostgres(
            vertx,
            database,
            config.holds().retryBudget(),
            "booking-" + ProcessHandle.current().pid());
    List<String> events = config.events().stream().map(EventSettings::id).toList();
    SeatMaps maps = SeatMaps.projected(vertx, database, events, config.holds().mapMaxAge());
    ShopHttp.Services services =
        new ShopHttp.Services(
            admissions, sessions, holds, maps, database, metrics, clock, config.session().secure());
    showPool(metrics, database);
    Sweeper sweeper =
        new Sweeper(
            holds,
            swept -> {
              metrics.swept(swept.holds());
              maps.changed();
            });
    Shop shop = new Shop(vertx, admissions, database);
    return shop.listen(config.listen(), services)
        .onSuccess(
            listening ->
                vertx.setPeriodic(
                    config.holds().sweepEvery().toMillis(),
                    due -> sweeper.tick().onFailure(e -> {})))
        .onSuccess(listening -> watch(vertx, maps, metrics, database))
        .map(listening -> shop);
  }

  private static void watch(Vertx vertx, SeatMaps maps, ShopMetrics metrics, Database database) {
    StoreFigures figures = metrics.figuresOf(database);
    vertx.setPeriodic(0, FIGURES_MILLIS, due -> figures.tick().onFailure(e -> {}));
    metrics.show("headgate_seat_streams", "open", maps, SeatMaps::listeners);
    metrics.recounted(0, 0);
    vertx.setPeriodic(TICK_MILLIS, due -> maps.tick().onFailure(e -> {}));
    vertx.setPeriodic(
        RECOUNT_MILLIS,
        due ->
            maps.recount()
                .onSuccess(found -> metrics.recounted(found.equal(), found.different()))
                .onFailure(e -> {}));
  }

  private static void showPool(ShopMetrics metrics, Database database) {
    metrics.show("headgate_pool_connections", "in-use", database, d -> d.load().inUse());
    metrics.show("headgate_pool_connections", "max", database, d -> d.load().max());
    metrics.show("headgate_pool_connections", "waiting", database, d -> d.load().waiting());
  }

  private Future<Void> listen(ShopConfig.Listen listen, ShopHttp.Services services) {
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
    admissions
        .close()
        .eventually(database::close)
        .onComplete(closed -> vertx.close().onComplete(stopped));
    return stopped.future();
  }
}
