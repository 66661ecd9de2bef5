package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.EventSettings.Price;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The best seats there are, chosen by the shop. */
class BestHoldsTest {
  private static final Limits MANY = new Limits(Duration.ofMinutes(10), 8, 10_000);
  private static TestShop shop;

  @BeforeAll
  static void open() {
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 5_000).withLimits(MANY),
            EventSettings.generated("large", "Large", 40_000).withLimits(MANY),
            EventSettings.generated("ten", "Ten", 10),
            EventSettings.generated("one", "One", 1),
            EventSettings.generated("capped", "Capped", 200)
                .withLimits(new Limits(Duration.ofMinutes(10), 4, 4)),
            EventSettings.generated("banded", "Banded", 2_000)
                .withLimits(MANY)
                .withPrices(
                    Map.of("A", new Price("front", 9_000), "B", new Price("back", 3_000)),
                    Set.of()));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @AfterEach
  void noSeatIsInTwoLiveHolds() {
    assertEquals(0, shop.brokenSeats());
  }

  private static CompletableFuture<HttpResponse<String>> later(
      String event, String fan, String best) {
    return shop.client.sendAsync(
        shop.request("/events/" + event + "/holds", shop.token(event, fan))
            .POST(BodyPublishers.ofString("{\"best\":" + best + "}"))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpResponse<String> best(String event, String fan, String best) {
    return later(event, fan, best).join();
  }

  private static List<String> seats(HttpResponse<String> answer) {
    assertEquals(201, answer.statusCode(), answer.body());
    List<String> seats = new ArrayList<>();
    for (Object seat : TestShop.json(answer).getJsonArray("seats")) {
      seats.add(((JsonObject) seat).getString("id"));
    }
    return seats;
  }

  @Test
  void theMiddleOfTheFrontRowGoesFirstAndWhatIsNextToItAfterThat() {
    assertEquals(
        List.of("A-25", "A-26"), seats(best("derby", "first", "{\"section\":\"A\",\"count\":2}")));
    List<String> next = seats(best("derby", "second", "{\"section\":\"A\",\"count\":2}"));
    assertTrue(
        next.equals(List.of("A-23", "A-24")) || next.equals(List.of("A-27", "A-28")),
        next::toString);
    assertEquals(
        List.of("BI-25"), seats(best("derby", "third", "{\"section\":\"D\",\"count\":1}")));
  }

  @Test
  void aBandOfPricesOrATicketTypeSaysWhereToLook() {
    assertEquals(
        List.of("U-25"), seats(best("banded", "thrifty", "{\"maxPriceCents\":3000,\"count\":1}")));
    assertEquals(
        List.of("A-25"), seats(best("banded", "rich", "{\"maxPriceCents\":9000,\"count\":1}")));
    assertEquals(
        List.of("U-26"), seats(best("banded", "typed", "{\"ticketType\":\"back\",\"count\":1}")));
    HttpResponse<String> none =
        best("banded", "poor", "{\"maxPriceCents\":2999,\"section\":\"B\",\"count\":1}");
    assertEquals("not-enough-seats", TestShop.code(none));
    assertEquals(0, TestShop.json(none).getInteger("free"));
  }

  @Test
  void ofAHundredGroupsForTenSeatsEachSeatGoesOnceAndOnlyToWholeGroups() {
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      asked.add(later("ten", "group" + i, "{\"section\":\"A\",\"count\":" + (1 + i % 3) + "}"));
    }
    Set<String> given = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      HttpResponse<String> answer = asked.get(i).join();
      if (answer.statusCode() == 201) {
        List<String> seats = seats(answer);
        assertEquals(1 + i % 3, seats.size());
        seats.forEach(seat -> assertTrue(given.add(seat), seat));
      } else {
        assertEquals(409, answer.statusCode(), answer.body());
        assertTrue(
            Set.of("not-enough-seats", "contention").contains(TestShop.code(answer)),
            answer.body());
      }
    }
    assertEquals(
        given.size(),
        shop.number("SELECT count(*) FROM event_seat WHERE event_id = 'ten' AND state = 'held'"));
    // Whoever wants one more gets one as long as there is one.
    for (int left = given.size(); left < 10; left++) {
      assertEquals(1, seats(best("ten", "late" + left, "{\"section\":\"A\",\"count\":1}")).size());
    }
    HttpResponse<String> over = best("ten", "too-late", "{\"section\":\"A\",\"count\":1}");
    assertEquals("not-enough-seats", TestShop.code(over));
    assertEquals(new JsonArray(), TestShop.json(over).getJsonArray("available"));
  }

  @Test
  void theLastSeatGoesToOneOfTwoHundredWhetherTheyNameItOrNot() {
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      asked.add(
          i % 2 == 0
              ? later("one", "fan" + i, "{\"section\":\"A\",\"count\":1}")
              : shop.holdLater("one", shop.token("one", "fan" + i), "A-1"));
    }
    List<HttpResponse<String>> answers = asked.stream().map(CompletableFuture::join).toList();
    assertEquals(1, answers.stream().filter(a -> a.statusCode() == 201).count());
    assertEquals(199, answers.stream().filter(a -> a.statusCode() == 409).count());
  }

  @Test
  void capsAreCountedAsForNamedSeats() {
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      asked.add(later("capped", "greedy", "{\"section\":\"A\",\"count\":2}"));
    }
    List<HttpResponse<String>> answers = asked.stream().map(CompletableFuture::join).toList();
    assertEquals(2, answers.stream().filter(a -> a.statusCode() == 201).count());
    assertTrue(
        answers.stream()
            .filter(a -> a.statusCode() != 201)
            .allMatch(a -> TestShop.code(a).equals("limit-reached")));
  }

  @Test
  void anExpiredHoldsSeatsCountAsFree() {
    HttpResponse<String> answer = best("large", "slow", "{\"section\":\"A\",\"count\":8}");
    List<String> before = seats(answer);
    String holdId = TestShop.json(answer).getString("holdId");
    shop.execute(
        "UPDATE event_seat SET deadline = now() WHERE hold_id = '"
            + holdId
            + "'; UPDATE hold SET deadline = now(), created_at = now() - interval '1 minute'"
            + " WHERE hold_id = '"
            + holdId
            + "'");
    assertEquals(before, seats(best("large", "quick", "{\"section\":\"A\",\"count\":8}")));
  }

  @Test
  void groupsThatFitNoRowAreSeatedInPartsNextToEachOther() {
    // Of rows AO and on only the first five seats are left.
    shop.execute(
        """
        UPDATE event_seat SET state = 'sold', hold_id = lpad('gone', 22, '0')
         WHERE event_id = 'large' AND section_id = 'C' AND split_part(seat_id, '-', 2)::int > 5
        """);
    assertEquals(
        List.of("AO-1", "AO-2", "AO-3", "AO-4", "AO-5", "AP-3", "AP-4", "AP-5"),
        seats(best("large", "family", "{\"section\":\"C\",\"count\":8}")));
  }

  @Test
  void neighboursAreFoundBehindAThousandSingleSeats() {
    shop.execute(
        """
        UPDATE event_seat SET state = 'sold', hold_id = lpad('gone', 22, '0')
         WHERE event_id = 'large' AND section_id IN ('E', 'F', 'G', 'H')
           AND ordinal < 7900 AND split_part(seat_id, '-', 2)::int % 2 = 0
        """);
    shop.execute(
        """
        UPDATE event_seat SET state = 'sold', hold_id = lpad('gone', 22, '0')
         WHERE event_id = 'large' AND state = 'available'
           AND section_id NOT IN ('C', 'E', 'F', 'G', 'H')
        """);
    List<String> seats =
        seats(best("large", "patient", "{\"count\":2,\"ticketType\":\"standard\"}"));
    assertEquals(
        2,
        shop.number(
            "SELECT count(*) FROM event_seat WHERE event_id = 'large' AND ordinal >= 7900"
                + " AND seat_id IN ('"
                + String.join("','", seats)
                + "')"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0007',
      value = {
        "null                                                        | invalid-best | best",
        "[]                                                          | invalid-best | best",
        "{}                                                          | invalid-best | section",
        "{\"count\":2}                                               | invalid-best | section",
        "{\"section\":\"A\"}                                         | invalid-best | count",
        "{\"section\":\"A\",\"count\":0}                             | invalid-best | count",
        "{\"section\":\"A\",\"count\":9}                             | invalid-best | count",
        "{\"section\":\"A\",\"count\":2.0}                           | invalid-best | count",
        "{\"section\":\"A\",\"count\":\"2\"}                         | invalid-best | count",
        "{\"section\":\"A\",\"count\":18446744073709551617}          | invalid-best | count",
        "{\"section\":\"a\",\"count\":1}                             | invalid-best | section",
        "{\"section\":1,\"count\":1}                                 | invalid-best | section",
        "{\"section\":\"\",\"count\":1}                              | invalid-best | section",
        "{\"ticketType\":\"x\\u0000\",\"count\":1}                   | invalid-best | ticketType",
        "{\"maxPriceCents\":-1,\"count\":1}                          | invalid-best | maxPriceCents",
        "{\"maxPriceCents\":1.5,\"count\":1}                         | invalid-best | maxPriceCents",
        "{\"section\":\"A\",\"count\":1,\"priceCents\":1}            | bad-request  | best.priceCents",
      })
  void everyWrongWishIsNamed(String best, String code, String named) {
    HttpResponse<String> answer = best("derby", "wrong", best);
    assertEquals(400, answer.statusCode(), answer.body());
    assertEquals(code, TestShop.code(answer));
    assertTrue(answer.body().contains("\"" + named + "\""), answer.body());
  }
}
