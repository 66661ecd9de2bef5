package dev.headgate.booking.store;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schema and what is sold, brought up to date at start over JDBC. Everything here blocks: call
 * it on a worker.
 */
public final class Schema {
  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);

  private static final List<String> GRANTS =
      List.of(
          "USAGE ON SCHEMA public",
          "SELECT ON venue, section, seat, seat_row, event",
          // So that maps are drawn anew; nothing else of an event is the service's to change.
          "UPDATE (plan_version) ON event",
          "SELECT, INSERT, UPDATE ON event_seat, price_factor",
          "SELECT, UPDATE ON seat_block",
          "SELECT, INSERT, UPDATE ON customer, hold, idempotency",
          "SELECT, INSERT, UPDATE ON shop_order, payment, refund, ticket, webhook_inbox, outbox",
          "SELECT, INSERT, UPDATE ON account, sign_in",
          "SELECT, INSERT ON order_line, audit");

  private Schema() {}

  /**
   * Migrates, gives the service's role what it needs and no more, and imports the events. Running
   * it again changes nothing that is held or sold.
   *
   * @throws IllegalStateException when the database refuses
   */
  public static void prepare(ShopConfig.Store store, List<EventSettings> events) {
    String ownerUri = store.migrationUri() == null ? store.uri() : store.migrationUri();
    PgAddress owner = PgAddress.of(ownerUri);
    PgAddress service = PgAddress.of(store.uri());
    Flyway.configure()
        .dataSource(owner.jdbcUrl(), owner.user(), owner.password())
        .loggers("slf4j")
        .connectRetries(10)
        .load()
        .migrate();
    try (Connection connection = owner.connect()) {
      connection.setAutoCommit(false);
      if (!service.user().equals(owner.user())) {
        grant(connection, service);
      }
      connection.commit();
      boolean added = false;
      for (EventSettings event : events) {
        added |= importEvent(connection, event);
      }
      if (added) {
        analyze(connection);
      }
    } catch (SQLException refused) {
      throw new IllegalStateException("the database could not be prepared", refused);
    }
  }

  /** An event a transaction, so that seats of one are not locked for the sake of another. */
  private static boolean importEvent(Connection connection, EventSettings event)
      throws SQLException {
    try (Statement sql = connection.createStatement()) {
      // One process at a time: processes that start together would write the same rows.
      sql.execute("SELECT pg_advisory_xact_lock(8114202615)");
    }
    String process = "booking-" + ProcessHandle.current().pid();
    boolean added = new EventImport(connection, process).run(event);
    connection.commit();
    return added;
  }

  /** Or the first minute of a sale would be planned as if there were hardly a seat. */
  private static void analyze(Connection connection) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      sql.execute("ANALYZE event_seat, seat, seat_row");
    }
    connection.commit();
  }

  /** The least a service needs: it cannot delete rows, change the audit or the schema. */
  private static void grant(Connection connection, PgAddress service) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      // One process at a time: two that start together would both try to make the role.
      sql.execute("SELECT pg_advisory_xact_lock(8114202614)");
      String role = sql.enquoteIdentifier(service.user(), true);
      if (!exists(connection, service.user())) {
        sql.execute(
            "CREATE ROLE " + role + " LOGIN PASSWORD " + sql.enquoteLiteral(service.password()));
        LOG.info("made the database role {}", service.user());
      }
      for (String grant : GRANTS) {
        sql.execute("GRANT " + grant + " TO " + role);
      }
    }
  }

  private static boolean exists(Connection connection, String role) throws SQLException {
    try (PreparedStatement sql =
        connection.prepareStatement("SELECT 1 FROM pg_roles WHERE rolname = ?")) {
      sql.setString(1, role);
      try (ResultSet rows = sql.executeQuery()) {
        return rows.next();
      }
    }
  }
}
