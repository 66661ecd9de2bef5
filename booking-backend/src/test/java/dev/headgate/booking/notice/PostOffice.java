package dev.headgate.booking.notice;

import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.order.Order;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Schema;
import dev.headgate.booking.ticket.Tickets;
import dev.headgate.embedded.EmbeddedPostgres;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An empty outbox, orders to write about, and senders. */
final class PostOffice implements AutoCloseable {
  static final URI ORIGIN = URI.create("https://tickets.example");
  static final Pace QUICK =
      new Pace(
          4,
          Duration.ofSeconds(20),
          Duration.ofSeconds(60),
          Duration.ofMillis(20),
          Duration.ofMillis(100),
          3);

  /** One database for every test of this JVM; it ends with it. */
  private static final class Server {
    static final EmbeddedPostgres POSTGRES = EmbeddedPostgres.start();
    static final URI DATABASE;

    static {
      URI unused = POSTGRES.createDatabase("post");
      DATABASE = POSTGRES.uri("post");
      Schema.prepare(ShopConfig.Store.at(DATABASE.toString()), List.of());
    }
  }

  final Vertx vertx = Vertx.vertx();
  final Map<String, Order> orders = new ConcurrentHashMap<>();
  final Map<String, AtomicInteger> tally = new ConcurrentHashMap<>();
  final List<String> logged = new CopyOnWriteArrayList<>();
  final Tickets signed;
  Tickets tickets;
  private final List<Notices> senders = new ArrayList<>();
  private final List<Database> databases = new ArrayList<>();
  private final URI uri;

  /** For all but those that are to lose theirs. */
  final Database shared;

  PostOffice() {
    this.uri = Server.DATABASE;
    execute("TRUNCATE outbox");
    try {
      this.signed =
          Tickets.signedWith(
              new ShopConfig.Tickets(Files.createTempDirectory("keys").resolve("tickets.key")));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    this.tickets = signed;
    this.shared = database();
  }

  Database database() {
    Database database = Database.open(vertx, ShopConfig.Store.at(uri.toString()));
    databases.add(database);
    return database;
  }

  Notices.Sources sources() {
    return new Notices.Sources(
        orderId -> Future.succeededFuture(Optional.ofNullable(orders.get(orderId))),
        tickets,
        orderId -> URI.create(ORIGIN + "/orders/" + orderId + "?t=secret-key"),
        detail -> new StringBuilder(detail).reverse().toString(),
        Duration.ofMinutes(10),
        (channel, outcome) -> counter(channel, outcome).incrementAndGet());
  }

  AtomicInteger counter(String channel, String outcome) {
    return tally.computeIfAbsent(channel + " " + outcome, key -> new AtomicInteger());
  }

  static ShopConfig.Mail server(int port) {
    return new ShopConfig.Mail(
        "127.0.0.1", port, "Tickets <tickets@shop.example>", null, null, "disabled");
  }

  /** A sender through the mail server at this port. */
  Notices sender(int port) {
    return sender(shared, port, QUICK);
  }

  Notices sender(Database database, int port, Pace pace) {
    return sender(
        database,
        new SmtpMailer(vertx, server(port), "tickets.example"),
        pace,
        settings -> settings);
  }

  Notices sender(
      Database database, Mailer mailer, Pace pace, UnaryOperator<ShopConfig.Notices> change) {
    ShopConfig.Notices settings = change.apply(ShopConfig.Notices.by(ORIGIN, null));
    var ports =
        new OutboxSender.Ports(mailer, new LogTextMessages(settings.logCodes(), logged::add));
    Notices sender =
        new OutboxSender(
            vertx, new Outbox(vertx, database), ports, new Rules(sources(), settings, pace));
    senders.add(sender);
    return sender;
  }

  static <T> T done(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** An order of one seat, and a message about it. */
  String letter(String orderId, String kind, String recipient) {
    orders.putIfAbsent(orderId, order(orderId, "Derby", statusFor(kind)));
    insert(orderId, kind, "email", recipient, "");
    return orderId + "-" + kind + "-email";
  }

  private static String statusFor(String kind) {
    return switch (kind) {
      case "payment_failed" -> "failed";
      case "refund_due" -> "refund_due";
      case "refunded" -> "refunded";
      default -> "confirmed";
    };
  }

  static Order order(String orderId, String title, String status) {
    boolean confirmed = status.equals("confirmed");
    Instant at = Instant.parse("2026-11-30T10:15:30Z");
    return new Order(
        orderId,
        "hold",
        "derby",
        title,
        "Headgate Arena",
        "customer",
        status,
        "paid",
        4_500,
        "eur",
        List.of(new Order.Line("AA-12", "Section B", "premium", 4_500)),
        confirmed ? List.of(new Order.Ticket("ticket-of-" + orderId, "AA-12", at)) : List.of(),
        null,
        status.equals("failed") ? "insufficient_funds" : null,
        status.equals("refund_due") ? 4_500 : 0,
        status.equals("refunded") ? 4_500 : 0,
        Instant.parse("2026-12-24T19:00:00Z"),
        at,
        confirmed ? at : null,
        confirmed ? null : at,
        at);
  }

  void insert(String subject, String kind, String channel, String recipient, String detail) {
    execute(
        """
        INSERT INTO outbox (message_id, subject_id, kind, channel, recipient, detail, created_at,
                            next_try_at)
        VALUES (? || '-' || ? || '-' || ?, ?, ?, ?, ?, ?, clock_timestamp(), clock_timestamp())
        """,
        subject,
        kind,
        channel,
        subject,
        kind,
        channel,
        recipient,
        detail);
  }

  void execute(String sql, String... parameters) {
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      boolean unused = statement.execute();
    } catch (SQLException failed) {
      throw new IllegalStateException(sql, failed);
    }
  }

  /** How many messages are so. */
  int count(String condition) {
    return Integer.parseInt(
        String.valueOf(value("SELECT count(*) FROM outbox WHERE " + condition)));
  }

  @Nullable String value(String query) {
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(query);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() ? rows.getString(1) : null;
    } catch (SQLException failed) {
      throw new IllegalStateException(query, failed);
    }
  }

  private Connection connect() throws SQLException {
    String[] account = uri.getUserInfo().split(":", 2);
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + uri.getPort() + uri.getPath(), account[0], account[1]);
  }

  @Override
  public void close() {
    senders.forEach(sender -> done(sender.close()));
    databases.forEach(database -> done(database.close()));
    done(vertx.close());
  }
}
