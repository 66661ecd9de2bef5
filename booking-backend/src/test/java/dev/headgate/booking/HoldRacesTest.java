package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many fans at once, over HTTP, on a real database. */
class HoldRacesTest {
  private static TestShop shop;

  @BeforeAll
  static void open() {
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 5_000)
                .withLimits(new Limits(Duration.ofMinutes(10), 8, 4)),
            EventSettings.generated("groups", "Groups", 5_000));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @AfterEach
  void noSeatIsInTwoLiveHolds() {
    assertEquals(0, shop.brokenSeats());
  }

  private static List<HttpResponse<String>> all(
      List<CompletableFuture<HttpResponse<String>>> answers) {
    return answers.stream().map(CompletableFuture::join).toList();
  }

  private static long count(List<HttpResponse<String>> answers, int status) {
    return answers.stream().filter(answer -> answer.statusCode() == status).count();
  }

  private static List<String> tokens(String event, String prefix, int count) {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tokens.add(shop.token(event, prefix + i));
    }
    return tokens;
  }

  @Test
  void ofTwoHundredFansWhoWantOneSeatExactlyOneGetsIt() {
    List<String> tokens = tokens("derby", "one-seat-", 200);
    List<HttpResponse<String>> answers =
        all(tokens.stream().map(token -> shop.holdLater("derby", token, "A-1")).toList());
    assertEquals(1, count(answers, 201));
    assertEquals(199, count(answers, 409));
    assertTrue(
        answers.stream()
            .filter(answer -> answer.statusCode() == 409)
            .allMatch(answer -> TestShop.code(answer).equals("seats-taken")));
    assertEquals(1, shop.number("SELECT count(*) FROM hold WHERE 'A-1' = ANY (seat_ids)"));
  }

  @Test
  void ofSixtyOverlappingBasketsTheLosersHoldNothing() {
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    List<String> tokens = tokens("derby", "basket-", 60);
    for (int i = 0; i < 60; i++) {
      // Every basket has B-30 in it; the others overlap with their neighbours.
      String[] seats = {"B-" + (10 + i % 20), "B-30", "B-" + (31 + i % 18), "B-9"};
      asked.add(shop.holdLater("derby", tokens.get(i), seats));
    }
    List<HttpResponse<String>> answers = all(asked);
    assertEquals(1, count(answers, 201));
    assertEquals(59, count(answers, 409));
    assertEquals(
        4,
        shop.number(
            "SELECT count(*) FROM event_seat WHERE event_id = 'derby' AND seat_id LIKE 'B-%'"
                + " AND state = 'held'"));
  }

  @Test
  void fourteenHundredRacesBetweenOverlappingGroupsNeverDeadlock() {
    long deadlocks =
        shop.number(
            "SELECT deadlocks FROM pg_stat_database" + " WHERE datname = current_database()");
    Random random = new Random(42);
    List<String> tokens = tokens("groups", "group-", 700);
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    List<HttpResponse<String>> answers = new ArrayList<>();
    for (int race = 0; race < 1_400; race++) {
      String row = List.of("C", "D", "E", "F", "G", "H").get(random.nextInt(6));
      int first = 1 + random.nextInt(44);
      String[] seats = {row + "-" + first, row + "-" + (first + 1), row + "-" + (first + 3)};
      // Half of them ask for the same seats the other way round.
      if (random.nextBoolean()) {
        seats = new String[] {seats[2], seats[1], seats[0]};
      }
      asked.add(shop.holdLater("groups", tokens.get(race % 700), seats));
      if (asked.size() == 200) {
        answers.addAll(all(asked));
        asked.clear();
      }
    }
    answers.addAll(all(asked));
    assertEquals(1_400, answers.size());
    assertEquals(1_400, count(answers, 201) + count(answers, 409));
    assertTrue(count(answers, 201) > 10, "some of them win");
    assertEquals(
        deadlocks,
        shop.number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"));
  }

  @Test
  void twoHundredRacesUnderACapOfFourGiveExactlyFour() {
    String token = shop.token("derby", "greedy");
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String row = List.of("J", "K", "L", "M").get(i / 50);
      asked.add(shop.holdLater("derby", token, row + "-" + (1 + i % 50)));
    }
    List<HttpResponse<String>> answers = all(asked);
    assertEquals(4, count(answers, 201));
    assertEquals(196, count(answers, 409));
    assertTrue(
        answers.stream()
            .filter(answer -> answer.statusCode() == 409)
            .allMatch(answer -> TestShop.code(answer).equals("limit-reached")));
    assertEquals(
        4,
        shop.number(
            "SELECT count(*) FROM event_seat WHERE event_id = 'derby'"
                + " AND section_id IN ('A', 'B') AND state = 'held'"
                + " AND split_part(seat_id, '-', 1) IN ('J', 'K', 'L', 'M')"));
  }

  @Test
  void aCapCountsSeatsAndNotHolds() {
    String token = shop.token("derby", "pairs");
    List<HttpResponse<String>> answers =
        all(
            Stream.of(
                    new String[] {"N-1", "N-2"},
                    new String[] {"N-3", "N-4"},
                    new String[] {"N-5", "N-6"})
                .map(seats -> shop.holdLater("derby", token, seats))
                .toList());
    assertEquals(2, count(answers, 201), Arrays.toString(answers.toArray()));
    assertEquals(1, count(answers, 409));
  }
}
