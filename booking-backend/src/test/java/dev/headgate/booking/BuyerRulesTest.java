package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Sales;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What events ask of their buyers, and how often one may ask them for seats. */
class BuyerRulesTest {
  private static final int A_MINUTE = 30;
  private static TestShop shop;
  private static People people;
  private static String guest;
  private static String withEmail;
  private static String withPhone;

  @BeforeAll
  static void open() {
    shop =
        TestShop.with(
            List.of(
                event("open", true, false),
                event("members", false, false),
                event("texted", true, true),
                event("strict", false, true)),
            config ->
                config
                    .withAccounts(new ShopConfig.Accounts(Duration.ofMinutes(10), 5, 5, A_MINUTE))
                    .withHolds(
                        new ShopConfig.Holds(
                            Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofHours(1))));
    people = new People(shop);
    guest = People.cookie(shop.hold("open", shop.token("open", "guest"), "A-1"));
    withEmail = people.signIn("fan@example.com", null).getString("session");
    withPhone = people.signIn("+4915112345678", null).getString("session");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static EventSettings event(String id, boolean guests, boolean verifiedPhone) {
    return EventSettings.generated(id, id, 200)
        .withSales(Sales.defaults().open(guests, verifiedPhone));
  }

  private static @Nullable String session(String who) {
    return switch (who) {
      case "guest" -> guest;
      case "email" -> withEmail;
      case "phone" -> withPhone;
      default -> null;
    };
  }

  private static HttpResponse<String> hold(String event, String who, String seat) {
    var request =
        shop.request("/events/" + event + "/holds", shop.token(event, who))
            .POST(BodyPublishers.ofString("{\"seats\":[\"" + seat + "\"]}"));
    String session = session(who);
    return shop.send(
        session == null ? request.build() : request.header("Shop-Session", session).build());
  }

  @ParameterizedTest
  @CsvSource({
    "open,    admitted, held",
    "open,    guest,    held",
    "open,    email,    held",
    "members, admitted, account-required",
    "members, guest,    account-required",
    "members, email,    held",
    "members, phone,    held",
    "texted,  admitted, phone-required",
    "texted,  guest,    phone-required",
    "texted,  email,    phone-required",
    "texted,  phone,    held",
    "strict,  guest,    account-required",
    "strict,  email,    phone-required",
    "strict,  phone,    held",
  })
  void anEventSellsToWhomItSaysAndRefusesBeforeTheDatabaseIsAsked(
      String event, String who, String outcome) {
    String seat = "A-" + (10 + List.of("admitted", "guest", "email", "phone").indexOf(who));
    long before = shop.statements();
    HttpResponse<String> answer = hold(event, who, seat);
    if (outcome.equals("held")) {
      assertEquals(201, answer.statusCode(), answer.body());
    } else {
      assertEquals(403, answer.statusCode());
      assertEquals(outcome, TestShop.code(answer));
      assertEquals("/sessions", TestShop.json(answer).getString("signIn"));
      assertTrue(answer.headers().firstValue("Set-Cookie").isEmpty());
      assertEquals(before, shop.statements());
    }
  }

  @Test
  void whoProvesAPhoneMayBuyWithTheNewSession() {
    String before = people.signIn("adds@example.com", null).getString("session");
    JsonObject after = people.signIn("+4915112345679", before);
    for (String session : List.of(before, after.getString("session"))) {
      HttpResponse<String> answer =
          shop.send(
              shop.request("/events/strict/holds", shop.token("strict", "adds"))
                  .header("Shop-Session", session)
                  .POST(BodyPublishers.ofString("{\"seats\":[\"A-20\"]}"))
                  .build());
      assertEquals(session.equals(before) ? 403 : 201, answer.statusCode());
    }
  }

  @Test
  void ofManyRequestsAtOnceExactlySoManyAMinuteAreLookedAt() {
    String token = shop.token("open", "eager");
    List<CompletableFuture<HttpResponse<String>>> asked =
        IntStream.range(0, 100).mapToObj(i -> shop.holdLater("open", token, "A-30")).toList();
    List<HttpResponse<String>> refused =
        asked.stream()
            .map(CompletableFuture::join)
            .filter(answer -> answer.statusCode() == 429)
            .toList();
    assertEquals(100 - A_MINUTE, refused.size());
    assertEquals("slow-down", TestShop.code(refused.get(0)));
    long wait = Long.parseLong(refused.get(0).headers().firstValue("Retry-After").orElse("0"));
    assertTrue(wait > 0 && wait <= 60, wait + " s");
    assertEquals(
        A_MINUTE,
        shop.number(
            "SELECT attempts FROM customer WHERE event_id = 'open' AND customer_id = (SELECT"
                + " customer_id FROM hold WHERE seat_ids = ARRAY['A-30'])"));
    assertEquals(409, shop.hold("open", shop.token("open", "calm"), "A-30").statusCode());
    assertEquals(200, shop.get("/events/open/holds", token).statusCode());
  }

  @Test
  void whoMayNotBuyIsNotCounted() {
    for (int i = 0; i < A_MINUTE + 5; i++) {
      assertEquals(
          403, shop.hold("members", shop.token("members", "stranger"), "A-40").statusCode());
    }
    assertEquals(201, shop.hold("open", shop.token("open", "stranger"), "A-40").statusCode());
  }
}
