package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.RenewAnswer;
import dev.headgate.gateway.testing.FakeEventView;
import dev.headgate.gateway.token.Admission;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwardAdmissionTest {
  private static final String PATH = "/events/derby/holds";

  @TempDir static Path keys;

  private Scene scene;
  private String good;
  private String late;
  private String other;
  private String ended;
  private String reset;
  private String later;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    long now = scene.derby.now.getEpochSecond();
    good = scene.token("derby");
    late = scene.token(scene.admission("derby", 12, now - 700, 600));
    other = scene.token("cup");
    ended = scene.token(scene.admission("derby", 13, now - 60, 600));
    scene.derby.end(0, 13);
    later = scene.token(scene.admission("derby", 14, now + 3600, 600));
    reset =
        scene.token(
            new Admission("derby", 1, 0, 12, "AAECAwQFBgcICQoLDA0ODw", now - 60, now + 540));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void whichCredentialCountsIsAsTheTableSays() throws IOException {
    // Letters: G good, L too late, O of another event, E ended, R of an epoch before, F not yet,
    // X garbage, S the shop's own. The last column: 200 and who is inside, or status and problem.
    String table =
        """
        nothing                                  | 401 admission-required
        cookie G                                 | 200
        header G                                 | 200
        bearer G                                 | 200
        cookie L                                 | 401 admission-invalid
        cookie X                                 | 401 admission-invalid
        cookie E                                 | 401 admission-invalid
        cookie R                                 | 401 admission-invalid
        cookie F                                 | 401 admission-invalid
        cookie O                                 | 401 admission-invalid
        header X                                 | 401 admission-invalid
        header L                                 | 401 admission-invalid
        header E                                 | 401 admission-invalid
        header O                                 | 403 wrong-event
        bearer X                                 | 401 admission-invalid
        bearer S                                 | 401 admission-invalid
        bearer L                                 | 401 admission-invalid
        bearer R                                 | 401 admission-invalid
        bearer O                                 | 403 wrong-event
        cookie G, cookie L                       | 200
        cookie L, cookie G                       | 200
        cookie X, cookie L, cookie G             | 200
        cookie X, header G                       | 200
        cookie G, header X                       | 200
        cookie G, header O                       | 200
        cookie L, bearer G                       | 200
        cookie G, bearer S                       | 200
        header G, bearer X                       | 200
        header X, bearer X                       | 401 admission-invalid
        header O, bearer X                       | 403 wrong-event
        cookie X, bearer O                       | 403 wrong-event
        othercookie O                            | 401 admission-required
        othercookie X                            | 401 admission-required
        othercookie O, cookie G                  | 200
        quoted G                                 | 200
        spaced G                                 | 200
        basic S                                  | 401 admission-required
        basic S, cookie G                        | 200
        """;
    int row = 0;
    for (String line : table.lines().toList()) {
      String[] cells = line.split("\\|", -1);
      scene.seen.clear();
      Wire.Reply reply = scene.get(PATH, headers(cells[0].trim()));
      assertEquals(cells[1].trim(), (reply.status() + " " + reply.problem()).trim(), line);
      assertEquals(reply.status() == 200 ? 1 : 0, scene.seen.size(), line);
      row++;
    }
    assertEquals(38, row);
  }

  private String[] headers(String cell) {
    List<String> lines = new ArrayList<>();
    for (String credential : cell.split(", ", -1)) {
      String[] words = credential.split(" ", -1);
      String token = words.length < 2 ? "" : token(words[1]);
      switch (words[0]) {
        case "cookie" -> lines.add("Cookie: a=b; hg_admission_derby=" + token);
        case "quoted" -> lines.add("Cookie: hg_admission_derby=\"" + token + "\"; a=b");
        case "spaced" -> lines.add("Cookie: a=b;hg_admission_derby = " + token + " ;c=d");
        case "othercookie" -> lines.add("Cookie: hg_admission_cup=" + token);
        case "header" -> lines.add("Headgate-Admission: " + token);
        case "bearer" -> lines.add("Authorization: bEARER " + token);
        case "basic" -> lines.add("Authorization: Basic " + token);
        default -> assertEquals("nothing", words[0]);
      }
    }
    return lines.toArray(String[]::new);
  }

  private String token(String letter) {
    return switch (letter) {
      case "G" -> good;
      case "L" -> late;
      case "O" -> other;
      case "E" -> ended;
      case "R" -> reset;
      case "F" -> later;
      case "X" -> "%%%";
      default -> "c2hvcA.c2hvcA.c2hvcA";
    };
  }

  @Test
  void aRefusalNamesTheQueueAndSaysNothingOfTheToken() throws IOException {
    Wire.Reply required = scene.get(PATH);
    assertTrue(required.body().contains("\"queue\":\"/queue/derby\""), required.body());
    assertEquals("no-store", required.header("Cache-Control"));
    Wire.Reply invalid = scene.get(PATH, "Headgate-Admission: " + late);
    assertEquals("Bearer error=\"invalid_token\"", invalid.header("WWW-Authenticate"));
    assertTrue(invalid.body().contains("\"queue\":\"/queue/derby\""), invalid.body());
    Wire.Reply garbage = scene.get(PATH, "Headgate-Admission: x");
    assertEquals(invalid.body(), garbage.body());
    Wire.Reply wrong = scene.get(PATH, "Headgate-Admission: " + other);
    assertTrue(wrong.body().contains("\"queue\":\"/queue/derby\""), wrong.body());
    assertFalse(wrong.body().contains("cup"), wrong.body());
  }

  @Test
  void anEventThatNobodyKnowsIsNotFound() throws IOException {
    Wire.Reply reply = scene.get("/events/nobody/holds");
    assertEquals("404 unknown-event", reply.status() + " " + reply.problem());
    assertEquals(200, scene.get("/events/nobody").status());
    assertEquals(200, scene.get("/events/nobody", "Headgate-Admission: x").status());
  }

  @Test
  void aBrowserThatNavigatesGetsTheQueuePageAtTheSameAddress() throws IOException {
    Wire.Reply page = scene.get(PATH + "?row=A&x=%41", "Sec-Fetch-Mode: navigate");
    assertEquals(200, page.status());
    assertTrue(page.body().contains("<title>Derby</title>derby"), page.body());
    assertEquals("text/html; charset=utf-8", page.header("Content-Type"));
    assertEquals("no-store", page.header("Cache-Control"));
    assertEquals("Accept, Accept-Language", page.header("Vary"));
    assertEquals("en", page.header("Content-Language"));
    assertEquals("noindex, noarchive", page.header("X-Robots-Tag"));
    assertEquals("queue", page.header("Headgate"));
    assertEquals(
        "default-src 'self'; frame-ancestors 'none'", page.header("Content-Security-Policy"));
    assertEquals("", page.header("Retry-After"));
    assertEquals("", page.header("Set-Cookie"));
    assertEquals(0, scene.begun.get());
  }

  @Test
  void onlyANavigationGetsThePage() throws IOException {
    assertPage(true, "GET", "Sec-Fetch-Mode: navigate");
    assertPage(true, "GET", "Sec-Fetch-Mode: navigate", "Cookie: hg_admission_derby=" + late);
    assertPage(true, "GET", "Accept: text/html,application/xhtml+xml;q=0.9");
    assertPage(false, "GET", "Accept: */*");
    assertPage(false, "GET", "Accept: application/json");
    assertPage(false, "GET", "Accept: text/html", "Sec-Fetch-Mode: cors");
    assertPage(false, "GET", "Accept: text/html", "Sec-Fetch-Site: same-origin");
    assertPage(false, "POST", "Sec-Fetch-Mode: navigate", "Content-Length: 0");
    assertPage(false, "POST", "Accept: text/html", "Content-Length: 0");
    assertPage(false, "HEAD", "Sec-Fetch-Mode: navigate");
    assertPage(false, "OPTIONS", "Sec-Fetch-Mode: navigate");
  }

  private void assertPage(boolean expected, String method, String... headers) throws IOException {
    Wire.Reply reply = scene.exchange(Scene.request(method, PATH, headers));
    assertEquals(expected ? "queue" : "", reply.header("Headgate"), method + List.of(headers));
    assertEquals(expected ? 200 : 401, reply.status(), method + List.of(headers));
  }

  @Test
  void thePageHasTheStatusTheOperatorChose() throws IOException {
    for (int status : new int[] {200, 202, 429, 503}) {
      EventSettings old = FakeEventView.SETTINGS;
      scene.derby.settings =
          new EventSettings(
              old.title(),
              old.mode(),
              old.start(),
              null,
              null,
              old.dials(),
              null,
              status,
              10,
              old.lanes(),
              old.roundLength(),
              old.slowStart(),
              old.throttling());
      Wire.Reply page = scene.get(PATH, "Sec-Fetch-Mode: navigate");
      assertEquals(status, page.status());
      assertEquals(status >= 429, !page.header("Retry-After").isEmpty());
    }
  }

  @Test
  void whileTheStoreIsAwayTokensAloneDecide() throws IOException {
    scene.events.fresh = false;
    scene.events.wait =
        () -> Future.failedFuture(new QueueUnavailableException("the store is away", null));
    assertEquals(200, scene.get(PATH, "Headgate-Admission: " + good).status());
    assertEquals(401, scene.get(PATH, "Headgate-Admission: " + late).status());
    assertEquals(403, scene.get(PATH, "Headgate-Admission: " + other).status());
    Wire.Reply nobody = scene.get(PATH);
    assertEquals("503 restoring", nobody.status() + " " + nobody.problem());
    assertEquals("2", nobody.header("Retry-After"));
    Wire.Reply page = scene.get(PATH, "Sec-Fetch-Mode: navigate");
    assertEquals("503 queue", page.status() + " " + page.header("Headgate"));
    assertEquals(1, scene.seen.size());
  }

  @Test
  void aStoreThatHangsIsWaitedForOnlySoLong() throws IOException {
    scene.events.fresh = false;
    Promise<Void> never = Promise.promise();
    scene.events.wait = never::future;
    assertEquals(200, scene.get(PATH, "Headgate-Admission: " + good).status());
  }

  @Test
  void theAdmittedPathAsksTheStoreNothing() throws IOException {
    for (int i = 0; i < 5; i++) {
      assertEquals(200, scene.get(PATH, "Headgate-Admission: " + good).status());
    }
    assertEquals(List.of(), scene.queue.calls);
  }

  @Test
  void aSessionIsRenewedWhenAThirdOfItsTokensLifeIsLeft() throws IOException {
    long now = scene.derby.now.getEpochSecond();
    scene.queue.renew =
        position ->
            Future.succeededFuture(
                new RenewAnswer.Renewed(now - 600 + position.position(), now + 600));
    // Position, age and life of the token in seconds, whether a renewal is due.
    assertRenewed(1, 399, 600, false);
    assertRenewed(2, 400, 600, true);
    assertRenewed(3, 599, 600, true);
    // A token renewed once before: its own life was ten minutes, whatever the session's age.
    assertRenewed(4, 799, 1000, false);
    assertRenewed(5, 800, 1000, true);
    // At the end of the longest session as well: the shop may have extended it meanwhile.
    assertRenewed(6, 1599, 1800, false);
    assertRenewed(7, 1600, 1800, true);
  }

  private void assertRenewed(int position, int age, int life, boolean due) throws IOException {
    scene.queue.calls.clear();
    Admission old =
        scene.admission("derby", position, scene.derby.now.getEpochSecond() - age, life);
    Wire.Reply reply = scene.get(PATH, "Headgate-Admission: " + scene.token(old));
    assertEquals(200, reply.status());
    assertEquals(
        due ? List.of("renew derby " + position) : List.of(), scene.queue.calls, "age " + age);
    assertEquals(due, !reply.header("Headgate-Admission").isEmpty(), "age " + age);
  }

  @Test
  void aRenewedTokenComesBackTheWayTheOldOneCame() throws IOException {
    long now = scene.derby.now.getEpochSecond();
    scene.queue.renew =
        position -> Future.succeededFuture(new RenewAnswer.Renewed(now - 500, now + 600));
    String old = scene.token(scene.admission("derby", 12, now - 500, 600));
    Wire.Reply byCookie = scene.get(PATH, "Cookie: hg_admission_derby=" + old);
    String cookie = byCookie.header("Set-Cookie");
    assertTrue(cookie.startsWith("hg_admission_derby="), cookie);
    assertTrue(cookie.endsWith("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure"), cookie);
    assertEquals("", byCookie.header("Headgate-Admission"));
    assertEquals("private", byCookie.header("Cache-Control"));
    Wire.Reply byHeader = scene.get(PATH, "Authorization: Bearer " + old);
    assertEquals("", byHeader.header("Set-Cookie"));
    String renewed = byHeader.header("Headgate-Admission");
    assertEquals(now + 600, scene.tokens.verify(renewed, now).orElseThrow().expiresSeconds());
    assertTrue(cookie.contains(renewed));
    // Many requests with the old token in a moment are one renewal.
    assertEquals(List.of("renew derby 12"), scene.queue.calls);
    assertEquals("", scene.get(PATH, "Cookie: hg_admission_derby=" + renewed).header("Set-Cookie"));
  }

  @Test
  void aRenewalThatFailsOrHangsFailsNoRequest() throws IOException {
    long now = scene.derby.now.getEpochSecond();
    Promise<RenewAnswer> never = Promise.promise();
    List<Future<RenewAnswer>> answers =
        List.of(
            Future.failedFuture(new QueueUnavailableException("away", null)),
            Future.succeededFuture(new RenewAnswer.Gone()),
            Future.succeededFuture(new RenewAnswer.Renewed(now - 500, now + 100)),
            never.future());
    int position = 20;
    for (Future<RenewAnswer> answer : answers) {
      scene.queue.renew = asked -> answer;
      String old = scene.token(scene.admission("derby", position++, now - 500, 600));
      Wire.Reply reply = scene.get(PATH, "Headgate-Admission: " + old);
      assertEquals("200 shop", reply.status() + " " + reply.body());
      assertEquals("", reply.header("Headgate-Admission"));
    }
    scene.queue.renew =
        asked -> {
          throw new IllegalStateException("broken");
        };
    String old = scene.token(scene.admission("derby", position, now - 500, 600));
    assertEquals(200, scene.get(PATH, "Headgate-Admission: " + old).status());
  }

  @Test
  void anAnswerThatOthersShareNeverCarriesARenewedToken() throws IOException {
    long now = scene.derby.now.getEpochSecond();
    scene.queue.renew =
        position -> Future.succeededFuture(new RenewAnswer.Renewed(now - 500, now + 600));
    scene.answer = response -> response.putHeader("Cache-Control", "public, max-age=2").end("map");
    String old = scene.token(scene.admission("derby", 12, now - 500, 600));
    for (String path : List.of("/events/derby/map", "/events/derby")) {
      Wire.Reply reply = scene.get(path, "Cookie: hg_admission_derby=" + old);
      assertEquals("200 public, max-age=2", reply.status() + " " + reply.header("Cache-Control"));
      assertEquals("", reply.header("Set-Cookie"));
    }
    assertEquals(List.of(), scene.queue.calls);
  }

  @Test
  void theShopsWordEndsASessionAndStaysBetweenShopAndGateway() throws IOException {
    scene.answer = response -> response.putHeader("Headgate-Session", "end").end("done");
    Wire.Reply reply = scene.get(PATH, "Headgate-Admission: " + good);
    assertEquals("", reply.header("Headgate-Session"));
    Awaitility.await().until(() -> scene.queue.calls.equals(List.of("release derby 12")));
    // Where nobody was inside there is nothing to end.
    assertEquals("", scene.get("/public/x").header("Headgate-Session"));
  }
}
