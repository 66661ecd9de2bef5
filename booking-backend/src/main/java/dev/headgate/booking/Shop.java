package dev.headgate.booking;

import dev.headgate.booking.account.Accounts;
import dev.headgate.booking.account.Address;
import dev.headgate.booking.account.BuyerRules;
import dev.headgate.booking.account.Codes;
import dev.headgate.booking.account.OrderKeys;
import dev.headgate.booking.account.ShopSessions;
import dev.headgate.booking.admission.AdmissionCheck;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.hold.Holds;
import dev.headgate.booking.hold.Inventory;
import dev.headgate.booking.hold.Prices;
import dev.headgate.booking.hold.Sweeper;
import dev.headgate.booking.http.ShopHttp;
import dev.headgate.booking.map.SeatMaps;
import dev.headgate.booking.notice.Notices;
import dev.headgate.booking.order.Orders;
import dev.headgate.booking.payment.PaymentProcessor;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Schema;
import dev.headgate.booking.telemetry.ShopMetrics;
import dev.headgate.booking.telemetry.StoreFigures;
import dev.headgate.booking.ticket.Tickets;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A running booking backend. */
public final class Shop {
  private static final String PROCESS = "booking-" + ProcessHandle.current().pid();
  private static final long TICK_MILLIS = 1_000;
  private static final long FIGURES_MILLIS = 15_000;
  private static final long RECOUNT_MILLIS = 60_000;

  private final Vertx vertx;
  private final AdmissionCheck admissions;
  private final Database database;
  private final ShopHttp.@Nullable Counter counter;
  private final Notices notices;
  private int port;
  private int internalPort;

  private Shop(
      Vertx vertx,
      AdmissionCheck admissions,
      Database database,
      ShopHttp.@Nullable Counter counter,
      Notices notices) {
    this.vertx = vertx;
    this.admissions = admissions;
    this.database = database;
    this.counter = counter;
    this.notices = notices;
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

  /** What was made on a worker, because it waits for the disk. */
  private record KeyRing(ShopSessions sessions, Codes codes, OrderKeys orders, Tickets tickets) {
    static KeyRing of(ShopConfig config) {
      return new KeyRing(
          ShopSessions.signedWith(config.session()),
          Codes.under(config.session()),
          OrderKeys.under(config.session()),
          Tickets.signedWith(config.tickets()));
    }
  }

  private static Future<Shop> open(Vertx vertx, ShopConfig config, KeyRing keys) {
    InstantSource clock = InstantSource.system();
    ShopMetrics metrics = new ShopMetrics();
    Database database = Database.open(vertx, config.store());
    AdmissionCheck admissions = AdmissionCheck.ofGateway(vertx, config.admission(), clock);
    Holds holds =
        Holds.inPostgres(
            vertx,
            database,
            new Holds.Settings(
                config.holds().retryBudget(), PROCESS, SaleRules.seating(config.events())));
    List<String> events = config.events().stream().map(EventSettings::id).toList();
    SeatMaps maps = SeatMaps.projected(vertx, database, events, config.holds().mapMaxAge());
    ShopHttp.Counter counter = counter(vertx, config, keys, database, maps);
    ShopHttp.Services services =
        new ShopHttp.Services(
            admissions,
            keys.sessions(),
            Accounts.inPostgres(database, keys.codes(), config.accounts()),
            BuyerRules.of(config.events(), config.accounts()),
            holds,
            maps,
            counter,
            database,
            metrics,
            clock,
            config.session().secure(),
            till(config));
    showPool(metrics, database);
    Sweeper sweeper =
        new Sweeper(
            holds,
            swept -> {
              metrics.swept(swept.holds());
              maps.changed();
            });
    SaleRules rules =
        new SaleRules(
            new Inventory(database, PROCESS),
            new Prices(database, SaleRules.pricing(config.events()), PROCESS),
            maps);
    Notices notices = notices(vertx, config, keys, database, counter, metrics);
    Shop shop = new Shop(vertx, admissions, database, counter, notices);
    return shop.listen(config.listen(), services)
        .onSuccess(
            listening -> {
              every(vertx, config.holds().sweepEvery(), sweeper::tick);
              every(vertx, SaleRules.EVERY, rules::tick);
              every(vertx, config.notices().sendEvery(), notices::tick);
              if (config.payment() != null && counter != null) {
                every(vertx, config.payment().reconcileEvery(), counter.orders()::tick);
              }
            })
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

  private static void every(Vertx vertx, Duration period, Supplier<Future<Void>> tick) {
    vertx.setPeriodic(period.toMillis(), due -> tick.get().onFailure(logged -> {}));
  }

  /** A processor is a test where its key says so. */
  private static ShopHttp.Till till(ShopConfig config) {
    ShopConfig.Payment payment = config.payment();
    ShopHttp.Cards cards = ShopHttp.Cards.NONE;
    if (payment != null) {
      boolean test = payment.secretKey().startsWith("sk_test_");
      cards = test ? ShopHttp.Cards.TEST : ShopHttp.Cards.REAL;
    }
    return new ShopHttp.Till(
        cards,
        config.events().stream()
            .collect(Collectors.toMap(EventSettings::id, event -> event.sales().currency())));
  }

  /** What selling takes; null where nobody takes money. */
  private static ShopHttp.@Nullable Counter counter(
      Vertx vertx, ShopConfig config, KeyRing keys, Database database, SeatMaps maps) {
    ShopConfig.Payment payment = config.payment();
    if (payment == null) {
      return null;
    }
    PaymentProcessor processor = PaymentProcessor.stripe(vertx, payment);
    Orders.Settings settings =
        new Orders.Settings(
            payment,
            config.holds().retryBudget(),
            PROCESS,
            order -> returnUrl(config, keys, order),
            event -> changed(maps, event));
    Orders orders = Orders.inPostgres(vertx, database, processor, settings);
    return new ShopHttp.Counter(vertx, orders, processor, keys.tickets(), keys.orders());
  }

  private static Notices notices(
      Vertx vertx,
      ShopConfig config,
      KeyRing keys,
      Database database,
      ShopHttp.@Nullable Counter counter,
      ShopMetrics metrics) {
    Notices.Sources sources =
        new Notices.Sources(
            order ->
                counter == null
                    ? Future.succeededFuture(Optional.empty())
                    : counter.orders().find(order),
            keys.tickets(),
            order -> config.notices().publicOrigin().resolve(keys.orders().path(order)),
            keys.codes()::open,
            config.accounts().codeLifetime(),
            metrics::messageTried);
    Notices notices = Notices.sending(vertx, database, sources, config.notices());
    for (String channel : List.of(Notices.EMAIL, Notices.SMS)) {
      metrics.showMessages(channel, () -> notices.backlog(channel).oldestSeconds());
    }
    return notices;
  }

  private static String returnUrl(ShopConfig config, KeyRing keys, String order) {
    String path = "/orders/" + order + "/return?t=" + keys.orders().of(order);
    return config.notices().publicOrigin().resolve(path).toString();
  }

  /** An order of an event that this process no longer sells has no map. */
  private static void changed(SeatMaps maps, String event) {
    if (maps.knows(event)) {
      maps.changed(event);
    }
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
        .eventually(this::closeCounter)
        .eventually(notices::close)
        .eventually(database::close)
        .onComplete(closed -> vertx.close().onComplete(stopped));
    return stopped.future();
  }

  private Future<Void> closeCounter() {
    return counter == null ? Future.succeededFuture() : counter.processor().close();
  }
}
