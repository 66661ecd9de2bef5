package dev.headgate.booking;

import dev.headgate.booking.check.Invariants;
import dev.headgate.booking.check.Violation;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.store.Schema;
import dev.headgate.embedded.EmbeddedPostgres;
import io.vertx.core.Future;
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
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** A shop on a database of its own, with a stand-in for the gateway, and a client. */
final class TestShop implements AutoCloseable {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  /**
   * As defaulted, but who waited for a lock in vain tries it again: it may be the machine's doing.
   */
  private static final ShopConfig.Holds PATIENT =
      new ShopConfig.Holds(Duration.ofSeconds(20), Duration.ofSeconds(2), Duration.ofSeconds(5));

  static {
    // By default every wait takes a tenth of a second, also for what is so already.
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
  }

  /** One server for every test of this JVM; it ends with it. */
  private static final class Server {
    static final EmbeddedPostgres POSTGRES = EmbeddedPostgres.start();

    // Every table, and nothing in them: to copy it is faster than to make them again.
    private static final String TABLES = "shop_tables";

    static {
      URI unused = POSTGRES.createDatabase(TABLES);
      Schema.prepare(ShopConfig.Store.at(POSTGRES.uri(TABLES).toString()), List.of());
    }

    static void create(String database) {
      URI admin = POSTGRES.uri();
      String[] account = admin.getUserInfo().split(":", 2);
      String url = "jdbc:postgresql://127.0.0.1:" + admin.getPort() + admin.getPath();
      try (Connection connection = DriverManager.getConnection(url, account[0], account[1]);
          Statement statement = connection.createStatement()) {
        boolean unused = statement.execute("CREATE DATABASE " + database + " TEMPLATE " + TABLES);
      } catch (SQLException failed) {
        throw new IllegalStateException(failed);
      }
    }
  }

  final StandInGateway gateway = new StandInGateway();
  final URI database;
  final String role;
  final ShopConfig config;
  final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(20))
          .build();
  private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();
  private Shop shop;

  private TestShop(
      EmbeddedPostgres server, List<EventSettings> events, UnaryOperator<ShopConfig> change) {
    int number = DATABASES.incrementAndGet();
    if (server == Server.POSTGRES) {
      Server.create("shop" + number);
    } else {
      URI unused = server.createDatabase("shop" + number);
    }
    // As the superuser, who may make roles and read everybody's statistics.
    this.database = server.uri("shop" + number);
    this.role = "shop_role_" + number;
    URI uri = database;
    String own = "postgresql://" + role + ":secret" + number + "@127.0.0.1:" + uri.getPort();
    ShopConfig.Store store =
        patient(ShopConfig.Store.at(own + uri.getPath()).migratedAs(uri.toString()));
    this.config =
        change.apply(
            ShopConfig.of(
                    store, ShopConfig.Admission.of(gateway.jwks(), StandInGateway.ISSUER), events)
                .withListen(ShopConfig.Listen.onLoopback(0, 0))
                .withHolds(PATIENT)
                .withTickets(new ShopConfig.Tickets(keyFile()))
                .withSession(ShopConfig.Session.keptIn(keyFile()))
                .withAccounts(unhurried()));
    this.shop = await(Shop.start(config));
    awaitKeys();
  }

  /** As given, but a machine that stands still for a while is waited for. */
  private static ShopConfig.Store patient(ShopConfig.Store or) {
    return new ShopConfig.Store(
        or.uri(),
        or.migrationUri(),
        or.connections(),
        or.readConnections(),
        or.maxWaiting(),
        Duration.ofSeconds(45),
        or.preparedStatements());
  }

  /** As defaulted, but a customer may race against themselves as often as a test likes. */
  private static ShopConfig.Accounts unhurried() {
    ShopConfig.Accounts or = ShopConfig.Accounts.defaults();
    return new ShopConfig.Accounts(or.codeLifetime(), or.codeTries(), or.codesAnHour(), 1_000_000);
  }

  /** Sweeps nothing and sends nothing by itself, so that rows stay as a test writes them. */
  static ShopConfig quiet(ShopConfig config) {
    ShopConfig.Notices or = config.notices();
    return config
        .withHolds(
            new ShopConfig.Holds(
                config.holds().retryBudget(), config.holds().mapMaxAge(), Duration.ofHours(1)))
        .withNotices(
            new ShopConfig.Notices(
                or.publicOrigin(), or.mail(), Duration.ofHours(1), or.giveUpAfter(), false));
  }

  private static Path keyFile() {
    try {
      return Files.createTempDirectory("shop-keys").resolve("session.key");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static TestShop with(EventSettings... events) {
    return new TestShop(Server.POSTGRES, List.of(events), config -> config);
  }

  /** On a server that the test may stop and break. */
  static TestShop on(EmbeddedPostgres server, EventSettings event) {
    return new TestShop(server, List.of(event), config -> config);
  }

  static TestShop with(List<EventSettings> events, UnaryOperator<ShopConfig> change) {
    return new TestShop(Server.POSTGRES, events, change);
  }

  static TestShop with(EventSettings event, UnaryOperator<ShopConfig> change) {
    return new TestShop(Server.POSTGRES, List.of(event), change);
  }

  static TestShop with(UnaryOperator<ShopConfig> change, EventSettings... events) {
    return new TestShop(Server.POSTGRES, List.of(events), change);
  }

  private void awaitKeys() {
    Awaitility.await().until(() -> internal("/readyz").statusCode() == 200);
  }

  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  URI at(String path) {
    return URI.create("http://127.0.0.1:" + shop.port() + path);
  }

  int port() {
    return shop.port();
  }

  String token(String event, String subject) {
    return gateway.token(event, subject);
  }

  HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(at(path))
        .timeout(Duration.ofSeconds(60))
        .header("Headgate-Admission", token);
  }

  CompletableFuture<HttpResponse<String>> holdLater(String event, String token, String... seats) {
    String body = new JsonObject().put("seats", new JsonArray(List.of(seats))).encode();
    return client.sendAsync(
        request("/events/" + event + "/holds", token).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  HttpResponse<String> hold(String event, String token, String... seats) {
    return holdLater(event, token, seats).join();
  }

  HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  HttpResponse<String> get(String path, String token) {
    return send(request(path, token).GET().build());
  }

  HttpResponse<String> release(String holdId, String token) {
    return send(request("/holds/" + holdId, token).DELETE().build());
  }

  HttpResponse<String> internal(String path) {
    return send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + shop.internalPort() + path))
            .build());
  }

  static JsonObject json(HttpResponse<String> response) {
    return new JsonObject(response.body());
  }

  static String code(HttpResponse<String> response) {
    String type = json(response).getString("type", "urn:headgate:problem:none");
    return type.substring("urn:headgate:problem:".length());
  }

  /** As the owner of the schema, beside the shop. */
  Connection connect() {
    try {
      String[] account = database.getUserInfo().split(":", 2);
      return DriverManager.getConnection(
          "jdbc:postgresql://127.0.0.1:" + database.getPort() + database.getPath(),
          account[0],
          account[1]);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @FunctionalInterface
  private interface Use<T> {
    T of(Statement statement) throws SQLException;
  }

  /** On a connection that was used before, where there is one: to make one takes longer. */
  private <T> T using(String sql, Use<T> use) {
    try {
      Connection connection = idle();
      try (Statement statement = connection.createStatement()) {
        T result = use.of(statement);
        idle.add(connection);
        return result;
      } catch (SQLException failed) {
        connection.close();
        throw failed;
      }
    } catch (SQLException failed) {
      throw new IllegalStateException(sql, failed);
    }
  }

  private Connection idle() throws SQLException {
    for (Connection next = idle.poll(); next != null; next = idle.poll()) {
      if (next.isValid(5)) {
        return next;
      }
      next.close();
    }
    return connect();
  }

  long number(String query) {
    return using(
        query,
        statement -> {
          try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getLong(1) : 0L;
          }
        });
  }

  String text(String query) {
    return using(
        query,
        statement -> {
          try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "none";
          }
        });
  }

  /**
   * How many statements requests made the shop run, but for those it runs by itself now and then.
   */
  long statements() {
    return number(
        "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s JOIN pg_roles r"
            + " ON r.oid = s.userid WHERE r.rolname = '"
            + role
            + "' AND query !~* '^(begin|commit|rollback|set)\\M'"
            + " AND query !~ 'WITH due AS|seat_block|price_factor|sweep_lag_seconds|outbox'"
            + " AND query !~ 'WITH seats AS MATERIALIZED'");
  }

  /** Settings of the session that this changes stay changed for the next one. */
  void execute(String sql) {
    boolean unused = using(sql, statement -> statement.execute(sql));
  }

  /** Seats that two live holds name, or that name another hold than the one that claims them. */
  long brokenSeats() {
    return number(
        """
        WITH live AS (
          SELECT h.event_id, h.hold_id, unnest(h.seat_ids) AS seat_id FROM hold h
           WHERE h.status IN ('paying', 'converted')
              OR (h.status = 'active' AND h.deadline > clock_timestamp())
        )
        SELECT (SELECT count(*) FROM (SELECT 1 FROM live GROUP BY event_id, seat_id
                                      HAVING count(*) > 1) twice)
             + (SELECT count(*) FROM live l LEFT JOIN event_seat s
                  ON s.event_id = l.event_id AND s.seat_id = l.seat_id
                 WHERE s.hold_id IS DISTINCT FROM l.hold_id)
        """);
  }

  /** What must never be, and is. */
  List<Violation> violations() {
    try (Connection connection = connect()) {
      return Invariants.check(connection);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  void restart() {
    await(shop.stop());
    shop = await(Shop.start(config));
    awaitKeys();
  }

  @Override
  public void close() {
    await(shop.stop());
    gateway.close();
    for (Connection connection : idle) {
      try {
        connection.close();
      } catch (SQLException gone) {
        throw new IllegalStateException(gone);
      }
    }
  }
}
