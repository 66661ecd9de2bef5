package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** One connection for holds, room for one to wait, and the database held up by somebody else. */
class OverloadTest {

  private static ShopConfig small(ShopConfig config) {
    ShopConfig.Store store = config.store();
    return config.withStore(
        new ShopConfig.Store(
            store.uri(), store.migrationUri(), 1, 1, 1, Duration.ofMillis(700), true));
  }

  @Test
  void whoeverFindsNoConnectionIsTurnedAwayInTimeAndBrowsingGoesOn() throws SQLException {
    try (TestShop shop =
            TestShop.with(EventSettings.generated("derby", "Derby", 200), OverloadTest::small);
        Connection other = shop.connect();
        Statement statement = other.createStatement()) {
      String token = shop.token("derby", "fan");
      assertEquals(200, shop.get("/events/derby/seats", token).statusCode());
      other.setAutoCommit(false);
      assertTrue(statement.execute("SELECT 1 FROM event_seat WHERE seat_id = 'A-1' FOR UPDATE"));
      CompletableFuture<HttpResponse<String>> stuck =
          shop.holdLater("derby", shop.token("derby", "stuck"), "A-1");
      await().until(() -> load(shop).getInteger("poolInUse") == 1);
      CompletableFuture<HttpResponse<String>> waits = shop.holdLater("derby", token, "A-2");
      await().until(() -> load(shop).getInteger("poolWaiting") == 1);
      HttpResponse<String> tooMany = shop.hold("derby", token, "A-3");
      assertEquals(503, tooMany.statusCode());
      assertEquals("busy", TestShop.code(tooMany));
      assertEquals("1", tooMany.headers().firstValue("Retry-After").orElse(""));
      assertEquals("busy", TestShop.code(waits.join()));
      assertEquals(200, shop.get("/events/derby/seats", token).statusCode());
      other.rollback();
      assertEquals(201, stuck.join().statusCode());
      assertEquals(201, shop.hold("derby", token, "A-2", "A-3").statusCode());
      assertTrue(load(shop).getDouble("errorShare") > 0);
    }
  }

  private static JsonObject load(TestShop shop) {
    return TestShop.json(shop.internal("/internal/load"));
  }
}
