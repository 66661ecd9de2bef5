package dev.headgate.quickstart;

import dev.headgate.gateway.config.EventSettings.Dpop;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Upstream;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole sale in this process: stores, payment processor, shop, gateway and one event. All methods
 * block.
 */
final class Demo implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Demo.class);
  private static final long STOP_SECONDS = 3;
  private static final long STORES_SECONDS = 4;
  private static final long START_SECONDS = 60;

  private final DemoPlan plan;
  private final DemoAddresses addresses;
  private final OperatorAccess access = OperatorAccess.random();
  private final DemoFolder folder;
  private final CompletableFuture<Stores> stores = new CompletableFuture<>();
  private final List<Programs.Running> running = new ArrayList<>();
  private Instant onSaleAt = Instant.EPOCH;
  private URI payments = URI.create("");
  private boolean closed;

  private Demo(DemoPlan plan) {
    this.plan = plan;
    this.addresses = DemoAddresses.reserve(plan);
    this.folder = DemoFolder.create();
  }

  /**
   * Starts everything and returns when the addresses answer and the event exists.
   *
   * @param starting is told of the demo before it is complete, so that an early Ctrl-C finds it
   * @throws DemoException when something is in the way
   */
  static Demo start(
      DemoPlan plan, Programs programs, InstantSource clock, Consumer<Demo> starting) {
    Demo demo = new Demo(plan);
    starting.accept(demo);
    try {
      demo.run(programs, clock);
      return demo;
    } catch (RuntimeException e) {
      demo.close();
      throw e;
    }
  }

  DemoAddresses addresses() {
    return addresses;
  }

  /** A secret. */
  String operatorToken() {
    return access.token();
  }

  /** The folder of the keys, which ends with the demo. */
  Path keys() {
    return folder.keys();
  }

  /** When the sale starts; of no meaning where no event was made. */
  Instant onSaleAt() {
    return onSaleAt;
  }

  /** The simulated payment processor's origin. */
  URI payments() {
    return payments;
  }

  /** Redis and PostgreSQL, for tests that break them. */
  Stores stores() {
    return stores.join();
  }

  /**
   * Ends everything, those who use something before what they use, within ten seconds; also a demo
   * that is still starting.
   */
  @Override
  public void close() {
    if (!firstClose()) {
      return;
    }
    stopPrograms();
    stopStores();
    folder.close();
  }

  private void run(Programs programs, InstantSource clock) {
    startPrograms(programs);
    DemoHttp http = new DemoHttp();
    http.awaitAnswer(addresses.operators().resolve("/readyz"));
    http.awaitAnswer(addresses.fans().resolve("/.well-known/jwks.json"));
    http.awaitAnswer(addresses.shop().resolve("/events"));
    Duration onSaleIn = plan.onSaleIn();
    if (onSaleIn != null) {
      onSaleAt = clock.instant().plus(onSaleIn);
      http.createEvent(addresses.event(), access, settings());
    }
  }

  private void startPrograms(Programs programs) {
    Stores started = startStores();
    // The gateway first: the shop asks it for its keys.
    keep(started("the gateway", programs.startGateway(gatewayConfig(started))));
    PaymentSecrets secrets = PaymentSecrets.random();
    Programs.Running processor =
        started("the payment processor", programs.startProcessor(secrets, addresses.webhooks()));
    keep(processor);
    payments = DemoAddresses.loopback(processor.port());
    Programs.Payment payment = new Programs.Payment(payments, secrets);
    keep(started("the shop", programs.startShop(shopPlan(started, payment))));
  }

  private Stores startStores() {
    try {
      Stores started = Stores.start(plan.servers());
      if (!stores.complete(started)) {
        started.close();
        throw new DemoException("stopped while starting");
      }
      return started;
    } catch (RuntimeException e) {
      stores.completeExceptionally(e);
      throw e;
    }
  }

  /** Stores that are still starting are waited for, or left to end themselves once they have. */
  private void stopStores() {
    try {
      stores.get(STORES_SECONDS, TimeUnit.SECONDS).close();
    } catch (TimeoutException e) {
      if (!stores.cancel(false)) {
        stores.join().close(); // ready in this very moment
      }
    } catch (ExecutionException e) {
      LOG.debug("no stores to stop: {}", reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void keep(Programs.Running program) {
    running.add(program);
    if (closed) {
      stopPrograms();
      throw new DemoException("stopped while starting");
    }
  }

  private synchronized boolean firstClose() {
    boolean first = !closed;
    closed = true;
    return first;
  }

  private synchronized void stopPrograms() {
    List<Future<Void>> stopping = running.stream().map(Programs.Running::stop).toList();
    running.clear();
    try {
      Object unused = Future.join(stopping).await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      LOG.warn("not everything stopped in order: {}", reason(e));
    }
  }

  private Programs.ShopPlan shopPlan(Stores running, Programs.Payment payment) {
    return new Programs.ShopPlan(
        plan.event(),
        title(plan.event()),
        plan.seats(),
        plan.preset(),
        LoopbackPort.HOST,
        addresses.shop().getPort(),
        addresses.shopInternal(),
        running.postgres(),
        addresses.fans(),
        folder.shopKeys(),
        payment);
  }

  private GatewayConfig gatewayConfig(Stores running) {
    return new GatewayConfig(
        addresses.fans(),
        LoopbackPort.HOST,
        addresses.fans().getPort(),
        LoopbackPort.HOST,
        addresses.operators().getPort(),
        List.of(access.configured()),
        running.redis(),
        folder.keys(),
        true,
        folder.state(),
        Map.of("shop", new Upstream(addresses.shopUpstream(), addresses.shopLoad())),
        GatewayConfig.shopRoutes("shop"),
        List.of(),
        List.of(),
        10L << 20,
        0,
        Map.of());
  }

  private JsonObject settings() {
    JsonObject dials =
        new JsonObject()
            .put("newUsersPerMinute", plan.dials().newUsersPerMinute())
            .put("totalActiveUsers", plan.dials().totalActiveUsers());
    if (plan.dials().throttled()) {
      dials.put("throttle", "auto");
    }
    return new JsonObject()
        .put("title", title(plan.event()))
        .put("start", onSaleAt.truncatedTo(ChronoUnit.MILLIS).toString())
        .put("dials", dials)
        .put("dpop", (plan.dpop() ? Dpop.REQUIRED : Dpop.OFF).json())
        .put("resume", "/events/" + plan.event() + "/seats");
  }

  private static String title(String event) {
    return Character.toUpperCase(event.charAt(0)) + event.substring(1).replace('-', ' ');
  }

  private static <T> T started(String what, Future<T> starting) {
    try {
      return starting.await(START_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new DemoException(what + " does not start: " + reason(e), e);
    }
  }

  private static String reason(Throwable e) {
    Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
    return cause instanceof BindException ? "a port is already in use" : String.valueOf(cause);
  }
}
