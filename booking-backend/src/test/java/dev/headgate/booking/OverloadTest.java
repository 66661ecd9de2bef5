package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** One connection for holds, room for one to wait, and the database held up by somebody else. */
class OverloadTest {
  private static ShopConfig small(ShopConfig config) {
    ShopConfig.Store store = config.store();
    // Quiet, or it would want the one connection itself now and then.
    return TestShop.quiet(config)
        .withStore(
            new ShopConfig.Store(
                store.uri(), store.migrationUri(), 1, 1, 1, Duration.ofSeconds(2), true));
  }

  /** Where every hold of a customer's first stays, for as long as a test likes. */
  private static final class Gate implements AutoCloseable {
    private final TestShop shop;

    Gate(TestShop shop) {
      this.shop = shop;
      shop.execute(
          """
          CREATE TABLE gate (is_open boolean NOT NULL);
          INSERT INTO gate VALUES (false);
          CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
          BEGIN
            WHILE NOT (SELECT is_open FROM gate) LOOP
              PERFORM pg_sleep(0.02);
            END LOOP;
            RETURN NEW;
          END $$;
          CREATE TRIGGER gate BEFORE INSERT ON customer
            FOR EACH ROW EXECUTE FUNCTION wait_at_gate()
          """);
    }

    void awaitSomebody() {
      await()
          .until(
              () ->
                  shop.number(
                          "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
                              + " AND usename = '"
                              + shop.role
                              + "'")
                      > 0);
    }

    void open() {
      shop.execute("UPDATE gate SET is_open = true");
    }

    @Override
    public void close() {
      open();
    }
  }

  @Test
  void whoeverFindsNoConnectionIsTurnedAwayInTimeAndBrowsingGoesOn() {
    try (TestShop shop =
            TestShop.with(EventSettings.generated("derby", "Derby", 200), OverloadTest::small);
        Gate gate = new Gate(shop)) {
      String token = shop.token("derby", "fan");
      assertEquals(200, shop.get("/events/derby/seats", token).statusCode());
      CompletableFuture<HttpResponse<String>> stuck =
          shop.holdLater("derby", shop.token("derby", "stuck"), "A-1");
      gate.awaitSomebody();
      List<CompletableFuture<HttpResponse<String>>> waits = new ArrayList<>();
      waits.add(shop.holdLater("derby", token, "A-2"));
      await()
          .until(
              () -> {
                if (waits.get(0).isDone()) {
                  assertBusy(waits.get(0).join());
                  waits.set(0, shop.holdLater("derby", token, "A-2"));
                }
                return load(shop).getInteger("poolWaiting") == 1;
              });
      assertEquals(1, load(shop).getInteger("poolInUse"));
      assertBusy(shop.hold("derby", token, "A-3"));
      assertBusy(waits.get(0).join());
      assertEquals(200, shop.get("/events/derby/seats", token).statusCode());
      // Of the last ten seconds.
      await()
          .until(
              () -> {
                assertBusy(shop.hold("derby", token, "A-3"));
                return load(shop).getDouble("errorShare") > 0;
              });
      gate.open();
      assertEquals(201, stuck.join().statusCode());
      assertEquals(201, shop.hold("derby", token, "A-2", "A-3").statusCode());
    }
  }

  private static void assertBusy(HttpResponse<String> answer) {
    assertEquals(503, answer.statusCode());
    assertEquals("busy", TestShop.code(answer));
    assertEquals("1", answer.headers().firstValue("Retry-After").orElse(""));
  }

  /** Every connection for holds is stuck, with as many more waiting for one. */
  @Test
  void whileEveryHoldIsStuckTheMapThePagesAndTheLoadAreAnswered() {
    try (TestShop shop = TestShop.with(EventSettings.generated("derby", "Derby", 200));
        Gate gate = new Gate(shop)) {
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
      gate.open();
      List<HttpResponse<String>> answers = stuck.stream().map(CompletableFuture::join).toList();
      assertEquals(1, answers.stream().filter(a -> a.statusCode() == 201).count());
      assertEquals(39, answers.stream().filter(a -> a.statusCode() == 409).count());
    }
  }

  private static JsonObject load(TestShop shop) {
    return TestShop.json(shop.internal("/internal/load"));
  }
}
