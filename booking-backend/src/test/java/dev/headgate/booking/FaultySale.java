package dev.headgate.booking;

import dev.headgate.embedded.EmbeddedPostgres;
import dev.headgate.payment.simulator.Fault;
import dev.headgate.payment.simulator.Faults;
import dev.headgate.payment.simulator.Ledger;
import dev.headgate.payment.simulator.Simulator;
import dev.headgate.payment.simulator.SimulatorSettings;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** Two shop processes, a database and a processor, all of which fail on request. */
final class FaultySale implements AutoCloseable {
  private static final String EVENT = "derby";
  private static final int SEATS_A_ROW = 50;

  /** How often each way to pay is used, in a hundred. */
  private static final Map<String, Integer> METHODS = methods();

  private final long seed;
  private final Path folder;
  private final EmbeddedPostgres postgres = EmbeddedPostgres.start();
  private final StandInGateway gateway = new StandInGateway();
  private final Vertx vertx = Vertx.vertx();
  private final Simulator simulator;
  private final List<ShopProcess> shops = new ArrayList<>();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final URI database;
  private final AtomicInteger kills = new AtomicInteger();
  private final AtomicInteger restarts = new AtomicInteger();
  private final AtomicInteger retries = new AtomicInteger();

  FaultySale(long seed, int purchases) {
    this.seed = seed;
    this.database = postgres.createDatabase("shop");
    try {
      this.folder = Files.createTempDirectory("faulty-sale");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    this.simulator =
        TestShop.await(
            Simulator.start(
                vertx,
                SimulatorSettings.defaults()
                    .with(SimulatorSettings.Times.allOf(Duration.ofMillis(700)))));
    simulator.faults(faults());
    for (int i = 0; i < 2; i++) {
      shops.add(process(i, purchases));
    }
    shops.forEach(ShopProcess::launch);
    shops.forEach(ShopProcess::awaitReady);
    simulator.webhooksTo(shops.get(0).at("/webhooks/payments"));
  }

  private Faults faults() {
    return Faults.seeded(seed)
        .with(Fault.DELAY, 30)
        .with(Fault.DROP_ANSWER, 40)
        .with(Fault.ERROR_BEFORE, 30)
        .with(Fault.ERROR_AFTER, 30)
        .with(Fault.ERROR_REMEMBERED, 5)
        .with(Fault.BUSY, 30)
        .with(Fault.LOSE_WEBHOOK, 100)
        .with(Fault.DUPLICATE_WEBHOOK, 100)
        .with(Fault.DELAY_WEBHOOK, 100)
        .with(Fault.REORDER_WEBHOOK, 100)
        .delaying(Duration.ofMillis(300), Duration.ofMillis(800));
  }

  private static Map<String, Integer> methods() {
    Map<String, Integer> methods = new LinkedHashMap<>();
    methods.put("pm_card_visa", 55);
    methods.put("pm_card_visa_chargeDeclined", 8);
    methods.put("pm_sim_slow", 5);
    methods.put("pm_sim_lostResponse", 10);
    methods.put("pm_sim_duplicateWebhook", 5);
    methods.put("pm_sim_webhookFirst", 4);
    methods.put("pm_sim_noWebhook", 4);
    methods.put("pm_sim_reorderedWebhooks", 4);
    methods.put("pm_sim_cancelSilently", 2);
    methods.put("pm_sim_lateSuccess", 2);
    methods.put("pm_sim_neverSettles", 1);
    return methods;
  }

  private ShopProcess process(int number, int purchases) {
    int port = FreePort.next();
    int internal = FreePort.next();
    int seats = Math.max(2_000, purchases * 2 + SEATS_A_ROW);
    String yaml =
        """
        listen: {port: %d, internalPort: %d}
        store: {uri: "%s", connections: 8}
        admission: {jwks: "%s", issuer: "%s"}
        session: {keyFile: session.key}
        holds: {sweepEvery: PT1S}
        payment:
          apiBase: "%s"
          secretKey: sk_test_simulator
          webhookSecrets: [whsec_simulator]
          callTimeout: PT1S
          investigate: PT6S
          reconcileEvery: PT0.2S
          firstCheck: PT1.5S
        tickets: {keyFile: tickets.key}
        accounts: {requestsAMinute: 1000}
        events:
          - id: %s
            title: Derby
            generatedSeats: %d
            limits: {hold: PT10M, seatsPerHold: 8, ticketsPerCustomer: 8}
        """
            .formatted(
                port,
                internal,
                database,
                gateway.jwks(),
                StandInGateway.ISSUER,
                simulator.apiBase(),
                EVENT,
                seats);
    try {
      Path file = Files.writeString(folder.resolve("shop" + number + ".yaml"), yaml);
      return new ShopProcess(file, port, internal);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** How a purchase ended for the fan. */
  record Purchase(String orderId, String method, String status) {}

  /** One fan buys one or two seats that nobody else wants, and does not give up. */
  Purchase buy(int number) {
    Random random = new Random(seed * 31 + number);
    String token = gateway.token(EVENT, "fan" + number);
    JsonArray seats = new JsonArray();
    int row = number * 2 / SEATS_A_ROW;
    for (int i = 0; i <= random.nextInt(2); i++) {
      seats.add(label(row) + "-" + (number * 2 % SEATS_A_ROW + i + 1));
    }
    String holdId = held(number, token, seats);
    if (holdId.isEmpty()) {
      return new Purchase("", "", "not held");
    }
    String method = method(random);
    JsonObject order = checkout(holdId, token, number, method);
    return new Purchase(order.getString("orderId", ""), method, settled(order, random));
  }

  private static String label(int row) {
    return dev.headgate.booking.seat.SeatName.label(row);
  }

  private static String method(Random random) {
    int at = random.nextInt(METHODS.values().stream().mapToInt(Integer::intValue).sum());
    for (Map.Entry<String, Integer> each : METHODS.entrySet()) {
      at -= each.getValue();
      if (at < 0) {
        return each.getKey();
      }
    }
    throw new IllegalStateException();
  }

  /** A hold whose answer was lost is found among one's own. */
  private String held(int number, String token, JsonArray seats) {
    String path = "/events/" + EVENT + "/holds";
    JsonObject answer =
        persist(
            () ->
                request(number + retries.get(), path, token)
                    .POST(BodyPublishers.ofString(new JsonObject().put("seats", seats).encode())),
            201,
            409);
    if (answer.containsKey("holdId")) {
      return answer.getString("holdId");
    }
    JsonArray own = persist(() -> request(number, path, token).GET(), 200).getJsonArray("holds");
    return own.isEmpty() ? "" : own.getJsonObject(0).getString("holdId");
  }

  private JsonObject checkout(String holdId, String token, int number, String method) {
    String body =
        new JsonObject().put("paymentMethod", method).put("email", "a@b.example").encode();
    // Asked at either shop, whichever answers: the key makes it one request.
    return persist(
        () ->
            request(number + retries.get(), "/holds/" + holdId + "/checkout", token)
                .header("Idempotency-Key", "buy-" + number)
                .POST(BodyPublishers.ofString(body)),
        200,
        201,
        410);
  }

  private String settled(JsonObject made, Random random) {
    String url = made.getString("orderUrl");
    if (url == null) {
      return "no order";
    }
    long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (System.nanoTime() < until) {
      JsonObject order = persist(() -> request(random.nextInt(2), url, "").GET(), 200);
      String status = order.getString("status");
      if (!status.equals("pending_payment")) {
        return status;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    return "pending_payment";
  }

  private HttpRequest.Builder request(int shop, String path, String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(shops.get(Math.floorMod(shop, shops.size())).at(path))
            .timeout(Duration.ofSeconds(15));
    return token.isEmpty() ? request : request.header("Headgate-Admission", token);
  }

  private interface Asking {
    HttpRequest.Builder request();
  }

  /** Tries again until one of these statuses comes. */
  private JsonObject persist(Asking asking, int... wanted) {
    long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    String last = "";
    while (System.nanoTime() < until) {
      try {
        HttpResponse<String> answer =
            client.send(asking.request().build(), BodyHandlers.ofString());
        for (int status : wanted) {
          if (answer.statusCode() == status) {
            return new JsonObject(answer.body());
          }
        }
        last = answer.statusCode() + " " + answer.body();
      } catch (IOException broken) {
        last = broken.toString();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(stopped);
      }
      retries.incrementAndGet();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    throw new IllegalStateException("no answer in five minutes: " + last);
  }

  void killAndRestart(int shop) {
    kills.incrementAndGet();
    ShopProcess victim = shops.get(shop);
    victim.kill();
    simulator.webhooksTo(shops.get(1 - shop).at("/webhooks/payments"));
    victim.launch();
    victim.awaitReady();
  }

  void restartDatabase() {
    restarts.incrementAndGet();
    postgres.restart();
  }

  void noMoreFaults() {
    simulator.faults(Faults.none());
  }

  /** Nothing waits any more: no payment, no refund, no notice. */
  void awaitSettled() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(250))
        .until(
            () ->
                number(
                        """
                        SELECT (SELECT count(*) FROM shop_order
                                 WHERE status IN ('pending_payment', 'refund_due'))
                             + (SELECT count(*) FROM refund WHERE status = 'due')
                             + (SELECT count(*) FROM payment WHERE next_check_at IS NOT NULL)
                             + (SELECT count(*) FROM webhook_inbox WHERE processed_at IS NULL)
                        """)
                    == 0);
  }

  long number(String query) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getLong(1) : 0;
    } catch (SQLException failed) {
      throw new IllegalStateException(query, failed);
    }
  }

  private Connection connect() throws SQLException {
    String[] account = database.getUserInfo().split(":", 2);
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + database.getPort() + database.getPath(),
        account[0],
        account[1]);
  }

  long confirmed() {
    return number("SELECT count(*) FROM shop_order WHERE status = 'confirmed'");
  }

  long messagesMissing() {
    return number(
        """
        SELECT count(*) FROM shop_order o
         WHERE NOT EXISTS (SELECT FROM outbox m WHERE m.subject_id = o.order_id
                   AND m.kind = CASE o.status WHEN 'confirmed' THEN 'tickets'
                                              WHEN 'failed' THEN 'payment_failed'
                                              ELSE 'refund_due' END)
        """);
  }

  /** Rows that contradict each other, as the shop's own check finds them. */
  List<String> violations() {
    try (Connection connection = connect()) {
      return dev.headgate.booking.check.Invariants.check(connection).stream()
          .map(Object::toString)
          .toList();
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /**
   * The processor's own ledger against the orders: what each fan paid in the end, and how often.
   */
  List<String> moneyInTheWrongPlace() {
    Ledger ledger = simulator.ledger();
    List<String> wrong = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT order_id, status, amount_cents FROM shop_order")) {
      while (rows.next()) {
        String order = rows.getString(1);
        long due = rows.getString(2).equals("confirmed") ? rows.getLong(3) : 0;
        long kept = ledger.chargedCents(order) - ledger.refundedCents(order);
        if (kept != due || ledger.chargesOf(order) > 1) {
          wrong.add(
              "%s %s: kept %d of %d, %d charges"
                  .formatted(order, rows.getString(2), kept, due, ledger.chargesOf(order)));
        }
      }
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
    return wrong;
  }

  void report(List<Purchase> purchases) {
    Map<String, Integer> ends = new TreeMap<>();
    purchases.forEach(each -> ends.merge(each.method() + " " + each.status(), 1, Integer::sum));
    System.out.printf(
        "faulty purchases: seed %d, %d kills, %d database restarts, %d tries again, %s%n",
        seed, kills.get(), restarts.get(), retries.get(), ends);
  }

  @Override
  public void close() {
    shops.forEach(ShopProcess::close);
    TestShop.await(simulator.close());
    TestShop.await(vertx.close());
    gateway.close();
    postgres.close();
  }
}
