package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What becomes of a hold. Here nothing sweeps, so that whatever works does so without. */
class HoldLifeTest {
  private static final Duration NEVER = Duration.ofHours(1);
  private static TestShop shop;

  @BeforeAll
  static void open() {
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 5_000)
                .withLimits(new Limits(Duration.ofMinutes(10), 8, 100)),
            config ->
                config.withHolds(
                    new ShopConfig.Holds(Duration.ofSeconds(2), Duration.ofSeconds(2), NEVER)));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @AfterEach
  void noSeatIsInTwoLiveHolds() {
    assertEquals(0, shop.brokenSeats());
  }

  /** Moves a hold, and the seats that name it, into the past. */
  private static void expire(String holdId) {
    shop.execute(
        "UPDATE event_seat SET deadline = deadline - interval '1 hour' WHERE hold_id = '"
            + holdId
            + "'; UPDATE hold SET deadline = deadline - interval '1 hour', created_at = created_at"
            + " - interval '1 hour' WHERE hold_id = '"
            + holdId
            + "'");
  }

  private static String held(String token, String... seats) {
    HttpResponse<String> answer = shop.hold("derby", token, seats);
    assertEquals(201, answer.statusCode(), answer.body());
    return TestShop.json(answer).getString("holdId");
  }

  private static String stateOnTheMap(String seat) {
    JsonObject map = TestShop.json(shop.get("/events/derby/seats", shop.token("derby", "looker")));
    for (Object section : map.getJsonArray("sections")) {
      for (Object row : ((JsonObject) section).getJsonArray("rows")) {
        for (Object each : ((JsonObject) row).getJsonArray("seats")) {
          if (((JsonObject) each).getString("id").equals(seat)) {
            return ((JsonObject) each).getString("state");
          }
        }
      }
    }
    return "not there";
  }

  @Test
  void aHoldSaysWhatItCostsAndUntilWhenByTheServersClock() {
    HttpResponse<String> answer = shop.hold("derby", shop.token("derby", "exact"), "A-2", "A-1");
    JsonObject hold = TestShop.json(answer);
    assertEquals(201, answer.statusCode());
    assertTrue(hold.getString("holdId").matches("[A-Za-z0-9_-]{22}"), hold.encode());
    assertEquals(19_000, hold.getLong("totalCents"));
    assertEquals(
        new JsonArray().add(seat("A-1", 9_500, "premium")).add(seat("A-2", 9_500, "premium")),
        hold.getJsonArray("seats"));
    assertEquals(
        Duration.ofMinutes(10),
        Duration.between(
            Instant.parse(hold.getString("serverTime")),
            Instant.parse(hold.getString("expiresAt"))));
    assertEquals("held", stateAfterAChange("A-1"));
  }

  private static JsonObject seat(String id, long cents, String type) {
    return new JsonObject().put("id", id).put("priceCents", cents).put("ticketType", type);
  }

  private static String stateAfterAChange(String seat) {
    await().until(() -> !stateOnTheMap(seat).equals("available"));
    return stateOnTheMap(seat);
  }

  @Test
  void somebodyElsesReleaseReleasesNothing() {
    String owner = shop.token("derby", "owner");
    String holdId = held(owner, "A-5");
    assertEquals(404, shop.release(holdId, shop.token("derby", "thief")).statusCode());
    assertEquals(404, shop.release("AAAAAAAAAAAAAAAAAAAAAA", owner).statusCode());
    HttpResponse<String> still = shop.get("/holds/" + holdId, owner);
    assertEquals(200, still.statusCode());
    assertEquals(404, shop.get("/holds/" + holdId, shop.token("derby", "thief")).statusCode());
    HttpResponse<String> other = shop.hold("derby", shop.token("derby", "other"), "A-5");
    assertEquals(409, other.statusCode());
  }

  @Test
  void aReleasedSeatIsFreeAtOnceAndReleasingTwiceIsNoError() {
    String owner = shop.token("derby", "releaser");
    String holdId = held(owner, "A-7", "A-8");
    assertEquals(204, shop.release(holdId, owner).statusCode());
    assertEquals(204, shop.release(holdId, owner).statusCode());
    assertEquals("hold-released", TestShop.code(shop.get("/holds/" + holdId, owner)));
    assertTrue(!held(shop.token("derby", "next"), "A-7", "A-8").isEmpty());
    assertEquals(204, shop.release(holdId, owner).statusCode());
    assertEquals(409, shop.hold("derby", owner, "A-7").statusCode());
    assertEquals(2, shop.number("SELECT count(*) FROM audit WHERE hold_id = '" + holdId + "'"));
  }

  @Test
  void anExpiredSeatResellsWithoutAnySweepAndTheOldHoldIsRefused() {
    String first = shop.token("derby", "slow");
    String holdId = held(first, "B-1", "B-2");
    expire(holdId);
    await().until(() -> stateOnTheMap("B-1").equals("available"));
    String second = held(shop.token("derby", "quick"), "B-1");
    HttpResponse<String> gone = shop.get("/holds/" + holdId, first);
    assertEquals(410, gone.statusCode());
    assertEquals("hold-expired", TestShop.code(gone));
    assertEquals(2, TestShop.json(gone).getJsonArray("seats").size());
    HttpResponse<String> late = shop.release(holdId, first);
    assertEquals(410, late.statusCode());
    assertEquals(
        1, shop.number("SELECT count(*) FROM event_seat WHERE hold_id = '" + second + "'"));
    JsonObject own = TestShop.json(shop.get("/events/derby/holds", first));
    assertTrue(own.getJsonArray("holds").isEmpty(), own.encode());
  }

  @Test
  void theFirstHoldMakesAGuestSessionThatOutlivesTheAdmission() {
    HttpResponse<String> answer = shop.hold("derby", shop.token("derby", "guest"), "B-10");
    String cookie = answer.headers().firstValue("Set-Cookie").orElse("");
    assertTrue(
        cookie.matches(
            "shop_session=hgs1\\.[^;]+; Path=/; Max-Age=86400; HttpOnly;" + " SameSite=Lax"),
        cookie);
    String session = cookie.substring(0, cookie.indexOf(';'));
    String path = "/holds/" + TestShop.json(answer).getString("holdId");
    assertEquals(200, withCookie(path, session).statusCode());
    assertEquals(404, withCookie(path, forged(session)).statusCode());
    assertEquals(404, shop.send(HttpRequest.newBuilder(shop.at(path)).build()).statusCode());
    HttpResponse<String> byHeader =
        shop.send(
            HttpRequest.newBuilder(shop.at(path))
                .header("Shop-Session", session.substring("shop_session=".length()))
                .build());
    assertEquals(200, byHeader.statusCode());
    HttpResponse<String> again =
        shop.send(
            shop.request("/events/derby/holds", shop.token("derby", "another-place"))
                .header("Cookie", "a=b; " + session)
                .POST(HttpRequest.BodyPublishers.ofString("{\"seats\":[\"B-11\"]}"))
                .build());
    assertEquals(201, again.statusCode());
    assertTrue(again.headers().firstValue("Set-Cookie").isEmpty(), "the session stays");
    assertEquals(
        1,
        shop.number(
            "SELECT count(DISTINCT customer_id) FROM hold WHERE seat_ids && '{B-10,B-11}'"));
  }

  @Test
  void aProgramFindsANewSessionInAHeaderAndAPagesScriptDoesNot() {
    HttpResponse<String> answer = holdsAnew("C-40");
    String session = answer.headers().firstValue("Shop-Session").orElse("");
    String cookie = answer.headers().firstValue("Set-Cookie").orElse("");
    assertTrue(cookie.startsWith("shop_session=" + session + ";"), "the same: " + cookie);
    HttpRequest.Builder own =
        HttpRequest.newBuilder(shop.at("/holds/" + TestShop.json(answer).getString("holdId")));
    assertEquals(200, shop.send(own.header("Shop-Session", session).build()).statusCode());
    List<HttpResponse<String>> pages =
        List.of(
            holdsAnew("C-41", "Origin", "http://" + shop.at("/").getAuthority()),
            holdsAnew(
                "C-44", "Origin", "https://Tickets.example", "X-Forwarded-Host", "tickets.example"),
            holdsAnew("C-42", "Sec-Fetch-Site", "same-origin"),
            holdsAnew("C-43", "Origin", "https://a.example", "Sec-Fetch-Site", "none"));
    for (HttpResponse<String> page : pages) {
      assertEquals(201, page.statusCode(), page.body());
      assertTrue(page.headers().firstValue("Set-Cookie").isPresent());
      assertTrue(page.headers().firstValue("Shop-Session").isEmpty());
    }
  }

  /** A hold of somebody whom the shop has not seen before. */
  private static HttpResponse<String> holdsAnew(String seat, String... headers) {
    HttpRequest.Builder request =
        shop.request("/events/derby/holds", shop.token("derby", "first-time-" + seat));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return shop.send(
        request
            .POST(HttpRequest.BodyPublishers.ofString("{\"seats\":[\"" + seat + "\"]}"))
            .build());
  }

  private static HttpResponse<String> withCookie(String path, String cookie) {
    return shop.send(HttpRequest.newBuilder(shop.at(path)).header("Cookie", cookie).build());
  }

  private static String forged(String session) {
    int at = "shop_session=hgs1.".length() + 4;
    char other = session.charAt(at) == 'A' ? 'B' : 'A';
    return session.substring(0, at) + other + session.substring(at + 1);
  }

  @Test
  void theHeldPriceStaysWhenThePriceRises() {
    String fan = shop.token("derby", "thrifty");
    String holdId = held(fan, "B-20");
    long before = TestShop.json(shop.get("/holds/" + holdId, fan)).getLong("totalCents");
    shop.execute(
        "UPDATE event_seat SET price_cents = price_cents + 1000 WHERE seat_id = 'B-20';"
            + " UPDATE event SET plan_version = plan_version + 1");
    JsonObject after = TestShop.json(shop.get("/holds/" + holdId, fan));
    assertEquals(before, after.getLong("totalCents"));
    assertEquals(before, after.getJsonArray("seats").getJsonObject(0).getLong("priceCents"));
    await()
        .until(
            () ->
                shop.get("/events/derby/seats", fan)
                    .body()
                    .contains("\"id\":\"B-20\",\"state\":\"held\",\"priceCents\":10500"));
  }

  @Test
  void aConflictNamesWhatWentWhatIsNotSoldAndWhatIsFree() {
    String holder = shop.token("derby", "holder");
    assertFalse(held(holder, "C-2").isEmpty());
    HttpResponse<String> answer =
        shop.hold("derby", shop.token("derby", "late"), "C-1", "C-2", "ZZZ-9");
    JsonObject problem = TestShop.json(answer);
    assertEquals(409, answer.statusCode());
    assertEquals("seats-taken", TestShop.code(answer));
    assertEquals(new JsonArray().add("C-2"), problem.getJsonArray("taken"));
    assertEquals(new JsonArray().add("ZZZ-9"), problem.getJsonArray("notOnSale"));
    JsonArray available = problem.getJsonArray("available");
    assertEquals("C-1", available.getString(0));
    assertEquals("C-3", available.getString(1));
    assertFalse(available.contains("C-2"));
    assertTrue(available.size() <= 50);
    HttpResponse<String> unknown = shop.hold("derby", holder, "C-5", "ZZZ-9");
    assertEquals("not-on-sale", TestShop.code(unknown));
  }

  @Test
  void aSeatLockedByATransactionThatRollsBackGoesToTheOneWhoWaited() {
    // On a machine that stands still the one who waits gives up in time, which is no news.
    await().until(HoldLifeTest::whoWaitsForALockThatIsGivenBackHasTheSeat);
  }

  /** Whether it waited for so long; false where it was told to come again. */
  private static boolean whoWaitsForALockThatIsGivenBackHasTheSeat() throws SQLException {
    try (Connection first = shop.connect();
        Statement statement = first.createStatement()) {
      first.setAutoCommit(false);
      statement.executeUpdate(
          "UPDATE event_seat SET state = 'held', hold_id = 'x', deadline = now() + interval '1h'"
              + " WHERE event_id = 'derby' AND seat_id = 'D-1'");
      CompletableFuture<HttpResponse<String>> second =
          shop.holdLater("derby", shop.token("derby", "waiter"), "D-1");
      await()
          .until(
              () ->
                  shop.number(
                              "SELECT count(*) FROM pg_locks WHERE NOT granted AND database ="
                                  + " (SELECT oid FROM pg_database WHERE datname = current_database())")
                          + shop.number(
                              "SELECT count(*) FROM pg_stat_activity WHERE"
                                  + " datname = current_database() AND wait_event_type = 'Lock'")
                      > 0);
      boolean waited = !second.isDone();
      assertEquals("available", stateOnTheMap("D-1"), "a plain read waits for nobody");
      first.rollback();
      int status = second.join().statusCode();
      assertTrue(status == 201 || TestShop.code(second.join()).equals("contention"), status + "");
      return waited && status == 201;
    }
  }

  @Test
  void aSeatLockedForTooLongIsAConflictAndNotAnError() throws SQLException {
    try (Connection first = shop.connect();
        Statement statement = first.createStatement()) {
      first.setAutoCommit(false);
      statement.executeUpdate(
          "UPDATE event_seat SET version = version + 1"
              + " WHERE event_id = 'derby' AND seat_id = 'D-9'");
      HttpResponse<String> answer = shop.hold("derby", shop.token("derby", "patient"), "D-9");
      assertEquals(409, answer.statusCode());
      assertEquals("contention", TestShop.code(answer));
      assertEquals("1", answer.headers().firstValue("Retry-After").orElse(""));
      first.rollback();
    }
  }

  @Test
  void connectionsThatTheServerEndedAreReplaced() {
    assertFalse(held(shop.token("derby", "before"), "D-20").isEmpty());
    assertTrue(
        shop.number(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '"
                    + shop.role
                    + "'")
            > 0);
    String token = shop.token("derby", "after");
    await().until(() -> shop.hold("derby", token, "D-21").statusCode() == 201);
  }

  @Test
  void holdsSurviveARestartOfTheShop() {
    String fan = shop.token("derby", "patient-one");
    String holdId = held(fan, "D-30");
    shop.restart();
    assertEquals(200, shop.get("/holds/" + holdId, fan).statusCode());
    assertEquals(5_000, shop.number("SELECT count(*) FROM event_seat WHERE event_id = 'derby'"));
    assertEquals(1, shop.number("SELECT count(*) FROM event"));
  }
}
