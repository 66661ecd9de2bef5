package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.hold.Holds;
import dev.headgate.booking.store.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which way PostgreSQL takes to the rows of one event among fifty. */
class PlansTest {
  private static TestShop shop;

  @BeforeAll
  static void open() {
    EventSettings[] events = new EventSettings[50];
    for (int i = 0; i < 50; i++) {
      events[i] = EventSettings.generated("event" + i, "Event", 1_000);
    }
    shop = TestShop.with(events);
    shop.execute(
        """
        INSERT INTO hold (hold_id, event_id, customer_id, seat_ids, ticket_types, prices_cents,
                          seat_count, total_cents, created_at, deadline)
        SELECT lpad('h' || n, 22, '0'), 'event' || n % 50, 'c' || n, '{A-1}', '{x}', '{1}', 1, 1,
               now(), now() + n * interval '1 minute'
          FROM generate_series(1, 20000) n;
        UPDATE event_seat SET state = 'held', hold_id = lpad('s' || ordinal, 22, '0'),
               deadline = now() + interval '1 hour' WHERE ordinal < 100;
        ANALYZE
        """);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static String plan(String statement, String types, String arguments) {
    StringBuilder plan = new StringBuilder();
    try (Connection connection = shop.connect();
        Statement sql = connection.createStatement()) {
      // What a long-lived connection uses, and what a table that is still small would not need.
      boolean set = sql.execute("SET plan_cache_mode = force_generic_plan");
      boolean prepared =
          sql.execute("PREPARE x (" + types + ") AS " + Sql.beside(Holds.class, statement));
      assertFalse(set || prepared);
      try (ResultSet rows = sql.executeQuery("EXPLAIN EXECUTE x(" + arguments + ")")) {
        while (rows.next()) {
          plan.append(rows.getString(1)).append('\n');
        }
      }
      return plan.toString();
    } catch (SQLException failed) {
      throw new IllegalStateException(statement, failed);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0007',
      value = {
        "hold       | text,text[],text,text,text    | 'event7', '{A-1,A-2}', 'c', 'h', 'p'",
        "neighbours | text,text[]                   | 'event7', '{A-1,A-2}'",
        "taken      | text,text[]                   | 'event7', '{A-1,A-2}'",
        "available  | text,text[],int               | 'event7', '{A-1,A-2}', 50",
        "candidates | text,text,bigint,text,int     | 'event7', 'A', 9000, NULL, 1000",
        "release    | text,text,text                | 'h1', 'c1', 'p'",
        "extend     | text,text,text                | 'h1', 'c1', 'p'",
        "sweep      | int,text                      | 1000, 'p'",
        "live       | text,text                     | 'event7', 'c7'",
        "rows       | text,text[]                   | 'event7', '{A,B}'",
      })
  void noStatementOfTheHoldPathReadsATableFromEndToEnd(
      String statement, String types, String arguments) {
    String plan = plan(statement, types, arguments);
    assertFalse(plan.contains("Seq Scan on event_seat"), plan);
    assertFalse(plan.contains("Seq Scan on hold"), plan);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0007',
      value = {
        "hold       | text,text[],text,text,text    | 'event7', '{A-1,A-2}', 'c', 'h', 'p'",
        "candidates | text,text,bigint,text,int     | 'event7', 'A', 9000, NULL, 1000",
        "available  | text,text[],int               | 'event7', '{A-1,A-2}', 50",
      })
  void oneEventIsLookedForInOnePartition(String statement, String types, String arguments) {
    assertTrue(plan(statement, types, arguments).contains("Subplans Removed: 15"));
  }

  @Test
  void theMapOfOneEventReadsItsSeatsAlone() throws SQLException {
    try (Connection connection = shop.connect();
        Statement sql = connection.createStatement();
        ResultSet rows =
            sql.executeQuery(
                "EXPLAIN SELECT string_agg(left(state, 1), '' ORDER BY ordinal) FROM event_seat"
                    + " WHERE event_id = 'event7'")) {
      StringBuilder plan = new StringBuilder();
      while (rows.next()) {
        plan.append(rows.getString(1)).append('\n');
      }
      assertFalse(plan.toString().contains("Seq Scan"), plan::toString);
    }
  }

  @Test
  void everySeatIsInThePartitionOfItsEvent() {
    assertEquals(50_000, shop.number("SELECT count(*) FROM event_seat"));
    assertEquals(
        50,
        shop.number("SELECT count(*) FROM (SELECT DISTINCT event_id, tableoid FROM event_seat) p"));
    assertTrue(shop.number("SELECT count(DISTINCT tableoid) FROM event_seat") > 8);
    assertEquals(
        16,
        shop.number(
            "SELECT count(*) FROM pg_class WHERE relname ~ '^event_seat_[0-9]+$'"
                + " AND 'fillfactor=70' = ANY (reloptions)"));
  }
}
