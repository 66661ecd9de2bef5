package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.store.Database;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The shop behind a pooler in transaction mode, whose four connections it shares. */
class PgBouncerTest {
  private static TestShop shop;
  private static @Nullable PgBouncer pooler;

  @BeforeAll
  static void open() {
    assumeTrue(PgBouncer.binary().isPresent(), PgBouncer.MISSING);
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 2_000)
                .withLimits(new Limits(Duration.ofMinutes(10), 8, 4)),
            PgBouncerTest::behindOne);
  }

  /** The tables are made directly: only the service goes through the pooler. */
  private static ShopConfig behindOne(ShopConfig config) {
    ShopConfig.Store store = config.store();
    URI direct = URI.create(store.uri());
    String[] account = direct.getUserInfo().split(":", 2);
    PgBouncer started = new PgBouncer(direct, account[0], account[1]);
    pooler = started;
    return config.withStore(
        new ShopConfig.Store(
            store.uri().replace(":" + direct.getPort() + "/", ":" + started.port + "/"),
            store.migrationUri(),
            store.connections(),
            store.readConnections(),
            store.maxWaiting(),
            Duration.ofSeconds(60),
            false));
  }

  @AfterAll
  static void close() {
    PgBouncer started = pooler;
    if (started != null) {
      shop.close();
      started.close();
    }
  }

  private static List<HttpResponse<String>> all(
      List<CompletableFuture<HttpResponse<String>>> answers) {
    return answers.stream().map(CompletableFuture::join).toList();
  }

  private static long count(List<HttpResponse<String>> answers, int status) {
    return answers.stream().filter(answer -> answer.statusCode() == status).count();
  }

  private static void nothingIsBroken() {
    assertEquals(List.of(), shop.violations());
    String log = Objects.requireNonNull(pooler).log();
    assertFalse(log.contains("prepared statement"), log);
  }

  @Test
  void ofTwoHundredFansWhoWantOneSeatExactlyOneGetsIt() {
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      asked.add(shop.holdLater("derby", shop.token("derby", "one-" + i), "A-1"));
    }
    List<HttpResponse<String>> answers = all(asked);
    assertEquals(1, count(answers, 201));
    assertEquals(199, count(answers, 409));
    nothingIsBroken();
  }

  @Test
  void twoHundredRacesUnderACapOfFourGiveExactlyFour() {
    String token = shop.token("derby", "greedy");
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      asked.add(
          shop.holdLater(
              "derby", token, List.of("J", "K", "L", "M").get(i / 50) + "-" + (1 + i % 50)));
    }
    assertEquals(4, count(all(asked), 201));
    nothingIsBroken();
  }

  @Test
  void overlappingGroupsGetAllOfTheirSeatsOrNoneAndGiveThemBack() {
    Random random = new Random(11);
    List<String> tokens = new ArrayList<>();
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int race = 0; race < 300; race++) {
      int first = 1 + random.nextInt(44);
      tokens.add(shop.token("derby", "group-" + race));
      asked.add(
          shop.holdLater(
              "derby", tokens.get(race), "D-" + (first + 2), "D-" + first, "D-" + (first + 1)));
    }
    List<HttpResponse<String>> answers = all(asked);
    assertEquals(300, count(answers, 201) + count(answers, 409));
    assertTrue(count(answers, 201) > 0);
    nothingIsBroken();
    for (int race = 0; race < 300; race++) {
      if (answers.get(race).statusCode() == 201) {
        String holdId = TestShop.json(answers.get(race)).getString("holdId");
        assertEquals(204, shop.release(holdId, tokens.get(race)).statusCode());
      }
    }
    assertEquals(
        0,
        shop.number("SELECT count(*) FROM event_seat WHERE seat_id LIKE 'D-%' AND state = 'held'"));
  }

  @Test
  void settingsOfATransactionEndWithItAndReachNobodyElse() {
    Vertx vertx = Vertx.vertx();
    Database database = Database.open(vertx, shop.config.store());
    try {
      for (int i = 0; i < 20; i++) {
        var inside =
            TestShop.await(
                database.inTransaction(
                    open ->
                        open.run(
                            new Database.Statement(
                                "SELECT current_setting('lock_timeout')", Tuple.tuple()))));
        assertEquals("3s", inside.iterator().next().getString(0));
        var outside =
            TestShop.await(
                database.query(
                    new Database.Statement(
                        "SELECT current_setting('lock_timeout')", Tuple.tuple())));
        assertEquals("0", outside.iterator().next().getString(0));
      }
    } finally {
      TestShop.await(database.close());
      TestShop.await(vertx.close());
    }
  }
}
