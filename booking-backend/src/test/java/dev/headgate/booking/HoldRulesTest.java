package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.EventSettings.Selling;
import dev.headgate.booking.config.EventSettings.SingleSeats;
import dev.headgate.booking.config.EventSettings.Waiting;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an event may say about holding: more time, single seats, waiting, and keys of requests. */
class HoldRulesTest {
  private static final Limits TEN_MINUTES = new Limits(Duration.ofMinutes(10), 8, 1_000);
  private static TestShop shop;

  @BeforeAll
  static void open() {
    Selling spares = Selling.defaults().seating(Waiting.WAIT, SingleSeats.AVOID);
    Selling hurries = Selling.defaults().seating(Waiting.NOWAIT, SingleSeats.ALLOW);
    shop =
        TestShop.with(
            config ->
                config.withHolds(
                    new ShopConfig.Holds(
                        Duration.ofSeconds(15), Duration.ofSeconds(2), Duration.ofHours(1))),
            event("derby", TEN_MINUTES),
            event("longer", TEN_MINUTES.extendedBy(Duration.ofMinutes(5))),
            event("spares", TEN_MINUTES).withSelling(spares),
            event("hurries", TEN_MINUTES).withSelling(hurries),
            event("two", new Limits(Duration.ofMinutes(10), 8, 100, 2, Duration.ZERO)));
  }

  private static EventSettings event(String id, Limits limits) {
    return EventSettings.generated(id, id, 1_000).withLimits(limits);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @AfterEach
  void noSeatIsInTwoLiveHolds() {
    assertEquals(0, shop.brokenSeats());
  }

  private static String held(HttpResponse<String> answer) {
    assertEquals(201, answer.statusCode(), answer.body());
    return TestShop.json(answer).getString("holdId");
  }

  private static HttpResponse<String> hold(String event, String fan, String... seats) {
    return shop.hold(event, shop.token(event, fan), seats);
  }

  private static CompletableFuture<HttpResponse<String>> extendLater(String holdId, String token) {
    return shop.client.sendAsync(
        shop.request("/holds/" + holdId + "/extension", token)
            .POST(BodyPublishers.noBody())
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpResponse<String> extend(String holdId, String token) {
    return extendLater(holdId, token).join();
  }

  @Test
  void aLiveHoldIsExtendedOnceByItsOwnerWhateverTheyTryAtOnce() {
    String owner = shop.token("longer", "owner");
    HttpResponse<String> held = shop.hold("longer", owner, "A-1", "A-2");
    String holdId = held(held);
    Instant before = Instant.parse(TestShop.json(held).getString("expiresAt"));
    assertEquals(404, extend(holdId, shop.token("longer", "thief")).statusCode());
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      asked.add(extendLater(holdId, owner));
    }
    List<HttpResponse<String>> answers = asked.stream().map(CompletableFuture::join).toList();
    List<HttpResponse<String>> given =
        answers.stream().filter(answer -> answer.statusCode() == 200).toList();
    assertEquals(1, given.size());
    assertEquals(
        before.plusSeconds(300), Instant.parse(TestShop.json(given.get(0)).getString("expiresAt")));
    assertTrue(
        answers.stream()
            .filter(answer -> answer.statusCode() != 200)
            .allMatch(answer -> TestShop.code(answer).equals("already-extended")));
    assertEquals(
        2,
        shop.number(
            "SELECT count(*) FROM event_seat s JOIN hold h USING (hold_id) WHERE h.hold_id = '"
                + holdId
                + "' AND s.deadline = h.deadline AND h.extended_at IS NOT NULL"));
    assertEquals(
        1,
        shop.number(
            "SELECT count(*) FROM audit WHERE action = 'extended' AND hold_id = '" + holdId + "'"));
    assertEquals(
        2, shop.number("SELECT sum(version) / 2 FROM event_seat WHERE hold_id = '" + holdId + "'"));
  }

  @Test
  void everyAnswerWithAHoldSaysWhatMoreTimeItMayHaveAndWhetherItHadThat() {
    String owner = shop.token("longer", "asks-first");
    HttpResponse<String> held = shop.hold("longer", owner, "E-7");
    String holdId = held(held);
    assertEquals("300 false", moreTime(held));
    assertEquals("300 false", moreTime(shop.send(shop.request("/holds/" + holdId, owner).build())));
    assertEquals("300 true", moreTime(extend(holdId, owner)));
    assertEquals("300 true", moreTime(shop.send(shop.request("/holds/" + holdId, owner).build())));
    HttpResponse<String> all = shop.send(shop.request("/events/longer/holds", owner).build());
    assertEquals("300 true", moreTime(TestShop.json(all).getJsonArray("holds").getJsonObject(0)));
    assertEquals("0 false", moreTime(hold("derby", "asks-first", "A-9")));
  }

  private static String moreTime(HttpResponse<String> answer) {
    return moreTime(TestShop.json(answer));
  }

  private static String moreTime(JsonObject hold) {
    return hold.getInteger("extensionSeconds") + " " + hold.getBoolean("extended");
  }

  @Test
  void whatACustomerHasIsNotCountedWhileItIsExtended() throws SQLException {
    String owner = shop.token("longer", "counted");
    String holdId = held(shop.hold("longer", owner, "E-1"));
    try (Connection counting = shop.connect();
        Statement sql = counting.createStatement()) {
      counting.setAutoCommit(false);
      boolean locked =
          sql.execute(
              "SELECT 1 FROM customer c JOIN hold h USING (event_id, customer_id)"
                  + " WHERE h.hold_id = '"
                  + holdId
                  + "' FOR UPDATE OF c");
      assertTrue(locked);
      CompletableFuture<HttpResponse<String>> extended = extendLater(holdId, owner);
      Awaitility.await()
          .until(
              () ->
                  shop.number(
                          "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                              + " AND query LIKE '%FOR UPDATE OF c%' AND pid <> pg_backend_pid()")
                      == 1);
      counting.commit();
      assertEquals(200, extended.join().statusCode());
    }
  }

  @Test
  void whatIsOverIsNotExtendedAndNeitherIsWhereTheEventGrantsNothing() {
    String owner = shop.token("derby", "owner");
    String holdId = held(shop.hold("derby", owner, "A-1"));
    HttpResponse<String> none = extend(holdId, owner);
    assertEquals(409, none.statusCode());
    assertEquals("no-extension", TestShop.code(none));
    String late = shop.token("longer", "late");
    String lateHold = held(shop.hold("longer", late, "B-1", "B-2"));
    shop.execute(
        "UPDATE event_seat SET deadline = now() WHERE hold_id = '%1$s'; UPDATE hold SET deadline = now(), created_at = now() - interval '9 minutes' WHERE hold_id = '%1$s'"
            .formatted(lateHold));
    assertEquals("hold-expired", TestShop.code(extend(lateHold, late)));
    String other = held(hold("longer", "other", "B-1"));
    assertEquals("hold-expired", TestShop.code(extend(lateHold, late)));
    assertEquals(1, shop.number("SELECT count(*) FROM event_seat WHERE hold_id = '" + other + "'"));
    String gone = held(shop.hold("longer", late, "B-5"));
    assertEquals(204, shop.release(gone, late).statusCode());
    assertEquals("hold-released", TestShop.code(extend(gone, late)));
  }

  @Test
  void extensionAndReleaseAtOnceLeaveTheSeatEitherHeldOrFree() {
    for (int i = 1; i <= 20; i++) {
      String owner = shop.token("longer", "racer" + i);
      String holdId = held(shop.hold("longer", owner, "C-" + i));
      CompletableFuture<HttpResponse<String>> extended = extendLater(holdId, owner);
      HttpResponse<String> released = shop.release(holdId, owner);
      int status = extended.join().statusCode();
      assertTrue(status == 200 || status == 410, extended.join().body());
      assertEquals(204, released.statusCode());
    }
    assertEquals(
        20,
        shop.number(
            "SELECT count(*) FROM event_seat WHERE event_id = 'longer' AND seat_id LIKE 'C-%'"
                + " AND state = 'available' AND split_part(seat_id, '-', 2)::int <= 20"));
  }

  @Test
  void aSingleSeatIsNotLeftWhereItCanBeAvoided() {
    HttpResponse<String> answer = hold("spares", "fan", "R-2", "R-3");
    assertEquals(409, answer.statusCode());
    assertEquals("single-seat-left", TestShop.code(answer));
    assertEquals(new JsonArray().add("R-1"), TestShop.json(answer).getJsonArray("single"));
    assertEquals(
        0,
        shop.number(
            "SELECT count(*) FROM event_seat WHERE event_id = 'spares' AND seat_id LIKE 'R-%' AND state = 'held'"));
    String first = held(hold("spares", "fan", "R-1", "R-2"));
    assertEquals(201, hold("spares", "fan2", "R-5", "R-6").statusCode());
    assertEquals("single-seat-left", TestShop.code(hold("spares", "fan3", "R-3")));
    assertEquals(201, hold("spares", "fan3", "R-3", "R-4").statusCode());
    assertEquals(204, shop.release(first, shop.token("spares", "fan")).statusCode());
    // A seat that is somebody's is said to be that, not that it would leave another single.
    assertEquals("seats-taken", TestShop.code(hold("spares", "fan4", "R-3", "R-2")));
  }

  @Test
  void twoWhoTakeBothSidesOfASeatAtOnceDoNotLeaveItSingle() {
    for (int race = 0; race < 30; race++) {
      String row = String.valueOf((char) ('D' + race % 10));
      int at = 4 + 6 * (race / 10) * 2;
      CompletableFuture<HttpResponse<String>> left =
          shop.holdLater(
              "spares",
              shop.token("spares", "l" + race),
              row + "-" + (at - 2),
              row + "-" + (at - 1));
      CompletableFuture<HttpResponse<String>> right =
          shop.holdLater(
              "spares",
              shop.token("spares", "r" + race),
              row + "-" + (at + 1),
              row + "-" + (at + 2));
      assertTrue(List.of(201, 409).contains(left.join().statusCode()), left.join().body());
      assertTrue(List.of(201, 409).contains(right.join().statusCode()), right.join().body());
      boolean both = left.join().statusCode() == 201 && right.join().statusCode() == 201;
      assertTrue(!both, row + "-" + at + " was left single");
    }
  }

  @Test
  void theBestSeatsLeaveNoSingleOneEither() {
    for (int i = 0; i < 12; i++) {
      HttpResponse<String> answer =
          shop.send(
              shop.request("/events/spares/holds", shop.token("spares", "best" + i))
                  .POST(
                      BodyPublishers.ofString(
                          "{\"best\":{\"section\":\"A\",\"count\":" + (1 + i % 4) + "}}"))
                  .build());
      assertEquals(201, answer.statusCode(), answer.body());
    }
  }

  @Test
  void whereNobodyWaitsALockedSeatIsRefusedAtOnce() throws SQLException {
    try (Connection other = shop.connect();
        Statement sql = other.createStatement()) {
      other.setAutoCommit(false);
      assertTrue(
          sql.execute(
              "SELECT 1 FROM event_seat WHERE event_id IN ('hurries', 'derby')"
                  + " AND seat_id = 'B-1' FOR UPDATE"));
      HttpResponse<String> locked = hold("hurries", "fan", "B-1", "B-2");
      assertEquals(409, locked.statusCode());
      assertEquals("contention", TestShop.code(locked));
      assertEquals("1", locked.headers().firstValue("Retry-After").orElse(""));
      assertTrue(TestShop.json(locked).getJsonArray("available").contains("B-2"));
      // Who has the seat is known here, and only the neighbour is locked.
      assertEquals(201, hold("hurries", "owner", "B-5").statusCode());
      assertEquals("seats-taken", TestShop.code(hold("hurries", "fan", "B-1", "B-5")));
      CompletableFuture<HttpResponse<String>> waiting =
          shop.holdLater("derby", shop.token("derby", "patient"), "B-1");
      assertEquals(201, hold("derby", "quick", "B-2").statusCode());
      assertTrue(!waiting.isDone(), "it waits for the other");
      other.rollback();
      assertEquals(201, waiting.join().statusCode());
    }
    assertEquals(201, hold("hurries", "fan", "B-1", "B-2").statusCode());
  }

  @Test
  void aLockThatStaysIsContentionWithWhatIsFree() throws SQLException {
    try (Connection other = shop.connect();
        Statement sql = other.createStatement()) {
      other.setAutoCommit(false);
      assertTrue(
          sql.execute(
              "SELECT 1 FROM event_seat WHERE event_id = 'derby' AND seat_id = 'L-1' FOR UPDATE"));
      HttpResponse<String> locked = hold("derby", "stuck", "L-1");
      assertEquals(409, locked.statusCode());
      assertEquals("contention", TestShop.code(locked));
      assertEquals("1", locked.headers().firstValue("Retry-After").orElse(""));
      assertTrue(!TestShop.json(locked).getJsonArray("available").isEmpty());
      other.rollback();
    }
  }

  @Test
  void aCustomerHasSoManyHoldsAtATime() {
    String fan = shop.token("two", "fan");
    String first = held(shop.hold("two", fan, "A-1"));
    assertEquals(201, shop.hold("two", fan, "A-2").statusCode());
    HttpResponse<String> third = shop.hold("two", fan, "A-3");
    assertEquals("limit-reached", TestShop.code(third));
    assertEquals("holds", TestShop.json(third).getString("of"));
    assertEquals(2, TestShop.json(third).getInteger("limit"));
    assertEquals(204, shop.release(first, fan).statusCode());
    assertEquals(201, shop.hold("two", fan, "A-3").statusCode());
  }

  private static HttpResponse<String> keyed(String event, String fan, String key, String body) {
    return keyedLater(event, fan, key, body).join();
  }

  private static CompletableFuture<HttpResponse<String>> keyedLater(
      String event, String fan, String key, String body) {
    HttpRequest.Builder request =
        shop.request("/events/" + event + "/holds", shop.token(event, fan));
    return shop.client.sendAsync(
        request.header("Idempotency-Key", key).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  @Test
  void theSameRequestUnderTheSameKeyIsOneHold() {
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String body =
          i % 2 == 0 ? "{\"seats\":[\"M-1\",\"M-2\"]}" : " {\"seats\" : [\"M-1\", \"M-2\"]}";
      asked.add(keyedLater("derby", "keyed", "\"k1\"", body));
    }
    List<HttpResponse<String>> answers = asked.stream().map(CompletableFuture::join).toList();
    assertEquals(1, answers.stream().filter(a -> a.statusCode() == 201).count());
    assertEquals(29, answers.stream().filter(a -> a.statusCode() == 200).count());
    assertEquals(
        1, answers.stream().map(a -> TestShop.json(a).getString("holdId")).distinct().count());
    HttpResponse<String> other = keyed("derby", "keyed", "\"k1\"", "{\"seats\":[\"M-3\"]}");
    assertEquals(422, other.statusCode());
    assertEquals("key-reused", TestShop.code(other));
    assertEquals(
        422, keyed("longer", "keyed", "\"k1\"", "{\"seats\":[\"M-1\",\"M-2\"]}").statusCode());
    assertEquals(
        201, keyed("derby", "somebody-else", "\"k1\"", "{\"seats\":[\"M-3\"]}").statusCode());
    String holdId = TestShop.json(answers.get(0)).getString("holdId");
    shop.execute(
        "UPDATE event_seat SET deadline = now() WHERE hold_id = '%1$s'; UPDATE hold SET deadline = now(), created_at = now() - interval '9 minutes' WHERE hold_id = '%1$s'"
            .formatted(holdId));
    JsonObject over =
        TestShop.json(keyed("derby", "keyed", "\"k1\"", "{\"seats\":[\"M-1\",\"M-2\"]}"));
    assertEquals(holdId, over.getString("holdId"));
    assertEquals("expired", over.getString("status"));
  }

  @Test
  void theSameKeyInTwoEventsAtOnceIsOneHold() {
    for (int i = 1; i <= 20; i++) {
      String body = "{\"seats\":[\"N-" + i + "\"]}";
      CompletableFuture<HttpResponse<String>> one = keyedLater("derby", "both", "b" + i, body);
      CompletableFuture<HttpResponse<String>> two = keyedLater("longer", "both", "b" + i, body);
      assertEquals(
          201 + 422,
          one.join().statusCode() + two.join().statusCode(),
          one.join().body() + two.join().body());
    }
  }

  @Test
  void theBestSeatsUnderAKeyAreTheSameSeatsAgain() {
    String body = "{\"best\":{\"section\":\"A\",\"count\":3}}";
    HttpResponse<String> first = keyed("derby", "best", "best-1", body);
    HttpResponse<String> again =
        keyed("derby", "best", "best-1", "{\"best\":{\"count\":3,\"section\":\"A\"}}");
    assertEquals(201, first.statusCode(), first.body());
    assertEquals(200, again.statusCode(), again.body());
    assertEquals(
        TestShop.json(first).getJsonArray("seats"), TestShop.json(again).getJsonArray("seats"));
  }

  @Test
  void aRefusalIsNotRemembered() {
    String blocker = shop.token("derby", "blocker");
    String holdId = held(shop.hold("derby", blocker, "O-1"));
    assertEquals(409, keyed("derby", "again", "r1", "{\"seats\":[\"O-1\"]}").statusCode());
    assertEquals(204, shop.release(holdId, blocker).statusCode());
    assertEquals(201, keyed("derby", "again", "r1", "{\"seats\":[\"O-1\"]}").statusCode());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "tab\there", "ü"})
  void aMalformedKeyIsRefused(String key) {
    // The JDK's client will not send some of these, so they go as raw bytes.
    RawHttp.Answer answer =
        RawHttp.post(
            shop.port(),
            "/events/derby/holds",
            List.of("Headgate-Admission: " + shop.token("derby", "raw"), "Idempotency-Key: " + key),
            "{\"seats\":[\"P-1\"]}");
    assertEquals(400, answer.status(), answer.body());
    assertTrue(answer.body().contains("bad-idempotency-key"), answer.body());
  }

  @Test
  void aKeyIsOneLineOfAtMost255Characters() {
    String body = "{\"seats\":[\"P-2\"]}";
    assertEquals(400, keyed("derby", "long", "k".repeat(256), body).statusCode());
    HttpRequest twice =
        shop.request("/events/derby/holds", shop.token("derby", "long"))
            .header("Idempotency-Key", "a")
            .header("Idempotency-Key", "a")
            .POST(BodyPublishers.ofString(body))
            .build();
    assertEquals("bad-idempotency-key", TestShop.code(shop.send(twice)));
    assertEquals(201, keyed("derby", "long", "k".repeat(255), body).statusCode());
  }
}
