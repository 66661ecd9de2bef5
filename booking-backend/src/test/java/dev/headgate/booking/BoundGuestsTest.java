package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.BoundFan.By;
import dev.headgate.booking.admission.Prover;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.EventSettings.Limits;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.payment.simulator.Simulator;
import dev.headgate.payment.simulator.SimulatorSettings;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Guests whose admission is bound to a key, and whoever copied what their browser sends. */
class BoundGuestsTest {
  private static Vertx vertx;
  private static Simulator simulator;
  private static TestShop shop;
  private static People people;

  @BeforeAll
  static void open() {
    vertx = Vertx.vertx();
    simulator = TestShop.await(Simulator.start(vertx, SimulatorSettings.defaults()));
    SimulatorSettings.Secrets secrets = SimulatorSettings.Secrets.defaults();
    ShopConfig.Payment payment =
        ShopConfig.Payment.at(simulator.apiBase(), secrets.apiKey(), secrets.webhook());
    shop =
        TestShop.with(
            config -> config.withPayment(payment), event("derby", 2_000), event("cup", 100));
    simulator.webhooksTo(shop.at("/webhooks/payments"));
    people = new People(shop);
  }

  private static EventSettings event(String id, int seats) {
    return EventSettings.generated(id, id, seats)
        .withLimits(new Limits(Duration.ofMinutes(10), 8, 1_000, 1_000, Duration.ofMinutes(1)));
  }

  @AfterAll
  static void close() {
    shop.close();
    TestShop.await(simulator.close());
    TestShop.await(vertx.close());
  }

  /** What a guest may ask for, with which credential, and what is answered when all is right. */
  static Stream<BoundFan.Call> calls() {
    List<BoundFan.Call> calls = new ArrayList<>();
    String seat = "{\"seats\":[\"{seat}\"]}";
    for (By by : List.of(By.ADMISSION, By.ADMISSION_AND_SESSION)) {
      calls.add(new BoundFan.Call("GET", "/events/derby/holds", "", 200, by));
      calls.add(new BoundFan.Call("HEAD", "/events/derby/holds", "", 200, by));
      calls.add(new BoundFan.Call("POST", "/events/derby/holds", seat, 201, by));
    }
    for (By by : List.of(By.SESSION, By.SESSION_HEADER, By.BEARER)) {
      calls.add(new BoundFan.Call("GET", "/holds/{hold}", "", 200, by));
      calls.add(new BoundFan.Call("DELETE", "/holds/{hold}", "", 204, by));
      calls.add(new BoundFan.Call("POST", "/holds/{hold}/extension", "", 200, by));
      calls.add(new BoundFan.Call("POST", "/holds/{hold}/checkout", BoundFan.CARD, 201, by));
      calls.add(new BoundFan.Call("GET", "/orders", "", 200, by));
      calls.add(new BoundFan.Call("GET", "/orders/{order}", "", 200, by));
      calls.add(new BoundFan.Call("GET", "/orders/{order}/tickets/{ticket}.png", "", 200, by));
      calls.add(new BoundFan.Call("GET", "/orders/{order}/tickets/{ticket}.pdf", "", 200, by));
      calls.add(new BoundFan.Call("GET", "/orders/{order}/tickets/{ticket}.txt", "", 200, by));
      calls.add(new BoundFan.Call("POST", "/sessions", BoundFan.ADDRESS, 202, by));
      calls.add(new BoundFan.Call("POST", "/sessions/verify", BoundFan.GUESS, 200, by));
    }
    calls.add(new BoundFan.Call("GET", "/sessions/me", "", 200, By.SESSION));
    calls.add(new BoundFan.Call("GET", "/sessions/me", "", 200, By.SESSION_HEADER));
    return calls.stream();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void whoeverHasNotTheKeyIsShownNothingAndChangesNothing(BoundFan.Call call) {
    BoundFan fan = BoundFan.at(shop, people);
    String before = rows();
    Map<String, HttpResponse<String>> refused = new LinkedHashMap<>();
    refused.put("no proof", fan.send(call));
    wrong(fan, call).forEach((what, proof) -> refused.put(what, fan.send(call, proof)));
    refused.put("two proofs", fan.send(call, fan.proof(call), fan.proof(call)));
    refused.forEach(
        (what, answer) -> {
          String code = what.equals("no proof") ? "proof-required" : "proof-invalid";
          assertRefused(fan, call, code, answer, what);
        });
    assertEquals(before, rows(), "nothing has changed");

    String proof = fan.proof(call);
    assertEquals(call.status(), fan.send(call, proof).statusCode());
    String after = rows();
    assertRefused(fan, call, "proof-invalid", fan.send(call, proof), "the same once more");
    assertEquals(after, rows(), "nothing has changed the second time");
  }

  private static Map<String, String> wrong(BoundFan fan, BoundFan.Call call) {
    Map<String, String> proofs = new LinkedHashMap<>();
    String ath = fan.hash(call.by());
    String path = fan.filled(call.path());
    proofs.put("no proof at all", "x");
    proofs.put("another's key", BoundFan.proof(Prover.es256(), call.method(), path, ath));
    proofs.put("another path", BoundFan.proof(fan.key, call.method(), "/orders/x", ath));
    proofs.put("the path above", BoundFan.proof(fan.key, call.method(), path + "/", ath));
    proofs.put("another method", BoundFan.proof(fan.key, "PUT", path, ath));
    for (By by : By.values()) {
      if (!fan.hash(by).equals(ath)) {
        proofs.put("of " + by, BoundFan.proof(fan.key, call.method(), path, fan.hash(by)));
      }
    }
    String other = BoundFan.hash(fan.tokenOf("somebody", fan.key.thumbprint()));
    proofs.put("another token", BoundFan.proof(fan.key, call.method(), path, other));
    return proofs;
  }

  private static void assertRefused(
      BoundFan fan, BoundFan.Call call, String code, HttpResponse<String> answer, String what) {
    assertEquals(401, answer.statusCode(), what);
    assertEquals(
        "DPoP error=\"invalid_dpop_proof\", algs=\"ES256 EdDSA RS256\"",
        answer.headers().firstValue("WWW-Authenticate").orElse(""),
        what);
    assertFalse(answer.headers().firstValue("Set-Cookie").isPresent(), what);
    if (!call.method().equals("HEAD")) {
      JsonObject problem = TestShop.json(answer);
      assertEquals(code, TestShop.code(answer), what);
      assertEquals(fan.key.thumbprint(), problem.getString("jkt"), what);
      assertEquals(fan.hash(call.by()), problem.getString("ath"), what);
    }
  }

  /** Whatever belongs to anybody. */
  private static String rows() {
    return shop.text(
        """
        SELECT md5(concat(
          (SELECT string_agg(h::text, '' ORDER BY hold_id) FROM hold h),
          (SELECT string_agg(concat(event_id, seat_id, state, hold_id), '' ORDER BY event_id, seat_id)
             FROM event_seat WHERE state <> 'available'),
          (SELECT string_agg(order_id || status, '' ORDER BY order_id) FROM shop_order),
          (SELECT string_agg(a::text, '' ORDER BY customer_id) FROM account a),
          (SELECT string_agg(s::text, '' ORDER BY sign_in_id) FROM sign_in s),
          (SELECT string_agg(c::text, '' ORDER BY c::text) FROM customer c)))
        """);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void aProofSentFiftyTimesAtOnceIsGoodOnce(BoundFan.Call call) {
    BoundFan fan = BoundFan.at(shop, people);
    String proof = fan.proof(call);
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(fan.sendLater(call, proof));
    }
    List<Integer> statuses = all.stream().map(one -> one.join().statusCode()).toList();
    assertEquals(1, statuses.stream().filter(one -> one == call.status()).count(), statuses + "");
    assertEquals(49, statuses.stream().filter(one -> one == 401).count(), statuses + "");
    assertEquals(0, shop.brokenSeats());
  }

  @Test
  void theMapNeedsNoProofAndThePageSaysWhatToProve() {
    BoundFan fan = BoundFan.at(shop, people);
    assertEquals(200, shop.get("/events/derby/seats", fan.token).statusCode());
    String page = html(fan, "/events/derby/seats", By.ADMISSION).body();
    String key = " data-jkt=\"%s\" data-ath=\"%s\"";
    assertTrue(page.contains(key.formatted(fan.key.thumbprint(), fan.hash(By.ADMISSION))), page);
    BoundFan.Call list =
        new BoundFan.Call("GET", "/events/derby/holds", "", 200, By.ADMISSION_AND_SESSION);
    assertEquals(
        new JsonObject()
            .put("jkt", fan.key.thumbprint())
            .put("ath", fan.hash(By.ADMISSION))
            .put("sessionAth", fan.hash(By.SESSION)),
        TestShop.json(fan.send(list, fan.proof(list))).getJsonObject("binding"));
  }

  @Test
  void aPersonWhoGoesThereIsGivenAPageThatShowsNothingAndProvesByItself() {
    BoundFan fan = BoundFan.at(shop, people);
    for (String path : List.of("/events/derby/holds", "/holds/{hold}", "/orders/{order}")) {
      By by = path.startsWith("/events") ? By.ADMISSION : By.SESSION;
      HttpResponse<String> answer = html(fan, path, by);
      assertEquals(200, answer.statusCode(), path);
      assertTrue(answer.body().contains("/events/-/unlock.js"), answer.body());
      assertTrue(answer.body().contains(fan.hash(by)), answer.body());
      assertFalse(answer.body().contains(fan.seat), path);
      assertEquals("no-store", answer.headers().firstValue("Cache-Control").orElse(""));
      String wrong = BoundFan.proof(Prover.es256(), "GET", fan.filled(path), fan.hash(by));
      assertEquals(401, html(fan, path, by, wrong).statusCode(), path);
    }
    BoundFan.Call hold = new BoundFan.Call("GET", "/holds/{hold}", "", 200, By.SESSION);
    HttpResponse<String> payment = html(fan, hold.path(), By.SESSION, fan.proof(hold));
    assertTrue(payment.body().contains(fan.seat), payment.body());
    assertTrue(payment.body().contains(fan.hash(By.SESSION)), payment.body());
    BoundFan.Call order = new BoundFan.Call("GET", "/orders/{order}", "", 303, By.SESSION);
    HttpResponse<String> away = html(fan, order.path(), By.SESSION, fan.proof(order));
    assertEquals(303, away.statusCode());
    assertEquals(fan.orderUrl, away.headers().firstValue("Location").orElse(""));
  }

  private static HttpResponse<String> html(BoundFan fan, String path, By by, String... proofs) {
    BoundFan.Call call = new BoundFan.Call("GET", path, "", 200, by);
    return shop.send(fan.request(call, proofs).setHeader("Accept", "text/html").build());
  }

  @Test
  void theAddressOfAnOrderOpensItWithoutAnything() {
    BoundFan fan = BoundFan.at(shop, people);
    HttpResponse<String> answer =
        shop.send(people.request(fan.orderUrl, null).header("Accept", "application/json").build());
    assertEquals(200, answer.statusCode(), answer.body());
  }

  @Test
  void leavingTakesNoKeyForItIsTheBrowsersOwnCookie() {
    BoundFan fan = BoundFan.at(shop, people);
    String before = rows();
    BoundFan.Call leave = new BoundFan.Call("DELETE", "/sessions/me", "", 204, By.SESSION);
    assertEquals(204, fan.send(leave).statusCode());
    assertEquals(before, rows());
  }

  @Test
  void aSessionThatCanBeCopiedNeverOwnsWhatIsHeldWithAKey() {
    String open = People.cookie(shop.hold("cup", shop.token("cup", "someone"), "A-1"));
    BoundFan fan = BoundFan.at(shop, people, open);
    assertNotEquals(open, fan.session);
    assertEquals(404, shop.send(people.request("/holds/" + fan.holdId, open).build()).statusCode());
    BoundFan.Call mine = new BoundFan.Call("GET", "/holds/{hold}", "", 200, By.SESSION);
    assertEquals(401, fan.send(mine).statusCode());
    assertEquals(200, fan.send(mine, fan.proof(mine)).statusCode());
  }

  @Test
  void whereNoKeyIsAskedForACopiedSessionOfOneIsNobodys() {
    BoundFan fan = BoundFan.at(shop, people);
    String own = shop.token("cup", "thief");
    HttpResponse<String> held =
        shop.send(
            shop.request("/events/cup/holds", own)
                .header("Cookie", "shop_session=" + fan.session)
                .POST(BoundFan.text("{\"seats\":[\"B-7\"]}"))
                .build());
    assertEquals(201, held.statusCode(), held.body());
    String session = People.cookie(held);
    assertNotEquals("", session);
    String me = TestShop.json(people.me(session)).getString("customer");
    BoundFan.Call who = new BoundFan.Call("GET", "/sessions/me", "", 200, By.SESSION);
    assertNotEquals(
        TestShop.json(fan.send(who, fan.proof(who))).getString("customer"), me, "somebody else");
  }

  @Test
  void whoseSessionWasReplacedAtAnotherEventGetsItBackWithTheirHolds() {
    BoundFan fan = BoundFan.at(shop, people);
    String other = People.cookie(shop.hold("cup", shop.token("cup", "elsewhere"), "A-9"));
    BoundFan.Call list = new BoundFan.Call("GET", "/events/derby/holds", "", 200, By.ADMISSION);
    HttpResponse<String> listed =
        shop.send(
            fan.request(list, fan.proof(list)).header("Cookie", "shop_session=" + other).build());
    assertEquals(200, listed.statusCode(), listed.body());
    BoundFan.Call hold = new BoundFan.Call("GET", "/holds/{hold}", "", 200, By.SESSION);
    fan.session = People.cookie(listed);
    assertEquals(401, fan.send(hold).statusCode());
    assertEquals(200, fan.send(hold, fan.proof(hold)).statusCode());
  }

  @Test
  void anAccountIsProvenByItsAddressAndHoldsWithTheKeyOfTheAdmission() {
    BoundFan fan = BoundFan.at(shop, people);
    String account = people.signIn("holder@example.org", null).getString("session");
    for (String method : List.of("GET", "POST")) {
      boolean holds = method.equals("POST");
      String body = holds ? "{\"seats\":[\"{seat}\"]}" : "";
      BoundFan.Call call =
          new BoundFan.Call(method, "/events/derby/holds", body, 200, By.ADMISSION);
      HttpResponse<String> answer =
          shop.send(fan.request(call).header("Cookie", "shop_session=" + account).build());
      assertEquals(holds ? 401 : 200, answer.statusCode(), answer.body());
      assertFalse(answer.body().contains(fan.holdId), "the guest's are not the account's");
    }
  }
}
