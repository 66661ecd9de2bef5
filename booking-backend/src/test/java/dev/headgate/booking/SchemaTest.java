package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.store.Schema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the database itself refuses, whoever asks. */
class SchemaTest {
  private static TestShop shop;

  @BeforeAll
  static void open() {
    shop = TestShop.with(EventSettings.generated("derby", "Derby", 2_000));
    assertEquals(201, shop.hold("derby", shop.token("derby", "fan"), "A-1").statusCode());
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static String refused(String sql) {
    try (Connection owner = shop.connect();
        Statement statement = owner.createStatement()) {
      SQLException refusal = assertThrows(SQLException.class, () -> statement.executeUpdate(sql));
      return String.valueOf(refusal.getMessage());
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state = 'held'",
        "state = 'held', hold_id = 'h'",
        "state = 'held', deadline = now()",
        "hold_id = 'h'",
        "deadline = now()",
        "state = 'paying'",
        "state = 'paying', hold_id = 'h', deadline = now()",
        "state = 'sold'",
        "state = 'sold', hold_id = 'h', deadline = now()",
        "state = 'unavailable'",
        "state = 'lost', hold_id = 'h', deadline = now()",
        "price_cents = -1",
      })
  void aSeatCannotBeInAWrongState(String change) {
    String message = refused("UPDATE event_seat SET " + change + " WHERE seat_id = 'B-1'");
    assertTrue(message.contains("check constraint"), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status = 'lost'",
        "status = 'released'",
        "ended_at = now()",
        "seat_count = 2",
        "seat_ids = '{}'",
        "prices_cents = '{1,2}'",
        "deadline = created_at",
      })
  void aHoldCannotContradictItself(String change) {
    String message = refused("UPDATE hold SET " + change);
    assertTrue(message.contains("check constraint"), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE audit SET reason = 'other'",
        "DELETE FROM audit",
        "TRUNCATE audit",
      })
  void theAuditOnlyGrows(String sql) {
    assertTrue(refused(sql).contains("append-only"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM hold",
        "DELETE FROM event_seat",
        "UPDATE audit SET reason = 'other'",
        "UPDATE event SET title = 'mine'",
        "UPDATE seat SET number = 1",
        "DROP TABLE hold",
        "CREATE TABLE mine (a int)",
      })
  void theServicesRoleMayDoNoMoreThanItNeeds(String sql) throws SQLException {
    String uri = shop.config.store().uri();
    String account = uri.substring("postgresql://".length(), uri.indexOf('@'));
    try (Connection service =
            DriverManager.getConnection(
                "jdbc:postgresql://" + uri.substring(uri.indexOf('@') + 1),
                account.substring(0, account.indexOf(':')),
                account.substring(account.indexOf(':') + 1));
        Statement statement = service.createStatement()) {
      SQLException refusal = assertThrows(SQLException.class, () -> statement.executeUpdate(sql));
      assertEquals("42501", Objects.requireNonNull(refusal.getSQLState()), sql);
    }
  }

  @Test
  void everyChangeOfAHoldIsInTheAudit() {
    assertTrue(
        shop.number(
                "SELECT count(*) FROM hold h JOIN audit a USING (hold_id) WHERE a.action = 'held'"
                    + " AND a.seat_ids = h.seat_ids AND a.customer_id = h.customer_id")
            >= 1);
  }

  @Test
  void settingsFollowTheConfigurationAndSeatsThatAreHeldStayHeld() {
    EventSettings longer =
        EventSettings.generated("derby", "Derby, again", 2_050)
            .withLimits(EventSettings.Limits.defaults());
    ShopConfig.Store store = shop.config.store();
    Schema.prepare(store, List.of(longer));
    assertEquals(1, shop.number("SELECT count(*) FROM event WHERE title = 'Derby, again'"));
    assertEquals(
        1, shop.number("SELECT count(*) FROM event_seat WHERE seat_id = 'A-1' AND state = 'held'"));
    assertEquals(2_050, shop.number("SELECT count(*) FROM event_seat"));
    assertEquals(
        2_050,
        shop.number("SELECT count(*) FROM event_seat s JOIN seat USING (venue_id, seat_id)"));
  }
}
