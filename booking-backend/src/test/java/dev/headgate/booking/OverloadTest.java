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
import java.util.ArrayList;
import java.util.List;
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

  /** Every connection for holds is stuck behind a lock, with as many more waiting for one. */
  @Test
  void whileEveryHoldIsStuckTheMapThePagesAndTheLoadAreAnswered() throws SQLException {
    try (TestShop shop = TestShop.with(EventSettings.generated("derby", "Derby", 200));
        Connection other = shop.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      assertTrue(statement.execute("SELECT 1 FROM event_seat WHERE seat_id = 'A-1' FOR UPDATE"));
      List<CompletableFuture<HttpResponse<String>>> stuck = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        stuck.add(shop.holdLater("derby", shop.token("derby", "stuck-" + i), "A-1"));
      }
      await()
          .until(
              () -> {
                JsonObject load = load(shop);
                return load.getInteger("poolInUse") == 16 && load.getInteger("poolWaiting") >= 20;
              });
      shop.execute("UPDATE event_seat SET state = 'sold', hold_id = 'x' WHERE seat_id = 'A-9'");
      String token = shop.token("derby", "reader");
      // A fresh map, not only the last one.
      await().until(() -> shop.get("/events/derby/seats", token).body().contains("\"sold\":1"));
      assertEquals(200, shop.get("/events/derby", token).statusCode());
      assertEquals(200, shop.get("/events", token).statusCode());
      assertEquals(200, shop.internal("/readyz").statusCode());
      other.rollback();
      List<HttpResponse<String>> answers = stuck.stream().map(CompletableFuture::join).toList();
      assertEquals(1, answers.stream().filter(a -> a.statusCode() == 201).count());
      assertEquals(39, answers.stream().filter(a -> a.statusCode() == 409).count());
    }
  }

  private static JsonObject load(TestShop shop) {
    return TestShop.json(shop.internal("/internal/load"));
  }
}
