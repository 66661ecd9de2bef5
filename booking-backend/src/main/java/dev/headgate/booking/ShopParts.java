package dev.headgate.booking;

import dev.headgate.booking.account.Accounts;
import dev.headgate.booking.account.BuyerRules;
import dev.headgate.booking.admission.AdmissionCheck;
import dev.headgate.booking.admission.Proofs;
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
import dev.headgate.booking.telemetry.ShopMetrics;
import dev.headgate.booking.telemetry.StoreFigures;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every part of one shop, opened and joined to the others, and the timers that move them. */
final class ShopParts {
  private static final String PROCESS = "booking-" + ProcessHandle.current().pid();
  private static final Duration MAPS_EVERY = Duration.ofSeconds(1);
  private static final Duration FIGURES_EVERY = Duration.ofSeconds(15);
  private static final Duration RECOUNT_EVERY = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final ShopConfig config;
  private final KeyRing keys;
  private final InstantSource clock = InstantSource.system();
  private final ShopMetrics metrics = new ShopMetrics();
  private final Database database;
  private final AdmissionCheck admissions;
  private final Holds holds;
  private final SeatMaps maps;
  private final ShopHttp.@Nullable Counter counter;
  private final Notices notices;

  private ShopParts(Vertx vertx, ShopConfig config, KeyRing keys) {
    this.vertx = vertx;
    this.config = config;
    this.keys = keys;
    this.database = Database.open(vertx, config.store());
    this.admissions = AdmissionCheck.ofGateway(vertx, config.admission(), clock);
    var seating = SaleRules.seating(config.events());
    this.holds =
        Holds.inPostgres(
            vertx, database, new Holds.Settings(config.holds().retryBudget(), PROCESS, seating));
    List<String> events = config.events().stream().map(EventSettings::id).toList();
    this.maps = SeatMaps.projected(vertx, database, events, config.holds().mapMaxAge());
    this.counter = counter(vertx, config, keys, new Seats(database, maps));
    this.notices = Notices.sending(vertx, database, sources(), config.notices());
  }

  /** Nothing of it moves by itself before {@link #startTicks}. */
  static ShopParts open(Vertx vertx, ShopConfig config, KeyRing keys) {
    ShopParts parts = new ShopParts(vertx, config, keys);
    parts.showPool();
    parts.showMessages();
    return parts;
  }

  /** What the listeners need. */
  ShopHttp.Services services() {
    return new ShopHttp.Services(
        admissions,
        Proofs.of(vertx, config.admission(), clock),
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
  }

  /** Starts what is done now and then; each of them does nothing while it is still at it. */
  void startTicks() {
    Sweeper sweeper =
        new Sweeper(
            holds,
            swept -> {
              metrics.swept(swept.holds());
              maps.changed();
            });
    Prices prices = new Prices(database, SaleRules.pricing(config.events()), PROCESS);
    SaleRules rules = new SaleRules(new Inventory(database, PROCESS), prices, maps);
    every(config.holds().sweepEvery(), sweeper::tick);
    every(SaleRules.EVERY, rules::tick);
    every(config.notices().sendEvery(), notices::tick);
    if (config.payment() != null && counter != null) {
      every(config.payment().reconcileEvery(), counter.orders()::tick);
    }
    watch();
  }

  private void watch() {
    StoreFigures figures = metrics.figuresOf(database);
    vertx.setPeriodic(0, FIGURES_EVERY.toMillis(), due -> figures.tick().onFailure(e -> {}));
    metrics.show("headgate_seat_streams", "open", maps, SeatMaps::listeners);
    metrics.recounted(0, 0);
    every(MAPS_EVERY, maps::tick);
    every(
        RECOUNT_EVERY,
        () ->
            maps.recount()
                .onSuccess(found -> metrics.recounted(found.equal(), found.different()))
                .mapEmpty());
  }

  private void every(Duration period, Supplier<Future<Void>> tick) {
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
            .collect(Collectors.toMap(EventSettings::id, event -> event.sales().currency())),
        config.events().stream()
            .collect(Collectors.toMap(EventSettings::id, event -> event.sales().zone())));
  }

  /** The rows of seats, and the maps that are drawn of them. */
  private record Seats(Database database, SeatMaps maps) {
    /** An order of an event that this process no longer sells has no map. */
    void changed(String event) {
      if (maps.knows(event)) {
        maps.changed(event);
      }
    }
  }

  /** What selling takes; null where nobody takes money. */
  private static ShopHttp.@Nullable Counter counter(
      Vertx vertx, ShopConfig config, KeyRing keys, Seats seats) {
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
            order -> config.notices().publicOrigin().resolve(keys.returnPath(order)).toString(),
            seats::changed);
    Orders orders = Orders.inPostgres(vertx, seats.database(), processor, settings);
    return new ShopHttp.Counter(vertx, orders, processor, keys.tickets(), keys.orders());
  }

  private Notices.Sources sources() {
    ShopHttp.Counter open = counter;
    return new Notices.Sources(
        order ->
            open == null ? Future.succeededFuture(Optional.empty()) : open.orders().find(order),
        keys.tickets(),
        order -> config.notices().publicOrigin().resolve(keys.orders().path(order)),
        keys.codes()::open,
        config.accounts().codeLifetime(),
        metrics::messageTried);
  }

  private void showMessages() {
    for (String channel : List.of(Notices.EMAIL, Notices.SMS)) {
      metrics.showMessages(channel, () -> notices.backlog(channel).oldestSeconds());
    }
  }

  private void showPool() {
    metrics.show("headgate_pool_connections", "in-use", database, d -> d.load().inUse());
    metrics.show("headgate_pool_connections", "max", database, d -> d.load().max());
    metrics.show("headgate_pool_connections", "waiting", database, d -> d.load().waiting());
  }

  /** Ends every connection, whatever fails meanwhile. */
  Future<Void> close() {
    return admissions
        .close()
        .eventually(() -> counter == null ? Future.succeededFuture() : counter.processor().close())
        .eventually(notices::close)
        .eventually(database::close);
  }
}
