package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Block;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.EventSettings.Price;
import dev.headgate.booking.config.EventSettings.Selling;
import dev.headgate.booking.hold.Inventory;
import dev.headgate.booking.hold.Prices;
import dev.headgate.booking.price.PricePolicy;
import dev.headgate.booking.price.PricePolicy.Tier;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.store.Schema;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is on sale and for how much, while the sale goes on. */
class InventoryTest {
  private static final Limits MANY = new Limits(Duration.ofMinutes(10), 8, 1_000);
  private static final Map<String, Price> PRICES = Map.of("*", new Price("standard", 15_000));
  private static TestShop shop;
  private static Vertx vertx;
  private static Database database;

  @BeforeAll
  static void open() {
    shop =
        TestShop.with(
            event("edited"),
            event("moving"),
            event("crowded"),
            event("blocked").withSelling(Selling.defaults().keepingBack(blocks())));
    vertx = Vertx.vertx();
    database = Database.open(vertx, shop.config.store());
  }

  @AfterAll
  static void close() {
    TestShop.await(database.close());
    Future<Void> unused = vertx.close();
    shop.close();
  }

  private static EventSettings event(String id) {
    return EventSettings.generated(id, id, 1_000).withLimits(MANY).withPrices(PRICES, Set.of());
  }

  private static List<Block> blocks() {
    Price guests = new Price("sponsor", 20_000);
    return List.of(
        new Block("sponsor", guests, Set.of(), Set.of("A"), Set.of("B-1", "B-2"), null),
        new Block("late", guests, Set.of(), Set.of("T"), Set.of(), Instant.now().plusSeconds(3600)),
        new Block("due", guests, Set.of(), Set.of("S"), Set.of(), Instant.EPOCH));
  }

  @AfterEach
  void noSeatIsInTwoLiveHolds() {
    assertEquals(0, shop.brokenSeats());
  }

  private static HttpResponse<String> hold(String event, String fan, String... seats) {
    return shop.hold(event, shop.token(event, fan), seats);
  }

  private static long seats(String event, String where) {
    return shop.number(
        "SELECT count(*) FROM event_seat WHERE event_id = '" + event + "' AND " + where);
  }

  private static long version(String event) {
    return shop.number("SELECT plan_version FROM event WHERE event_id = '" + event + "'");
  }

  private static long audited(String event, String action) {
    return shop.number(
        "SELECT count(*) FROM audit WHERE hold_id IS NULL AND event_id = '"
            + event
            + "' AND action = '"
            + action
            + "'");
  }

  private static String onTheMap(String event, String seat) {
    String map = shop.get("/events/" + event + "/seats", shop.token(event, "looker")).body();
    int at = map.indexOf("\"id\":\"" + seat + "\"");
    return map.substring(at, map.indexOf('}', at));
  }

  private static void configure(EventSettings event) {
    Schema.prepare(shop.config.store(), List.of(event));
  }

  @Test
  void aBlockIsNotForSaleUntilItIsReleasedAndThenOnceWhoeverTries() {
    // The shop's own tick may release what is due at any time.
    await()
        .until(
            () ->
                seats("blocked", "ticket_type = 'sponsor' AND split_part(seat_id, '-', 1) = 'S'")
                    == 50);
    assertEquals("not-on-sale", TestShop.code(hold("blocked", "fan", "A-1")));
    assertTrue(onTheMap("blocked", "A-1").contains("unavailable"));
    assertEquals("not-on-sale", TestShop.code(hold("blocked", "fan", "T-1")));
    long version = version("blocked");
    List<Future<List<Inventory.Released>>> tries = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Inventory inventory = new Inventory(database, "process-" + i);
      tries.add(i % 2 == 0 ? inventory.release("blocked", "sponsor") : inventory.tick());
    }
    int released = 0;
    for (Future<List<Inventory.Released>> one : tries) {
      for (Inventory.Released block : TestShop.await(one)) {
        assertEquals(new Inventory.Released("blocked", "sponsor", 52), block);
        released++;
      }
    }
    assertEquals(1, released);
    assertEquals(version + 1, version("blocked"));
    assertEquals(
        52,
        seats(
            "blocked",
            "ticket_type = 'sponsor' AND price_cents = 20000 AND split_part(seat_id, '-', 1) IN ('A', 'B')"));
    await().until(() -> onTheMap("blocked", "A-1").contains("\"priceCents\":20000"));
    assertEquals(201, hold("blocked", "fan", "A-1", "B-1").statusCode());
    assertEquals(
        List.of(), TestShop.await(new Inventory(database, "x").release("blocked", "none")));
    assertEquals(
        1,
        shop.number(
            "SELECT count(*) FROM audit WHERE event_id = 'blocked' AND reason LIKE 'block sponsor %' AND cardinality(seat_ids) = 52"));
    // A new start of the shop neither takes it back nor sells the others.
    shop.restart();
    assertEquals(
        52,
        seats("blocked", "ticket_type = 'sponsor' AND split_part(seat_id, '-', 1) IN ('A', 'B')"));
    assertEquals(0, seats("blocked", "split_part(seat_id, '-', 1) = 'T'"));
  }

  @Test
  void aSeatThatIsNoLongerSoldGoesIfItIsFreeAndStaysIfItIsSomebodys() {
    assertEquals(201, hold("edited", "holder", "A-1").statusCode());
    shop.execute(
        """
        UPDATE event_seat SET state = 'paying', hold_id = lpad('p', 22, '0')
         WHERE event_id = 'edited' AND seat_id = 'A-2';
        UPDATE event_seat SET state = 'sold', hold_id = lpad('s', 22, '0')
         WHERE event_id = 'edited' AND seat_id = 'A-3';
        UPDATE event_seat SET state = 'held', hold_id = lpad('e', 22, '0'), deadline = now()
         WHERE event_id = 'edited' AND seat_id = 'A-4'
        """);
    long version = version("edited");
    Set<String> gone = Set.of("A-1", "A-2", "A-3", "A-4", "A-5", "B-1");
    EventSettings fewer = event("edited").withPrices(PRICES, gone);
    configure(fewer);
    assertEquals(997, seats("edited", "true"));
    assertEquals(3, seats("edited", "seat_id IN ('A-1', 'A-2', 'A-3')"));
    assertEquals(1, audited("edited", "withdrawn"));
    assertEquals(version + 1, version("edited"));
    assertEquals("not-on-sale", TestShop.code(hold("edited", "fan", "A-5")));
    // Again: nothing has changed, so nothing is written.
    configure(fewer);
    assertEquals(1, audited("edited", "withdrawn"));
    assertEquals(version + 1, version("edited"));
    String holder = shop.token("edited", "holder");
    JsonObject own = TestShop.json(shop.get("/events/edited/holds", holder));
    String holdId = own.getJsonArray("holds").getJsonObject(0).getString("holdId");
    assertEquals(204, shop.release(holdId, holder).statusCode());
    configure(fewer);
    assertEquals(0, seats("edited", "seat_id = 'A-1'"));
    configure(event("edited"));
    assertEquals(1_000, seats("edited", "true"));
  }

  @Test
  void aNewPriceIsForHoldsToComeAndEveryChangeRaisesTheSeatsVersion() {
    HttpResponse<String> before = hold("crowded", "early", "A-1");
    assertEquals(15_000, TestShop.json(before).getLong("totalCents"));
    assertEquals(1, seats("crowded", "seat_id = 'A-1' AND version = 1"));
    configure(event("crowded").withPrices(Map.of("*", new Price("standard", 17_500)), Set.of()));
    assertEquals(1_000, seats("crowded", "price_cents = 17500"));
    assertEquals(1, seats("crowded", "seat_id = 'A-1' AND version = 2"));
    assertEquals(1, audited("crowded", "priced"));
    String early = shop.token("crowded", "early");
    String path = "/holds/" + TestShop.json(before).getString("holdId");
    assertEquals(15_000, TestShop.json(shop.get(path, early)).getLong("totalCents"));
    assertEquals(17_500, TestShop.json(hold("crowded", "late", "A-2")).getLong("totalCents"));
    await().until(() -> onTheMap("crowded", "A-3").contains("\"priceCents\":17500"));
    assertEquals(204, shop.release(path.substring(7), early).statusCode());
    assertEquals(1, seats("crowded", "seat_id = 'A-1' AND version = 3"));
    assertEquals(17_500, TestShop.json(shop.hold("crowded", early, "A-1")).getLong("totalCents"));
  }

  @Test
  void whileSeatsAreStormedAChangeOfConfigurationLosesNoneOfThem() {
    EventSettings fewer = event("crowded").withPrices(PRICES, Set.of("C-1", "C-2", "C-3"));
    List<java.util.concurrent.CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String token = shop.token("crowded", "storm" + i);
      asked.add(shop.holdLater("crowded", token, "C-" + (1 + i % 4), "C-" + (2 + i % 4)));
    }
    configure(fewer);
    Map<Integer, Integer> answers = new HashMap<>();
    asked.forEach(answer -> answers.merge(answer.join().statusCode(), 1, Integer::sum));
    assertEquals(Set.of(201, 409), answers.keySet());
  }

  @Test
  void aPriceThatMovesIsTheMapsTheHoldsAndTheSearchsAtOnceButNotThatOfOldHolds() {
    PricePolicy steps = new PricePolicy(List.of(new Tier(1_000, 1_167)), null, 1_000, 2_000, 400);
    HttpResponse<String> before = hold("moving", "early", "A-1");
    assertEquals(15_000, TestShop.json(before).getLong("totalCents"));
    long version = version("moving");
    List<Future<List<String>>> ticks = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ticks.add(new Prices(database, Map.of("moving", steps), "process-" + i).tick());
    }
    long changes = ticks.stream().filter(tick -> !TestShop.await(tick).isEmpty()).count();
    assertEquals(1, changes);
    assertEquals(version + 1, version("moving"));
    assertEquals(1, audited("moving", "priced"));
    await().until(() -> onTheMap("moving", "A-2").contains("\"priceCents\":17505"));
    assertEquals(17_505, TestShop.json(hold("moving", "late", "A-2")).getLong("totalCents"));
    HttpResponse<String> cheap =
        shop.send(
            shop.request("/events/moving/holds", shop.token("moving", "cheap"))
                .POST(
                    java.net.http.HttpRequest.BodyPublishers.ofString(
                        "{\"best\":{\"maxPriceCents\":17504,\"count\":1}}"))
                .build());
    assertEquals("not-enough-seats", TestShop.code(cheap));
    String path = "/holds/" + TestShop.json(before).getString("holdId");
    assertEquals(
        15_000, TestShop.json(shop.get(path, shop.token("moving", "early"))).getLong("totalCents"));
    // Within a minute of a step there is no other.
    assertEquals(
        List.of(), TestShop.await(new Prices(database, Map.of("moving", steps), "p").tick()));
    assertEquals(version + 1, version("moving"));
  }

  @Test
  void aStadiumOfFiftyThousandSeatsIsLoadedWhole() {
    EventSettings stadium = Stadium.event("final");
    assertEquals(50_000, stadium.venue().seats());
    configure(stadium);
    assertEquals(50_000, seats("final", "true"));
    assertEquals(
        50_000,
        shop.number(
            "SELECT sum(last_ordinal - first_ordinal + 1) FROM seat_row JOIN event USING (venue_id)"
                + " WHERE event_id = 'final'"));
    assertTrue(
        shop.number("SELECT count(*) FROM seat WHERE venue_id = 'stadium' AND accessible") > 100);
    assertTrue(
        shop.number("SELECT count(*) FROM seat WHERE venue_id = 'stadium' AND restricted_view")
            > 100);
  }
}
