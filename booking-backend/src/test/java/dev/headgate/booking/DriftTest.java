package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whatever becomes of a hold, its seats come back, and every count says so. */
class DriftTest {
  private static final ShopConfig.Holds NEVER_SWEPT =
      new ShopConfig.Holds(Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofHours(1));

  private static String held(TestShop shop, String fan, String... seats) {
    HttpResponse<String> answer = shop.hold("derby", shop.token("derby", fan), seats);
    assertEquals(201, answer.statusCode(), answer.body());
    return TestShop.json(answer).getString("holdId");
  }

  private static void expire(TestShop shop, String holdId) {
    shop.execute(
        ("UPDATE event_seat SET deadline = now() WHERE hold_id = '%1$s'; UPDATE hold SET"
                + " deadline = now(), created_at = now() - interval '9 minutes'"
                + " WHERE hold_id = '%1$s'")
            .formatted(holdId));
  }

  private static long free(TestShop shop) {
    JsonObject map = TestShop.json(shop.get("/events/derby/seats", shop.token("derby", "looker")));
    long free = 0;
    for (Object section : map.getJsonArray("sections")) {
      long counted = 0;
      for (Object row : ((JsonObject) section).getJsonArray("rows")) {
        for (Object seat : ((JsonObject) row).getJsonArray("seats")) {
          counted += ((JsonObject) seat).getString("state").equals("available") ? 1 : 0;
        }
      }
      assertEquals(counted, ((JsonObject) section).getLong("free"), "a recount of the section");
      free += counted;
    }
    return free;
  }

  @Test
  void expiredReleasedAndForgottenHoldsGiveEverySeatBackThoughNobodySweeps() {
    try (TestShop shop =
        TestShop.with(
            config -> config.withHolds(NEVER_SWEPT),
            EventSettings.generated("derby", "Derby", 2_000))) {
      String expired = held(shop, "expired", "A-1", "A-2", "A-3", "A-4");
      String released = held(shop, "released", "B-1", "B-2", "B-3", "B-4");
      String forgotten = held(shop, "forgotten", "V-1", "V-2", "V-3", "V-4");
      await().until(() -> free(shop) == 2_000 - 12);
      expire(shop, expired);
      assertEquals(204, shop.release(released, shop.token("derby", "released")).statusCode());
      expire(shop, forgotten);
      shop.restart();
      await().until(() -> free(shop) == 2_000);
      assertEquals(8, shop.number("SELECT count(*) FROM event_seat WHERE state = 'held'"));
      String again = held(shop, "next", "A-1", "A-2", "A-3", "A-4");
      await().until(() -> free(shop) == 2_000 - 4);
      assertEquals(
          4, shop.number("SELECT count(*) FROM event_seat WHERE hold_id = '" + again + "'"));
      assertEquals(0, shop.brokenSeats());
    }
  }
}
