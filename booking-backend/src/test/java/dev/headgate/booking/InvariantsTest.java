package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.check.Invariants;
import dev.headgate.booking.check.Violation;
import dev.headgate.booking.config.EventSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every rule finds what breaks it, and nothing in what is as it should be. */
class InvariantsTest {
  private static final TreeSet<String> SEEN = new TreeSet<>();
  private static TestShop shop;

  @BeforeAll
  static void open() {
    shop = TestShop.with(EventSettings.generated("derby", "Derby", 200), TestShop::quiet);
  }

  @AfterAll
  static void everyRuleWasBrokenOnce() {
    shop.close();
    assertEquals(new TreeSet<>(Invariants.rules()), SEEN);
  }

  @BeforeEach
  void purchasesAsTheyShouldBe() {
    shop.execute(resource("purchases.sql"));
  }

  static String resource(String name) {
    try (InputStream file = InvariantsTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static List<Violation> violations(Invariants.Scope scope) {
    try (Connection connection = shop.connect()) {
      return Invariants.check(connection, scope);
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Test
  void holdsPurchasesAndRefundsAsTheyShouldBeBreakNothing() {
    assertEquals(List.of(), violations(Invariants.Scope.everything()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          seat-owners    | UPDATE hold SET seat_ids = '{A-3}' WHERE hold_id = lpad('held', 22, '0')
          seat-owners    | UPDATE hold SET seat_ids = '{A-2}' WHERE hold_id = lpad('held', 22, '0')
          owner-seats    | UPDATE hold SET seat_ids = '{A-9}' WHERE hold_id = lpad('held', 22, '0')
          owner-seats    | UPDATE event_seat SET state = 'available', hold_id = NULL WHERE seat_id = 'A-2'
          seat-holds     | UPDATE event_seat SET hold_id = 'nobody' WHERE seat_id = 'A-2'
          seat-holds     | UPDATE event_seat SET deadline = now() WHERE seat_id = 'A-1'
          seat-holds     | UPDATE hold SET status = 'expired', ended_at = now() WHERE hold_id = lpad('paying', 22, '0')
          hold-orders    | UPDATE shop_order SET status = 'failed', ended_at = now() WHERE status = 'pending_payment'
          hold-orders    | DELETE FROM shop_order WHERE status = 'pending_payment'
          hold-orders    | DELETE FROM hold WHERE hold_id = lpad('bought', 22, '0')
          sold-tickets   | UPDATE ticket SET voided_at = now() WHERE seat_id = 'A-3'
          sold-tickets   | UPDATE event_seat SET state = 'sold', hold_id = 'x' WHERE seat_id = 'A-8'
          order-tickets  | DELETE FROM ticket WHERE seat_id = 'A-4'
          order-tickets  | UPDATE ticket SET voided_at = NULL WHERE seat_id = 'A-5'
          order-tickets  | UPDATE ticket SET price_cents = 1 WHERE seat_id = 'A-4'
          order-amounts  | UPDATE order_line SET price_cents = 1 WHERE seat_id = 'A-2'
          order-amounts  | UPDATE order_line SET ticket_type = 'other' WHERE seat_id = 'A-2'
          order-amounts  | DELETE FROM order_line WHERE seat_id = 'A-2'
          order-amounts  | UPDATE payment SET amount_cents = 1 WHERE status = 'registered'
          order-payments | UPDATE payment SET received_cents = 1 WHERE refunded_cents = 0
          order-payments | UPDATE payment SET status = 'succeeded', settled_at = now(), received_cents = amount_cents WHERE status = 'registered'
          money-kept     | INSERT INTO payment SELECT 'second', order_id, false, 'pi-2', capture, method, amount_cents, currency, status, NULL, NULL, received_cents, 0, created_at, settled_at, investigate_until FROM payment WHERE received_cents = 19000
          money-kept     | UPDATE payment SET refunded_cents = 0 WHERE refunded_cents > 0; DELETE FROM refund
          refunds        | UPDATE shop_order SET status = 'refund_due' WHERE status = 'refunded'
          refunds        | UPDATE refund SET status = 'due', done_at = NULL
          refunds        | UPDATE refund SET amount_cents = 1000000
          messages       | DELETE FROM outbox
          counts         | UPDATE event_seat SET state = 'paying', hold_id = 'x' WHERE seat_id = 'A-7'
          counts         | DELETE FROM ticket WHERE seat_id = 'A-4'
          overdue        | UPDATE hold SET created_at = now() - interval '1 hour', deadline = now() - interval '50 minutes' WHERE status = 'active'
          audit-holds    | DELETE FROM audit WHERE action = 'held'
          audit-holds    | DELETE FROM audit WHERE action = 'expired'
          audit-orders   | DELETE FROM audit WHERE action = 'refunded'
          audit-orders   | UPDATE audit SET order_id = NULL WHERE action = 'paying'
          """)
  void whatBreaksARuleIsFound(String rule, String fault) {
    shop.execute(
        "SET session_replication_role = replica; " + fault + "; RESET session_replication_role");
    List<Violation> found = violations(Invariants.Scope.everything());
    assertTrue(found.stream().anyMatch(v -> v.rule().equals(rule)), () -> rule + " in " + found);
    assertTrue(found.stream().allMatch(v -> v.event().equals("derby")), found::toString);
    SEEN.add(rule);
  }

  @Test
  void anotherEventsFaultsAreLeftOutWhenOneIsAskedFor() {
    shop.execute("DELETE FROM outbox");
    assertEquals(1, violations(new Invariants.Scope("derby", Duration.ofMinutes(1))).size());
    assertEquals(List.of(), violations(new Invariants.Scope("other", Duration.ofMinutes(1))));
  }

  @Test
  void whoLooksChangesNothingAndLeavesTheConnectionAsItWas() throws SQLException {
    try (Connection connection = shop.connect()) {
      assertEquals(List.of(), Invariants.check(connection));
      assertTrue(connection.getAutoCommit());
      boolean wrote =
          connection.createStatement().executeUpdate("UPDATE event SET after_refund = 'keep'") == 1;
      assertTrue(wrote, "a later transaction may write");
    }
  }

  @Test
  void ticketsOutliveTheirRefundWhereTheEventSaysSo() {
    shop.execute(
        """
        UPDATE event SET after_refund = 'keep';
        UPDATE ticket SET voided_at = NULL WHERE seat_id = 'A-5';
        UPDATE event_seat SET state = 'sold', hold_id = lpad('refunded', 22, '0')
         WHERE seat_id = 'A-5'
        """);
    assertEquals(List.of(), violations(Invariants.Scope.everything()));
  }
}
