package dev.headgate.booking;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Changes of seats as they happen. */
class SeatStreamTest {
  private static TestShop shop;
  private static String token;

  @BeforeAll
  static void open() {
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 2_000)
                .withLimits(new Limits(Duration.ofMinutes(10), 8, 1_000)),
            EventSettings.generated("short", "Short holds", 200),
            EventSettings.generated("quiet", "Nobody comes", 200),
            EventSettings.generated("many", "Many listen", 200));
    token = shop.token("derby", "fan");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static JsonObject map(String event) {
    return TestShop.json(shop.get("/events/" + event + "/seats", shop.token(event, "reader")));
  }

  private static int free(JsonObject map, String section) {
    return map.getJsonArray("sections").stream()
        .map(JsonObject.class::cast)
        .filter(s -> s.getString("id").equals(section))
        .mapToInt(s -> s.getInteger("free"))
        .sum();
  }

  private static Listening listening(String event, String subject, @Nullable String lastId) {
    return Listening.to(shop, event, shop.token(event, subject), lastId);
  }

  @Test
  void aListenerBeginsWithTheCountsAndThenHearsOfAHoldAndItsRelease() {
    try (Listening fan = listening("derby", "listener", null)) {
      assertEquals(200, fan.status());
      assertEquals("text/event-stream", fan.header("Content-Type"));
      assertEquals("no-store", fan.header("Cache-Control"));
      await().until(() -> !fan.events.isEmpty());
      assertEquals(List.of(), fan.events.get(0).changes());
      int before = free(map("derby"), "A");
      assertEquals(before, fan.events.get(0).free().get("A"));
      HttpResponse<String> held = shop.hold("derby", token, "A-1", "A-2");
      assertEquals(201, held.statusCode());
      await().until(() -> "held".equals(fan.told().get("A-2")));
      assertEquals(List.of("A-1 held", "A-2 held"), fan.last().changes());
      assertEquals(Map.of("A", before - 2), fan.last().free());
      assertTrue(
          fan.last()
              .json()
              .getInstant("asOf")
              .isAfter(fan.events.get(0).json().getInstant("asOf")));
      assertEquals(204, shop.release(TestShop.json(held).getString("holdId"), token).statusCode());
      await().until(() -> "available".equals(fan.told().get("A-1")));
      assertEquals(Map.of("A", before), fan.last().free());
    }
  }

  @Test
  void whoComesBackHearsWhatWasMissedAndNothingElse() {
    String id;
    try (Listening fan = listening("derby", "back", null)) {
      await().until(() -> !fan.events.isEmpty());
      id = fan.last().id();
    }
    assertEquals(201, shop.hold("derby", token, "B-7").statusCode());
    String holdId = TestShop.json(shop.hold("derby", token, "B-9")).getString("holdId");
    assertEquals(204, shop.release(holdId, token).statusCode());
    try (Listening fan = listening("derby", "back", id)) {
      await().until(() -> "held".equals(fan.told().get("B-7")));
      assertTrue(fan.events.stream().noneMatch(e -> e.type().equals("reload")));
      assertFalse(fan.told().getOrDefault("B-9", "available").equals("held"));
    }
  }

  @Test
  void whoseMapHasTheNewestVersionHearsOnlyWhatComesThen() {
    assertEquals(201, shop.hold("derby", token, "C-1").statusCode());
    await().until(() -> map("derby").encode().contains("\"id\":\"C-1\",\"state\":\"held\""));
    String version = map("derby").getString("version");
    var request =
        shop.request("/events/derby/seats/events?since=" + version, shop.token("derby", "since"));
    assertEquals(201, shop.hold("derby", token, "C-2").statusCode());
    String first =
        shop.client
            .sendAsync(request.build(), HttpResponse.BodyHandlers.ofLines())
            .join()
            .body()
            .filter(line -> line.startsWith("data:"))
            .findFirst()
            .orElseThrow();
    assertTrue(first.contains("{\"id\":\"C-2\",\"state\":\"held\"}"), first);
    assertFalse(first.contains("\"C-1\""), first);
  }

  @Test
  void aVersionOfAnotherProcessOrNoVersionAtAllIsAReload() {
    for (String lastId : new String[] {"0123456789ab-3", "x", "-1", "9".repeat(40)}) {
      try (Listening fan = listening("derby", "stranger", lastId)) {
        await().until(() -> !fan.events.isEmpty());
        assertEquals("reload", fan.events.get(0).type(), lastId);
        assertFalse(fan.events.get(0).id().isEmpty());
      }
    }
  }

  @Test
  void aSeatIsFreeForListenersAtItsDeadlineThoughNoSweepHasSaidSo() {
    try (Listening fan = listening("short", "listener", null)) {
      await().until(() -> !fan.events.isEmpty());
      assertEquals(201, shop.hold("short", shop.token("short", "fan"), "A-3").statusCode());
      await().until(() -> "held".equals(fan.told().get("A-3")));
      // The sweep goes by the hold's own deadline, which is minutes away.
      shop.execute(
          "UPDATE event_seat SET deadline = now() WHERE event_id = 'short' AND seat_id = 'A-3'");
      await().until(() -> "available".equals(fan.told().get("A-3")));
    }
  }

  @Test
  void withoutAnAdmissionNobodyListens() {
    try (Listening fan = Listening.to(shop, "derby", "no.such.token", null)) {
      assertEquals(401, fan.status());
    }
    try (Listening fan = Listening.to(shop, "derby", shop.token("quiet", "fan"), null)) {
      assertEquals(403, fan.status());
    }
    try (Listening fan = Listening.to(shop, "nothing", token, null)) {
      assertEquals(404, fan.status());
    }
  }

  @Test
  void oneCustomerHasFourAndGetsAnotherWhenOneIsClosed() {
    List<Listening> four = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      four.add(listening("many", "greedy", null));
      assertEquals(200, four.get(i).status());
    }
    try (Listening fifth = listening("many", "greedy", null);
        Listening other = listening("many", "modest", null)) {
      assertEquals(429, fifth.status());
      assertEquals("10", fifth.header("Retry-After"));
      assertEquals(200, other.status());
    }
    four.get(0).close();
    await()
        .until(
            () -> {
              try (Listening again = listening("many", "greedy", null)) {
                return again.status() == 200;
              }
            });
    four.forEach(Listening::close);
  }

  private static long reads() {
    // Every read of an event's states, whoever caused it.
    return shop.number(
        "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s JOIN pg_roles r ON r.oid ="
            + " s.userid WHERE r.rolname = '"
            + shop.role
            + "' AND query LIKE '%string_agg%' AND query NOT LIKE '%counted%'");
  }

  @Test
  void aHundredListenersAreOneReadASecondAndHearTheSame() {
    List<Listening> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(listening("many", "one-of-" + i, null));
    }
    await().until(() -> all.stream().noneMatch(fan -> fan.events.isEmpty()));
    assertEquals(201, shop.hold("many", shop.token("many", "holder"), "A-5").statusCode());
    await().until(() -> all.stream().allMatch(fan -> "held".equals(fan.told().get("A-5"))));
    assertEquals(1, all.stream().map(Listening::last).distinct().count());
    assertTrue(shop.internal("/metrics").body().contains("headgate_seat_streams{state=\"open\"}"));
    all.forEach(Listening::close);
  }

  @Test
  void whenTheShopStopsEveryStreamEnds() throws Exception {
    try (TestShop other = TestShop.with(EventSettings.generated("derby", "Derby", 200))) {
      Listening fan = Listening.to(other, "derby", other.token("derby", "fan"), null);
      await().until(() -> !fan.events.isEmpty());
      other.restart();
      fan.ended.get(60, TimeUnit.SECONDS);
      String last = fan.last().id();
      try (Listening again = Listening.to(other, "derby", other.token("derby", "fan"), last)) {
        await().until(() -> !again.events.isEmpty());
        assertEquals("reload", again.events.get(0).type());
      }
    }
  }

  @Test
  void whereNobodyListensNothingIsRead() {
    long before = reads();
    try (Listening fan = listening("quiet", "fan", null)) {
      await().until(() -> !fan.events.isEmpty());
      await().until(() -> reads() > before + 2);
    }
    await()
        .during(Duration.ofMillis(2_500))
        .atMost(Duration.ofSeconds(60))
        .until(SeatStreamTest::isStill);
  }

  private static long seen = -1;

  private static boolean isStill() {
    long now = reads();
    boolean still = now == seen;
    seen = now;
    return still;
  }
}
