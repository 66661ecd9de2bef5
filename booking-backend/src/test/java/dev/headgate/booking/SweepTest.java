package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sweeper of a running shop, on 40,000 seats. */
class SweepTest {
  private static TestShop shop;

  @BeforeAll
  static void open() {
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 40_000),
            config ->
                config.withHolds(
                    new ShopConfig.Holds(
                        Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofMillis(200))));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  /** So many holds of one seat each, from the n-th seat of the plan on, past their deadline. */
  private static void expired(int from, int count) {
    shop.execute(
        """
        BEGIN;
        INSERT INTO hold (hold_id, event_id, customer_id, seat_ids, ticket_types, prices_cents,
                          seat_count, total_cents, created_at, deadline)
        SELECT lpad('h' || ordinal, 22, '0'), event_id, 'c' || ordinal, ARRAY[seat_id],
               ARRAY[ticket_type], ARRAY[price_cents], 1, price_cents,
               now() - interval '11 minutes', now() - interval '1 minute'
          FROM event_seat WHERE ordinal >= %1$d AND ordinal < %1$d + %2$d;
        UPDATE event_seat SET state = 'held', hold_id = lpad('h' || ordinal, 22, '0'),
               deadline = now() - interval '1 minute'
         WHERE ordinal >= %1$d AND ordinal < %1$d + %2$d;
        COMMIT
        """
            .formatted(from, count));
  }

  @Test
  void fourThousandExpiredHoldsAreEndedAndTheirStoryIsKept() {
    expired(0, 4_000);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> shop.number("SELECT count(*) FROM hold WHERE status = 'active'") == 0);
    assertEquals(
        0,
        shop.number(
            "SELECT count(*) FROM event_seat WHERE ordinal < 4000 AND state <> 'available'"));
    assertTrue(shop.number("SELECT count(*) FROM hold WHERE status = 'expired'") >= 4_000);
    assertTrue(
        shop.number(
                "SELECT count(*) FROM audit WHERE action = 'expired' AND reason = 'deadline passed'"
                    + " AND delay_millis >= 60000 AND process LIKE 'booking-%'")
            >= 4_000);
  }

  @Test
  void aSeatHeldAgainOrSoldIsNotFreedForTheOldHold() {
    shop.execute(
        """
        BEGIN;
        INSERT INTO hold (hold_id, event_id, customer_id, seat_ids, ticket_types, prices_cents,
                          seat_count, total_cents, created_at, deadline)
        VALUES (lpad('old', 22, '0'), 'derby', 'old', '{A-1,A-2,A-3}', '{x,x,x}', '{1,1,1}', 3, 3,
                now() - interval '11 minutes', now() - interval '1 minute');
        UPDATE event_seat SET state = 'held', hold_id = lpad('old', 22, '0'),
               deadline = now() - interval '1 minute' WHERE seat_id = 'ADS-1';
        UPDATE event_seat SET state = 'held', hold_id = lpad('new', 22, '0'),
               deadline = now() + interval '1 hour' WHERE seat_id = 'ADT-1';
        UPDATE event_seat SET state = 'sold', hold_id = lpad('sale', 22, '0'), deadline = NULL
         WHERE seat_id = 'ADT-2';
        UPDATE event_seat SET state = 'paying', hold_id = lpad('pay', 22, '0'), deadline = NULL
         WHERE seat_id = 'ADT-3';
        COMMIT
        """);
    await()
        .until(
            () ->
                shop.number(
                        "SELECT count(*) FROM hold WHERE hold_id = lpad('old', 22, '0')"
                            + " AND status = 'expired'")
                    == 1);
    assertEquals(
        1,
        shop.number(
            "SELECT count(*) FROM event_seat WHERE seat_id = 'ADS-1' AND state = 'available'"));
    assertEquals(
        3,
        shop.number(
            "SELECT count(*) FROM event_seat WHERE seat_id LIKE 'ADT-%' AND state <> 'available'"));
  }

  @Test
  void aSeatThatSomebodyHasLockedIsLeftForALaterSweepAndNotForgotten() throws SQLException {
    try (Connection other = shop.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      // Weak enough for the update that expires it, strong enough to be in the sweeper's way.
      assertTrue(statement.execute("SELECT 1 FROM event_seat WHERE ordinal = 30001 FOR KEY SHARE"));
      expired(30_000, 2);
      await()
          .until(
              () ->
                  shop.number(
                          "SELECT count(*) FROM event_seat WHERE ordinal = 30000"
                              + " AND state = 'available'")
                      == 1);
      other.rollback();
    }
    await()
        .until(
            () ->
                shop.number(
                        "SELECT count(*) FROM event_seat WHERE ordinal = 30001"
                            + " AND state = 'available'")
                    == 1);
  }
}
