package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Without prepared statements, as behind an old pooler, everything is the same. */
class UnpreparedTest {

  static ShopConfig unprepared(ShopConfig config) {
    ShopConfig.Store store = config.store();
    return config.withStore(
        new ShopConfig.Store(
            store.uri(),
            store.migrationUri(),
            store.connections(),
            store.readConnections(),
            store.maxWaiting(),
            store.acquireTimeout(),
            false));
  }

  @Test
  void oneOfFiftyGetsTheSeatAndGivesItBack() {
    try (TestShop shop =
        TestShop.with(EventSettings.generated("derby", "Derby", 200), UnpreparedTest::unprepared)) {
      List<String> tokens =
          IntStream.range(0, 50).mapToObj(i -> shop.token("derby", "fan" + i)).toList();
      List<HttpResponse<String>> answers =
          tokens.stream()
              .map(token -> shop.holdLater("derby", token, "A-1", "A-2"))
              .toList()
              .stream()
              .map(CompletableFuture::join)
              .toList();
      assertEquals(1, answers.stream().filter(a -> a.statusCode() == 201).count());
      assertEquals(49, answers.stream().filter(a -> a.statusCode() == 409).count());
      assertEquals(0, shop.brokenSeats());
      for (int i = 0; i < 50; i++) {
        if (answers.get(i).statusCode() == 201) {
          String holdId = TestShop.json(answers.get(i)).getString("holdId");
          assertEquals(204, shop.release(holdId, tokens.get(i)).statusCode());
        }
      }
      assertEquals(201, shop.hold("derby", tokens.get(7), "A-1", "A-2").statusCode());
    }
  }
}
