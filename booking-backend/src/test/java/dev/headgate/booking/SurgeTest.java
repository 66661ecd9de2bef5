package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * More fans at once than there are connections to the database, with as many as the shop has by
 * default.
 */
class SurgeTest {
  private static final Logger LOG = LoggerFactory.getLogger(SurgeTest.class);
  private static final int FANS = 2_500;
  private static final int SEATS = 2_000;

  /** The defaults, but for a wait that a slow machine does not end: nothing here is about speed. */
  private static ShopConfig patient(ShopConfig config) {
    ShopConfig.Store store = config.store();
    return config.withStore(
        new ShopConfig.Store(
            store.uri(),
            store.migrationUri(),
            store.connections(),
            store.readConnections(),
            store.maxWaiting(),
            Duration.ofSeconds(60),
            store.preparedStatements()));
  }

  @Test
  void twoAndAHalfThousandHoldsAtOnceAreAnsweredByASeatOrItsConflict() {
    Vertx vertx = Vertx.vertx();
    HttpClient client =
        vertx.createHttpClient(
            new HttpClientOptions().setKeepAlive(true),
            new PoolOptions().setHttp1MaxSize(FANS).setMaxWaitQueueSize(FANS));
    try (TestShop shop =
        TestShop.with(EventSettings.generated("derby", "Derby", SEATS), SurgeTest::patient)) {
      List<String> tokens = new ArrayList<>();
      for (int i = 0; i < FANS; i++) {
        tokens.add(shop.token("derby", "surge-" + i));
      }
      // Once to connect, and to check each token: fans come from a seat map.
      List<Integer> maps = statuses(FANS, i -> ask(client, shop, tokens.get(i), null));
      assertTrue(maps.stream().allMatch(status -> status == 200));
      long before = System.nanoTime();
      List<Integer> answers = statuses(FANS, i -> ask(client, shop, tokens.get(i), wanted(i)));
      long millis = (System.nanoTime() - before) / 1_000_000;
      long held = answers.stream().filter(status -> status == 201).count();
      LOG.info("{} holds at once took {} ms, {} held", FANS, millis, held);
      assertEquals(FANS, held + answers.stream().filter(status -> status == 409).count());
      assertEquals(held, shop.number("SELECT count(*) FROM event_seat WHERE state = 'held'"));
      assertEquals(500, held, "as many as there are seats that somebody wants");
      assertEquals(List.of(), shop.violations());
      JsonObject load = TestShop.json(shop.internal("/internal/load"));
      assertEquals(0, load.getInteger("poolWaiting"));
      assertTrue(load.getDouble("errorShare") == 0);
    } finally {
      TestShop.await(client.close());
      TestShop.await(vertx.close());
    }
  }

  /** Five fans for each of five hundred seats. */
  private static String wanted(int fan) {
    int seat = fan % 500;
    return (char) ('A' + seat / 50) + "-" + (1 + seat % 50);
  }

  private interface Ask {
    Future<Integer> of(int fan);
  }

  private static List<Integer> statuses(int fans, Ask ask) {
    List<Future<Integer>> asked = new ArrayList<>();
    for (int i = 0; i < fans; i++) {
      asked.add(ask.of(i));
    }
    return TestShop.await(Future.join(asked).map(all -> all.<Integer>list()));
  }

  private static Future<Integer> ask(
      HttpClient client, TestShop shop, String token, @Nullable String seat) {
    String path = "/events/derby/" + (seat == null ? "seats" : "holds");
    RequestOptions options =
        new RequestOptions()
            .setMethod(seat == null ? HttpMethod.HEAD : HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(shop.port())
            .setURI(path)
            .putHeader("Headgate-Admission", token);
    String body = seat == null ? "" : "{\"seats\":[\"" + seat + "\"]}";
    return client
        .request(options)
        .compose(request -> seat == null ? request.send() : request.send(body))
        .compose(response -> response.body().map(read -> response.statusCode()));
  }
}
