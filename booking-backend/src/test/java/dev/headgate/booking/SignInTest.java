package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signing in: a code, so many guesses, one account an address. */
class SignInTest {
  private static final AtomicInteger PEOPLE = new AtomicInteger();
  private static TestShop shop;
  private static People people;

  @BeforeAll
  static void open() {
    shop = TestShop.with(EventSettings.generated("derby", "Derby", 2_000));
    people = new People(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @AfterEach
  void everySignInHasItsMessageAndEveryAccountItsOwnAddress() {
    assertEquals(
        0,
        shop.number(
            """
            SELECT (SELECT count(*) FROM sign_in s FULL JOIN outbox o ON o.subject_id = s.sign_in_id
                     WHERE s.recipient IS DISTINCT FROM o.recipient)
                 + (SELECT count(*) FROM sign_in WHERE tries > 5)
                 + (SELECT count(*) - count(DISTINCT email) FROM account WHERE email IS NOT NULL)
                 + (SELECT count(*) - count(DISTINCT phone) FROM account WHERE phone IS NOT NULL)
            """));
  }

  private static String someEmail() {
    return "fan" + PEOPLE.incrementAndGet() + "@example.com";
  }

  private static String somePhone() {
    return "+491511234" + (1_000 + PEOPLE.incrementAndGet());
  }

  private static Map<Integer, Long> byStatus(List<CompletableFuture<HttpResponse<String>>> sent) {
    return sent.stream()
        .map(answer -> answer.join().statusCode())
        .collect(Collectors.groupingBy(status -> status, TreeMap::new, Collectors.counting()));
  }

  private static List<CompletableFuture<HttpResponse<String>>> manyAtOnce(
      int count, String path, String body) {
    return IntStream.range(0, count).mapToObj(i -> people.postLater(path, body, null)).toList();
  }

  @Test
  void theRightCodeGivesASessionOfTheAccount() {
    String address = "Some.Fan" + someEmail().toUpperCase(java.util.Locale.ROOT);
    String kept = address.toLowerCase(java.util.Locale.ROOT);
    HttpResponse<String> begun = people.post("/sessions", People.to(address), null);
    assertEquals(202, begun.statusCode());
    JsonObject sent = TestShop.json(begun);
    assertEquals(Set.of("signInId", "expiresAt", "serverTime"), sent.fieldNames());
    assertEquals(
        Duration.ofMinutes(10),
        Duration.between(
            Instant.parse(sent.getString("serverTime")),
            Instant.parse(sent.getString("expiresAt"))));
    String id = sent.getString("signInId");
    assertEquals(
        1,
        shop.number(
            "SELECT count(*) FROM outbox WHERE kind = 'code' AND channel = 'email' AND"
                // Due at once, and perhaps taken already.
                + " (tries > 0 OR next_try_at = created_at) AND recipient = '"
                + kept
                + "' AND subject_id = '"
                + id
                + "'"));
    HttpResponse<String> answer = people.verify(id, people.code(id), null);
    JsonObject signedIn = TestShop.json(answer);
    assertEquals(200, answer.statusCode());
    assertEquals(
        Set.of("customer", "kind", "email", "expiresAt", "session"), signedIn.fieldNames());
    assertEquals(kept, signedIn.getString("email"));
    assertTrue(signedIn.getString("customer").matches("[A-Za-z0-9_-]{22}"));
    assertEquals(signedIn.getString("session"), People.cookie(answer));
    assertEquals("no-store", answer.headers().firstValue("Cache-Control").orElse(""));
    String cookie = answer.headers().firstValue("Set-Cookie").orElse("");
    assertTrue(
        cookie.endsWith("; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax"), "attributes differ");
    JsonObject me = TestShop.json(people.me(signedIn.getString("session")));
    assertEquals(signedIn.getString("customer"), me.getString("customer"));
    assertEquals("account", me.getString("kind"));
    assertEquals(kept, me.getString("email"));
  }

  @Test
  void anAppSendsItsSessionInAHeader() {
    String session = people.signIn(somePhone(), null).getString("session");
    for (String value : List.of(session, "Bearer " + session)) {
      HttpResponse<String> me =
          shop.send(people.request("/sessions/me", null).header("Shop-Session", value).build());
      assertEquals(200, me.statusCode());
      assertTrue(TestShop.json(me).getString("phone").startsWith("+49151"));
    }
  }

  /** Not what takes messages from the outbox: that runs by itself, in between. */
  private static Map<String, Long> statements() {
    Map<String, Long> calls = new TreeMap<>();
    String sql =
        "SELECT queryid, calls FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid"
            + " WHERE r.rolname = '"
            + shop.role
            + "' AND query ~ 'sign_in|account|advisory|INSERT INTO outbox'";
    try (var connection = shop.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        calls.put(rows.getString(1), rows.getLong(2));
      }
      return calls;
    } catch (java.sql.SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** What one request for a code runs, by statement. */
  private static Map<String, Long> statementsFor(String address) {
    Map<String, Long> before = statements();
    String unused = people.begin(address, null);
    Map<String, Long> after = statements();
    after.replaceAll((query, calls) -> calls - before.getOrDefault(query, 0L));
    after.values().removeIf(calls -> calls == 0);
    return after;
  }

  @Test
  void nothingTellsWhetherAnAddressHasAnAccount() {
    String known = someEmail();
    JsonObject account = people.signIn(known, null);
    assertEquals(known, account.getString("email"));
    HttpResponse<String> has = people.post("/sessions", People.to(known), null);
    HttpResponse<String> hasNone = people.post("/sessions", People.to(someEmail()), null);
    assertEquals(has.statusCode(), hasNone.statusCode());
    assertEquals(has.headers().map().keySet(), hasNone.headers().map().keySet());
    assertEquals(has.body().length(), hasNone.body().length());
    assertEquals(TestShop.json(has).fieldNames(), TestShop.json(hasNone).fieldNames());
    Map<String, Long> forKnown = statementsFor(known);
    assertEquals(2, forKnown.size(), "the lock and the row");
    assertEquals(forKnown, statementsFor(someEmail()));
  }

  @Test
  void anAddressGetsFiveCodesAnHourAlsoWhenAskedForAtOnce() {
    String address = someEmail();
    List<CompletableFuture<HttpResponse<String>>> asked =
        manyAtOnce(60, "/sessions", People.to(address));
    assertEquals(Map.of(202, 5L, 429, 55L), byStatus(asked));
    HttpResponse<String> refused = people.post("/sessions", People.to(address), null);
    assertEquals("too-many-codes", TestShop.code(refused));
    long wait = Long.parseLong(refused.headers().firstValue("Retry-After").orElse("0"));
    assertTrue(wait > 3_000 && wait <= 3_600, wait + " s");
    assertFalse(refused.body().contains(address));
    String rows = "FROM sign_in WHERE recipient = '" + address + "'";
    assertEquals(5, shop.number("SELECT count(*) " + rows));
    shop.execute(
        "UPDATE sign_in SET created_at = created_at - interval '1 hour' WHERE sign_in_id ="
            + " (SELECT min(sign_in_id) "
            + rows
            + ")");
    assertEquals(
        Map.of(202, 1L, 429, 9L), byStatus(manyAtOnce(10, "/sessions", People.to(address))));
  }

  @Test
  void oneCallerGetsFiveCodesAnHourForWhateverAddresses() {
    String session = people.signIn(someEmail(), null).getString("session");
    for (int i = 0; i < 5; i++) {
      assertFalse(people.begin(someEmail(), session).isEmpty());
    }
    HttpResponse<String> refused = people.post("/sessions", People.to(someEmail()), session);
    assertEquals(429, refused.statusCode());
    assertEquals("too-many-codes", TestShop.code(refused));
    assertEquals(202, people.post("/sessions", People.to(someEmail()), null).statusCode());
  }

  @Test
  void ofTwoHundredWrongGuessesAtOnceFiveAreLookedAtAndThenTheCodeIsOver() {
    String id = people.begin(someEmail(), null);
    List<CompletableFuture<HttpResponse<String>>> guesses =
        manyAtOnce(200, "/sessions/verify", People.guess(id, people.wrong(id)));
    assertEquals(Map.of(403, 5L, 410, 195L), byStatus(guesses));
    List<Integer> left =
        guesses.stream()
            .map(CompletableFuture::join)
            .filter(answer -> answer.statusCode() == 403)
            .map(answer -> TestShop.json(answer).getInteger("triesLeft"))
            .sorted()
            .toList();
    assertEquals(List.of(0, 1, 2, 3, 4), left);
    HttpResponse<String> late = people.verify(id, people.code(id), null);
    assertEquals(410, late.statusCode());
    assertEquals("code-expired", TestShop.code(late));
    assertEquals("", People.cookie(late));
  }

  @Test
  void aCodeSentAHundredTimesAtOnceWorksOnce() {
    String address = someEmail();
    String id = people.begin(address, null);
    assertEquals(
        Map.of(200, 1L, 410, 99L),
        byStatus(manyAtOnce(100, "/sessions/verify", People.guess(id, people.code(id)))));
    assertEquals(1, shop.number("SELECT count(*) FROM account WHERE email = '" + address + "'"));
  }

  @Test
  void amongGuessesTheRightOneWorksAtMostOnce() {
    for (int round = 0; round < 10; round++) {
      String id = people.begin(someEmail(), null);
      List<CompletableFuture<HttpResponse<String>>> guesses = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String code = i % 4 == 3 ? people.code(id) : people.wrong(id);
        guesses.add(people.postLater("/sessions/verify", People.guess(id, code), null));
      }
      Map<Integer, Long> answers = byStatus(guesses);
      long in = answers.getOrDefault(200, 0L);
      long wrong = answers.getOrDefault(403, 0L);
      assertTrue(in <= 1 && wrong + in <= 5 && wrong + in >= 1, answers.toString());
      assertEquals(8, in + wrong + answers.getOrDefault(410, 0L), answers.toString());
    }
  }

  @Test
  void aCodeHasItsTime() {
    String id = people.begin(someEmail(), null);
    shop.execute(
        "UPDATE sign_in SET expires_at = clock_timestamp() WHERE sign_in_id = '" + id + "'");
    HttpResponse<String> late = people.verify(id, people.code(id), null);
    assertEquals("code-expired", TestShop.code(late));
    HttpResponse<String> never = people.verify("AAAAAAAAAAAAAAAAAAAAAA", "123456", null);
    assertEquals(late.statusCode(), never.statusCode());
    assertEquals(late.body(), never.body());
  }

  @Test
  void aCodeOfAnotherSignInDoesNotFit() {
    String mine = people.begin(someEmail(), null);
    String theirs = people.begin(someEmail(), null);
    if (!people.code(mine).equals(people.code(theirs))) {
      HttpResponse<String> answer = people.verify(theirs, people.code(mine), null);
      assertEquals("wrong-code", TestShop.code(answer));
      assertEquals(4, TestShop.json(answer).getInteger("triesLeft"));
    }
    assertEquals(200, people.verify(theirs, people.code(theirs), null).statusCode());
  }

  @Test
  void whoIsSignedInAddsAPhoneToTheirAccount() {
    String email = someEmail();
    String phone = somePhone();
    JsonObject first = people.signIn(email, null);
    JsonObject both = people.signIn(phone, first.getString("session"));
    assertEquals(first.getString("customer"), both.getString("customer"));
    assertEquals(email, both.getString("email"));
    assertEquals(phone, both.getString("phone"));
    assertNotEquals(first.getString("session"), both.getString("session"));
    for (String address : List.of(email, phone)) {
      JsonObject again = people.signIn(address, null);
      assertEquals(first.getString("customer"), again.getString("customer"));
    }
  }

  @Test
  void anAddressOfAnotherAccountIsNotAddedAndNothingIsMerged() {
    String phone = somePhone();
    JsonObject other = people.signIn(phone, null);
    JsonObject mine = people.signIn(someEmail(), null);
    long accounts = shop.number("SELECT count(*) FROM account");
    HttpResponse<String> answer = people.prove(phone, mine.getString("session"));
    assertEquals(409, answer.statusCode());
    assertEquals("address-in-use", TestShop.code(answer));
    assertEquals("", People.cookie(answer));
    assertFalse(answer.body().contains(other.getString("customer")));
    assertFalse(TestShop.json(people.me(mine.getString("session"))).containsKey("phone"));
    assertEquals(accounts, shop.number("SELECT count(*) FROM account"));
  }

  @Test
  void anotherAddressOfTheSameKindIsSomebodyElse() {
    JsonObject first = people.signIn(someEmail(), null);
    JsonObject second = people.signIn(someEmail(), first.getString("session"));
    assertNotEquals(first.getString("customer"), second.getString("customer"));
    JsonObject back = people.signIn(first.getString("email"), second.getString("session"));
    assertEquals(first.getString("customer"), back.getString("customer"));
    assertFalse(back.containsKey("guestHolds"));
  }

  /** Holds a seat as a guest. Returns the answer, which sets the guest's session. */
  private static HttpResponse<String> heldAsGuest(String seat) {
    String token = shop.token("derby", "guest of " + seat);
    HttpResponse<String> held = shop.hold("derby", token, seat);
    assertEquals(201, held.statusCode(), held.body());
    return held;
  }

  private static int statusOfHold(HttpResponse<String> held, String session) {
    String path = "/holds/" + TestShop.json(held).getString("holdId");
    return shop.send(people.request(path, session).build()).statusCode();
  }

  @Test
  void aGuestWhoSignsInForTheFirstTimeKeepsTheirHolds() {
    HttpResponse<String> held = heldAsGuest("A-1");
    String guest = People.cookie(held);
    assertEquals("guest", TestShop.json(people.me(guest)).getString("kind"));
    JsonObject in = people.signIn(someEmail(), guest);
    assertFalse(in.containsKey("guestHolds"));
    assertEquals(200, statusOfHold(held, in.getString("session")));
    HttpResponse<String> own =
        shop.send(
            shop.request("/events/derby/holds", shop.token("derby", "another place"))
                .header("Shop-Session", in.getString("session"))
                .build());
    assertEquals(1, TestShop.json(own).getJsonArray("holds").size());
  }

  @Test
  void aGuestKnownByTheirAdmissionAloneKeepsTheirHoldsToo() {
    HttpResponse<String> held = heldAsGuest("A-2");
    String id = people.begin(someEmail(), null);
    HttpResponse<String> in =
        shop.send(
            people
                .request("/sessions/verify", null)
                .header("Authorization", "Bearer " + shop.token("derby", "guest of A-2"))
                .POST(BodyPublishers.ofString(People.guess(id, people.code(id))))
                .build());
    assertEquals(200, in.statusCode());
    assertEquals(200, statusOfHold(held, People.cookie(in)));
  }

  @Test
  void aGuestWhoHasAnAccountAlreadyIsToldThatTheirHoldsStayBehind() {
    String address = someEmail();
    JsonObject account = people.signIn(address, null);
    HttpResponse<String> held = heldAsGuest("A-3");
    String guest = People.cookie(held);
    JsonObject in = people.signIn(address, guest);
    assertEquals(account.getString("customer"), in.getString("customer"));
    assertEquals(true, in.getBoolean("guestHolds"));
    assertEquals(404, statusOfHold(held, in.getString("session")));
    assertEquals(200, statusOfHold(held, guest));
    assertEquals(204, release(held, guest));
    assertFalse(people.signIn(address, guest).containsKey("guestHolds"));
  }

  private static int release(HttpResponse<String> held, String session) {
    String path = "/holds/" + TestShop.json(held).getString("holdId");
    return shop.send(people.request(path, session).DELETE().build()).statusCode();
  }

  @Test
  void aGuestWhoProvesSeveralAddressesAtOnceKeepsTheHoldsInOneAccount() {
    HttpResponse<String> held = heldAsGuest("A-4");
    String guest = People.cookie(held);
    List<String> ids =
        IntStream.range(0, 5)
            .mapToObj(i -> people.begin(i % 2 == 0 ? someEmail() : somePhone(), guest))
            .toList();
    List<JsonObject> in =
        ids.stream()
            .map(id -> People.guess(id, people.code(id)))
            .map(guess -> people.postLater("/sessions/verify", guess, guest))
            .toList()
            .stream()
            .map(answer -> TestShop.json(answer.join()))
            .toList();
    assertEquals(5, in.stream().map(each -> each.getString("customer")).distinct().count());
    assertEquals(4, in.stream().filter(each -> each.containsKey("guestHolds")).count());
    assertEquals(
        1,
        in.stream().filter(each -> statusOfHold(held, each.getString("session")) == 200).count());
  }

  @Test
  void signingInAlwaysGivesAFreshSessionAndSigningOutTakesItBack() {
    String guest = People.cookie(heldAsGuest("A-5"));
    HttpResponse<String> answer = people.prove(someEmail(), guest);
    assertNotEquals(guest, People.cookie(answer));
    assertTrue(People.cookie(answer).startsWith("hgs1."));
    HttpResponse<String> out =
        shop.send(people.request("/sessions/me", People.cookie(answer)).DELETE().build());
    assertEquals(204, out.statusCode());
    assertEquals(
        "shop_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
        out.headers().firstValue("Set-Cookie").orElse(""));
    HttpResponse<String> nobody = people.me(null);
    assertEquals(401, nobody.statusCode());
    assertEquals("no-session", TestShop.code(nobody));
    assertEquals(
        204, shop.send(people.request("/sessions/me", null).DELETE().build()).statusCode());
  }

  @Test
  void aSessionThatSomebodyTouchedIsNone() {
    String session = people.signIn(someEmail(), null).getString("session");
    assertEquals(200, people.me(session).statusCode());
    for (int at = 0; at < session.length(); at++) {
      char other = session.charAt(at) == 'A' ? 'B' : 'A';
      String touched = session.substring(0, at) + other + session.substring(at + 1);
      assertEquals(401, people.me(touched).statusCode(), "at " + at);
    }
  }

  @ParameterizedTest
  @CsvSource({"POST, /sessions", "POST, /sessions/verify", "DELETE, /sessions/me"})
  void whatAnotherSiteCausedChangesNothing(String method, String path) {
    String id = people.begin(someEmail(), null);
    String body =
        path.equals("/sessions") ? People.to(someEmail()) : People.guess(id, people.code(id));
    long before = shop.number("SELECT count(*) + coalesce(sum(tries), 0) FROM sign_in");
    HttpRequest request =
        people
            .request(path, null)
            .header("Sec-Fetch-Site", "cross-site")
            .method(method, BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = shop.send(request);
    assertEquals(403, answer.statusCode());
    assertEquals("cross-site", TestShop.code(answer));
    assertTrue(answer.headers().firstValue("Set-Cookie").isEmpty());
    assertEquals(before, shop.number("SELECT count(*) + coalesce(sum(tries), 0) FROM sign_in"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0007',
      value = {
        "/sessions        |                                               | bad-request",
        "/sessions        | {}                                            | bad-request",
        "/sessions        | []                                            | bad-request",
        "/sessions        | {\"email\":\"a@b.example\",\"phone\":\"+4915112345678\"} | bad-request",
        "/sessions        | {\"email\":\"a@b.example\",\"email\":\"c@d.example\"} | bad-request",
        "/sessions        | {\"email\":\"a@b.example\",\"customer\":\"me\"} | bad-request",
        "/sessions        | {\"mail\":\"a@b.example\"}                    | bad-request",
        "/sessions        | {\"email\":null}                              | invalid-address",
        "/sessions        | {\"email\":7}                                 | invalid-address",
        "/sessions        | {\"email\":[\"a@b.example\"]}                 | invalid-address",
        "/sessions        | {\"email\":\"a@b\"}                           | invalid-address",
        "/sessions        | {\"email\":\"a@b.example\\u0000\"}            | invalid-address",
        "/sessions        | {\"email\":\"a@b.example\\r\\nX: y\"}         | invalid-address",
        "/sessions        | {\"email\":\"+4915112345678\"}                | invalid-address",
        "/sessions        | {\"phone\":\"a@b.example\"}                   | invalid-address",
        "/sessions        | {\"phone\":\"015112345678\"}                  | invalid-address",
        "/sessions        | {\"phone\":4915112345678}                     | invalid-address",
        "/sessions/verify | {}                                            | bad-request",
        "/sessions/verify | {\"signInId\":\"AAAAAAAAAAAAAAAAAAAAAA\"}     | bad-request",
        "/sessions/verify | {\"signInId\":\"short\",\"code\":\"123456\"}  | bad-request",
        "/sessions/verify | {\"signInId\":7,\"code\":\"123456\"}          | bad-request",
        "/sessions/verify | {\"signInId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"code\":123456} | bad-request",
        "/sessions/verify | {\"signInId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"code\":\"12345\"} | bad-request",
        "/sessions/verify | {\"signInId\":\"AAAAAAAAAAAAAAAAAAAAA'\",\"code\":\"123456\"} | bad-request",
        "/sessions/verify | {\"signInId\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"code\":\"\u0661\u0662\u0663456\"} | bad-request",
      })
  void whatCannotBeMeantIsRefusedAndChangesNothing(String path, String body, String code) {
    long before = shop.number("SELECT count(*) + coalesce(sum(tries), 0) FROM sign_in");
    HttpResponse<String> answer = people.post(path, body == null ? "" : body, null);
    assertEquals(400, answer.statusCode(), answer.body());
    assertEquals(code, TestShop.code(answer));
    assertFalse(answer.body().contains("a@b"), answer.body());
    assertEquals(before, shop.number("SELECT count(*) + coalesce(sum(tries), 0) FROM sign_in"));
  }

  @Test
  void aMisshapenCodeIsNoGuess() {
    String id = people.begin(someEmail(), null);
    for (int i = 0; i < 10; i++) {
      assertEquals(400, people.verify(id, "12345" + "x".repeat(i), null).statusCode());
    }
    assertEquals(200, people.verify(id, people.code(id), null).statusCode());
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /sessions, 405",
    "GET, /sessions/verify, 405",
    "POST, /sessions/me, 405",
    "POST, /sessions/, 404",
    "GET, /sessions/you, 404",
  })
  void otherAddressesAndMethodsAreNotThere(String method, String path, int status) {
    HttpRequest request =
        people.request(path, null).method(method, BodyPublishers.ofString("{}")).build();
    assertEquals(status, shop.send(request).statusCode());
  }
}
