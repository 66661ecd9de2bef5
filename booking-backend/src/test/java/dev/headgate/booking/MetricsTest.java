package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.telemetry.ShopMetrics;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What Prometheus reads is what the documentation says, and true. */
class MetricsTest {
  private static final Pattern NAME = Pattern.compile("headgate_[a-z_]+");
  private static TestShop shop;

  @BeforeAll
  static void open() {
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 200)
                .withLimits(new Limits(Duration.ofSeconds(1), 8, 8)),
            // Messages are counted before anybody has tried to send them.
            config ->
                TestShop.quiet(config)
                    .withHolds(
                        new ShopConfig.Holds(
                            Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofMillis(200))));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static Set<String> names(String text) {
    return NAME.matcher(text)
        .results()
        .map(found -> found.group().replaceAll("_(count|sum|max|bucket)$", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> documented() throws IOException {
    String shopPage = Files.readString(Path.of("..", "docs", "shop.md"));
    String metrics = shopPage.substring(shopPage.indexOf("## Metrics"));
    return names(
        metrics
            .lines()
            .filter(line -> line.startsWith("| `headgate_"))
            .collect(Collectors.joining()));
  }

  @Test
  void everyMetricIsDocumentedAndEveryDocumentedOneIsThere() throws IOException {
    assertEquals(201, shop.hold("derby", shop.token("derby", "fan"), "A-1").statusCode());
    await().until(() -> shop.internal("/metrics").body().contains("headgate_holds_expired_total"));
    await().until(() -> shop.internal("/metrics").body().contains("headgate_dead_rows"));
    shop.execute(InvariantsTest.resource("purchases.sql"));
    ShopMetrics metrics = figures();
    TreeSet<String> shown = new TreeSet<>(names(shop.internal("/metrics").body()));
    shown.addAll(names(metrics.scrape()));
    assertEquals(documented(), shown);
  }

  /** As a process that has just started reads them. */
  private static ShopMetrics figures() {
    Vertx vertx = Vertx.vertx();
    Database database = Database.open(vertx, shop.config.store());
    try {
      ShopMetrics metrics = new ShopMetrics();
      TestShop.await(metrics.figuresOf(database).tick());
      return metrics;
    } finally {
      TestShop.await(database.close());
      TestShop.await(vertx.close());
    }
  }

  @Test
  void ordersMoneyMessagesAndWhatIsLateAreCountedFromTheRows() {
    shop.execute(InvariantsTest.resource("purchases.sql"));
    shop.execute(
        """
        UPDATE payment SET next_check_at = now(), created_at = now() - interval '90 s'
         WHERE status = 'registered';
        INSERT INTO refund (payment_id, order_id, amount_cents, reason, created_at, next_try_at)
        SELECT payment_id, order_id, 1, 'late', now(), now() FROM payment WHERE received_cents = 19000;
        INSERT INTO webhook_inbox (notice_id, type, body, next_try_at) VALUES ('n1', 't', '{}', now())
        """);
    ShopMetrics metrics = figures();
    for (String line :
        new String[] {
          "headgate_orders{status=\"pending_payment\"} 1.0",
          "headgate_orders{status=\"confirmed\"} 1.0",
          "headgate_orders{status=\"refunded\"} 1.0",
          "headgate_holds{state=\"paying\"} 1.0",
          "headgate_payments_unknown 1.0",
          "headgate_payments_overdue 1.0",
          "headgate_refunds_due 1.0",
          "headgate_notices_waiting 1.0",
          "headgate_messages_waiting 1.0",
        }) {
      assertTrue(metrics.scrape().contains(line), () -> line + " in " + metrics.scrape());
    }
    double pending =
        metrics
            .scrape()
            .lines()
            .filter(line -> line.startsWith("headgate_payment_pending_seconds "))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
            .sum();
    assertTrue(pending >= 90, pending + " s");
    assertEquals(1, metrics.ordersPending());
    assertTrue(shop.internal("/internal/load").body().contains("\"ordersPending\":"));
    shop.execute("DELETE FROM webhook_inbox");
  }
}
