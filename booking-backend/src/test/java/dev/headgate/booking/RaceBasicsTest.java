package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Why the hold is written as it is: what PostgreSQL does to those who write it otherwise. */
class RaceBasicsTest {
  private static final String TAKE =
      "UPDATE event_seat SET state = 'held', hold_id = lpad('%s', 22, '0'),"
          + " deadline = now() + interval '1 minute' WHERE event_id = 'derby' AND seat_id = '%s'"
          + " AND state = 'available'";
  private static TestShop shop;

  @BeforeAll
  static void open() {
    shop = TestShop.with(EventSettings.generated("derby", "Derby", 1_000));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  /** A connection in a transaction. */
  private static final class Session implements AutoCloseable {
    private final Connection connection = shop.connect();
    private final Statement statement;

    Session() throws SQLException {
      statement = connection.createStatement();
      // Otherwise a second passes before anybody looks for a deadlock.
      boolean unused = statement.execute("SET deadlock_timeout = '50ms'");
      connection.setAutoCommit(false);
    }

    int update(String sql) throws SQLException {
      return statement.executeUpdate(sql);
    }

    CompletableFuture<Integer> updateLater(String sql) {
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              return update(sql);
            } catch (SQLException failed) {
              throw new CompletionException(failed);
            }
          });
    }

    String state(String seat) throws SQLException {
      try (ResultSet row =
          statement.executeQuery(
              "SELECT state FROM event_seat WHERE event_id = 'derby' AND seat_id = '"
                  + seat
                  + "'")) {
        return row.next() ? row.getString(1) : "none";
      }
    }

    @Override
    public void close() throws SQLException {
      connection.rollback();
      connection.close();
    }
  }

  private static void awaitWaiters(int count) {
    Awaitility.await()
        .until(
            () ->
                shop.number(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                            + " AND datname = current_database()")
                    >= count);
  }

  @Test
  void whoLooksFirstAndWritesLaterIsToldYesTwice() throws SQLException {
    try (Session one = new Session();
        Session two = new Session()) {
      assertEquals("available", one.state("A-1"));
      assertEquals("available", two.state("A-1"));
      String unconditional = TAKE.replace(" AND state = 'available'", "");
      assertEquals(1, one.update(unconditional.formatted("one", "A-1")));
      one.connection.commit();
      assertEquals(1, two.update(unconditional.formatted("two", "A-1")), "both were told yes");
    }
    assertEquals(409, shop.hold("derby", shop.token("derby", "fan"), "A-1").statusCode());
  }

  @Test
  void theSecondConditionalUpdateChangesNothing() throws SQLException {
    try (Session one = new Session();
        Session two = new Session()) {
      assertEquals(1, one.update(TAKE.formatted("one", "A-2")));
      CompletableFuture<Integer> second = two.updateLater(TAKE.formatted("two", "A-2"));
      awaitWaiters(1);
      one.connection.commit();
      assertEquals(0, second.join());
      two.connection.commit();
    }
    assertEquals(
        1,
        shop.number(
            "SELECT count(*) FROM event_seat WHERE hold_id = lpad('one', 22, '0') AND seat_id = 'A-2'"));
  }

  @Test
  void whenTheFirstRollsBackTheSecondWinsAndAPlainReadWaitsForNobody() throws SQLException {
    try (Session one = new Session();
        Session two = new Session();
        Session reader = new Session()) {
      assertEquals(1, one.update(TAKE.formatted("one", "A-3")));
      CompletableFuture<java.net.http.HttpResponse<String>> fan =
          shop.holdLater("derby", shop.token("derby", "second"), "A-3");
      awaitWaiters(1);
      assertEquals("available", reader.state("A-3"));
      assertTrue(!fan.isDone());
      one.connection.rollback();
      assertEquals(201, fan.join().statusCode());
      assertEquals(0, two.update(TAKE.formatted("two", "A-3")));
    }
  }

  @Test
  void atRepeatableReadTheSecondFailsAndCanOnlyBeTriedAgain() throws SQLException {
    try (Session one = new Session();
        Session two = new Session()) {
      two.connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      assertEquals("available", two.state("A-4"));
      assertEquals(1, one.update(TAKE.formatted("one", "A-4")));
      one.connection.commit();
      SQLException failed =
          assertThrows(SQLException.class, () -> two.update(TAKE.formatted("two", "A-4")));
      assertEquals("40001", failed.getSQLState());
      two.connection.rollback();
      assertEquals(0, two.update(TAKE.formatted("two", "A-4")));
    }
  }

  @Test
  void seatBySeatInOppositeOrderAlwaysDeadlocks() throws SQLException {
    for (int run = 0; run < 5; run++) {
      try (Session one = new Session();
          Session two = new Session()) {
        assertEquals(1, one.update(TAKE.formatted("one", "B-1")));
        assertEquals(1, two.update(TAKE.formatted("two", "B-2")));
        CompletableFuture<Integer> first = one.updateLater(TAKE.formatted("one", "B-2"));
        CompletableFuture<Integer> second = two.updateLater(TAKE.formatted("two", "B-1"));
        long deadlocks = 0;
        for (CompletableFuture<Integer> half : java.util.List.of(first, second)) {
          try {
            assertEquals(1, half.join());
          } catch (CompletionException failed) {
            assertTrue(String.valueOf(failed.getMessage()).contains("deadlock"), failed::toString);
            deadlocks++;
            (half == first ? one : two).connection.rollback();
          }
        }
        assertEquals(1, deadlocks);
      }
    }
  }
}
