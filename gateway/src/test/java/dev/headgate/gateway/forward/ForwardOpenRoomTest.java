package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.RenewAnswer;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.testing.FakeEventView;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.PlaceTicket;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rooms that are always on, and who goes straight into them. */
class ForwardOpenRoomTest {
  private static final String PATH = "/events/derby/seats";
  private static final String NAVIGATION = "Sec-Fetch-Mode: navigate";

  @TempDir static Path keys;

  private final AtomicInteger arrivals = new AtomicInteger(40);
  private Scene scene;
  private long now;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
    now = scene.derby.now.getEpochSecond();
    scene.derby.settings = settings(Mode.RANDOM_THEN_FIFO, new Start.Always(), null);
    scene.queue.pass =
        event ->
            Future.succeededFuture(
                Optional.of(
                    new JoinAnswer.Inside(
                        scene.derby.epoch, 0, arrivals.getAndIncrement(), now, now + 30)));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static EventSettings settings(Mode mode, Start start, @Nullable Instant closesAt) {
    EventSettings old = FakeEventView.SETTINGS;
    return new EventSettings(
        old.title(),
        mode,
        start,
        null,
        closesAt,
        old.dials(),
        null,
        200,
        10,
        old.lanes(),
        old.roundLength(),
        old.slowStart(),
        old.throttling());
  }

  private void assertPage(Wire.Reply reply, String what) {
    assertEquals("200 queue", reply.status() + " " + reply.header("Headgate"), what);
    assertEquals("", reply.header("Set-Cookie"), what);
    assertEquals(0, scene.begun.get(), what);
  }

  private static String value(Wire.Reply reply, String cookie) {
    return reply.all("Set-Cookie").stream()
        .filter(line -> line.startsWith(cookie + "="))
        .map(line -> line.substring(cookie.length() + 1, line.indexOf(';')))
        .reduce((one, other) -> "set twice")
        .orElse("");
  }

  @Test
  void aNavigationGoesStraightInWithAPlaceAndAnAdmission() throws IOException {
    scene.answer =
        response -> response.putHeader("Cache-Control", "public, max-age=60").end("seats");
    Wire.Reply reply = scene.get(PATH + "?row=A", NAVIGATION);
    assertEquals("200 seats", reply.status() + " " + reply.body());
    assertEquals(List.of("pass derby"), scene.queue.calls);
    String token = value(reply, "hg_admission_derby");
    String ticket = value(reply, "hg_place_derby");
    PlaceTicket place = scene.tickets.read("derby", ticket).orElseThrow();
    assertEquals(40, place.arrival());
    Admission expected =
        new Admission("derby", scene.derby.epoch, 0, 40, place.placeId(), now, now + 30);
    assertEquals(expected, scene.tokens.verify(token, now).orElseThrow());
    assertEquals(
        List.of(
            "hg_place_derby="
                + ticket
                + "; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure",
            "hg_admission_derby=" + token + "; Path=/; Max-Age=30; HttpOnly; SameSite=Lax; Secure"),
        reply.all("Set-Cookie"));
    assertEquals("private, max-age=60", reply.header("Cache-Control"));
    Scene.Seen seen = scene.onlySeen();
    assertEquals(PATH + "?row=A", seen.uri());
    assertEquals(token, seen.header("Headgate-Admission"));
    assertEquals("40", seen.header("Headgate-Position"));
    assertEquals("derby", seen.header("Headgate-Event"));
  }

  @Test
  void whereAKeyOrAChallengeIsAskedForNobodyGoesStraightInByANavigation() throws IOException {
    JsonObject json = settings(Mode.FIFO, new Start.Always(), null).toJson();
    scene.derby.settings = EventSettings.fromJson(json.put("dpop", "required"));
    assertPage(scene.get(PATH, NAVIGATION), "dpop");
    json.put("dpop", "off").put("challenge", new JsonObject());
    scene.derby.settings = EventSettings.fromJson(json);
    assertPage(scene.get(PATH, NAVIGATION), "challenge");
    assertEquals(List.of(), scene.queue.calls);
  }

  @Test
  void thePlaceLastsToTheEndOfTheEventAndTheOldestOfTooManyIsCleared() throws IOException {
    scene.derby.settings =
        settings(Mode.FIFO, new Start.Always(), scene.derby.now.plusSeconds(3_600));
    String eight = "hg_place_a=1; hg_place_b=1; hg_place_c=1; hg_place_d=1; hg_place_e=1;";
    Wire.Reply reply =
        scene.get(
            PATH, NAVIGATION, "Cookie: " + eight + " hg_place_f=1; hg_place_g=1; hg_admission_h=1");
    List<String> cookies = reply.all("Set-Cookie");
    assertEquals(4, cookies.size(), cookies::toString);
    assertTrue(cookies.get(0).startsWith("hg_place_a=; Path=/; Max-Age=0"), cookies.get(0));
    assertTrue(cookies.get(1).startsWith("hg_admission_a=; Path=/; Max-Age=0"), cookies.get(1));
    assertTrue(cookies.get(2).contains("; Max-Age=3600;"), cookies.get(2));
  }

  @Test
  void onlyAPersonWhoGoesToAPageSpendsAnything() throws IOException {
    Map<String, String[]> requests =
        Map.ofEntries(
            Map.entry("HEAD", new String[] {"HEAD", NAVIGATION}),
            Map.entry("OPTIONS", new String[] {"OPTIONS", NAVIGATION}),
            Map.entry("POST", new String[] {"POST", NAVIGATION, "Content-Length: 0"}),
            Map.entry("no mode", new String[] {"GET", "Accept: text/html"}),
            Map.entry("another mode", new String[] {"GET", "Sec-Fetch-Mode: cors"}),
            Map.entry("two modes", new String[] {"GET", NAVIGATION, "Sec-Fetch-Mode: cors"}),
            Map.entry("prefetch", new String[] {"GET", NAVIGATION, "Purpose: prefetch"}),
            Map.entry("sec", new String[] {"GET", NAVIGATION, "Sec-Purpose: prefetch;prerender"}),
            Map.entry("old", new String[] {"GET", NAVIGATION, "X-Moz: prefetch"}),
            Map.entry("frame", new String[] {"GET", NAVIGATION, "Sec-Fetch-Dest: iframe"}),
            Map.entry("upgrade", new String[] {"GET", NAVIGATION, "Upgrade: websocket"}),
            Map.entry("chunks", new String[] {"GET", NAVIGATION, "Transfer-Encoding: chunked"}),
            Map.entry("body", new String[] {"GET", NAVIGATION, "Content-Length: 5"}));
    for (Map.Entry<String, String[]> request : requests.entrySet()) {
      String[] all = request.getValue();
      String[] headers = List.of(all).subList(1, all.length).toArray(String[]::new);
      Wire.Reply reply = scene.exchange(Scene.request(all[0], PATH, headers));
      assertEquals("", reply.header("Set-Cookie"), request.getKey());
    }
    assertEquals(List.of(), scene.queue.calls);
    assertEquals(0, scene.begun.get());
    assertEquals(
        200, scene.get(PATH, NAVIGATION, "Sec-Fetch-Dest: document").status(), "a page itself");
    assertEquals(List.of("pass derby"), scene.queue.calls);
  }

  @Test
  void otherModesAndStartsShowThePage() throws IOException {
    for (Mode mode : List.of(Mode.PASSTHROUGH, Mode.REJECT)) {
      scene.derby.settings = settings(mode, new Start.Always(), null);
      assertPage(scene.get(PATH, NAVIGATION), mode.json());
    }
    for (Start start : List.of(new Start.Manual(), new Start.At(scene.derby.now))) {
      scene.derby.settings = settings(Mode.FIFO, start, null);
      assertPage(scene.get(PATH, NAVIGATION), start.toString());
    }
    scene.derby.settings = settings(Mode.FIFO, new Start.Always(), null);
    scene.derby.restoring = true;
    assertPage(scene.get(PATH, NAVIGATION), "restoring");
    assertEquals(List.of(), scene.queue.calls);
  }

  @Test
  void anAnswerThatOthersShareCarriesNobodysAdmission() throws IOException {
    assertPage(scene.get("/events/derby/map", NAVIGATION), "a shared route");
    assertEquals(200, scene.get("/events/derby", NAVIGATION).status());
    assertEquals(List.of(), scene.queue.calls);
  }

  @Test
  void whereThereIsNoRoomOrTheStoreIsAwayThePageIsShown() throws IOException {
    scene.queue.pass = event -> Future.succeededFuture(Optional.empty());
    assertPage(scene.get(PATH, NAVIGATION), "no room");
    scene.queue.pass = event -> Future.failedFuture(new QueueUnavailableException("away", null));
    assertPage(scene.get(PATH, NAVIGATION), "away");
    scene.queue.pass =
        event -> {
          throw new IllegalStateException("broken");
        };
    assertPage(scene.get(PATH, NAVIGATION), "broken");
    scene.events.fresh = false;
    scene.events.wait = () -> Future.failedFuture(new QueueUnavailableException("away", null));
    assertEquals(503, scene.get(PATH, NAVIGATION).status());
    assertEquals(3, scene.queue.calls.size());
  }

  @Test
  void whoHasAPlaceThatIsLiveTakesTheirTurnByThePage() throws IOException {
    String ticket = ticket(scene.derby.epoch);
    for (Standing.State state :
        List.of(Standing.State.WAITING, Standing.State.CALLED, Standing.State.ADMITTED)) {
      scene.queue.calls.clear();
      scene.queue.look = position -> Future.succeededFuture(new Standing(state, null));
      assertPage(scene.get(PATH, NAVIGATION, "Cookie: hg_place_derby=" + ticket), state.name());
      assertPage(scene.get(PATH, NAVIGATION, "Headgate-Place: " + ticket), state.name());
      assertEquals(List.of("look derby 7", "look derby 7"), scene.queue.calls);
    }
    scene.queue.look = position -> Future.failedFuture(new QueueUnavailableException("x", null));
    assertPage(scene.get(PATH, NAVIGATION, "Cookie: hg_place_derby=" + ticket), "unknown");
    scene.derby.positions = null;
    assertPage(scene.get(PATH, NAVIGATION, "Cookie: hg_place_derby=" + ticket), "no order yet");
  }

  @Test
  void aPlaceThatIsOverOrOfAnEarlierLifeOrNoneOfOursIsNoHindrance() throws IOException {
    scene.queue.look = position -> Future.succeededFuture(new Standing(Standing.State.OVER, null));
    assertEquals(200, scene.get(PATH, NAVIGATION, "Cookie: hg_place_derby=" + ticket(0)).status());
    assertEquals(200, scene.get(PATH, NAVIGATION, "Cookie: hg_place_derby=hgp1.abc").status());
    assertEquals(List.of("pass derby", "pass derby"), scene.queue.calls);
    scene.queue.calls.clear();
    String over = "Cookie: hg_place_derby=" + ticket(scene.derby.epoch);
    assertEquals("shop", scene.get(PATH, NAVIGATION, over).body());
    assertEquals(List.of("look derby 7", "pass derby"), scene.queue.calls);
  }

  private String ticket(long epoch) {
    return scene.tickets.write(scene.tickets.newPlace("derby", epoch, 0, 7));
  }

  @Test
  void anAdmissionThatHasEndedIsNoHindranceEitherAndAGoodOneSpendsNothing() throws IOException {
    String late = scene.token(scene.admission("derby", 12, now - 700, 600));
    assertEquals("shop", scene.get(PATH, NAVIGATION, "Cookie: hg_admission_derby=" + late).body());
    assertEquals(List.of("pass derby"), scene.queue.calls);
    scene.queue.calls.clear();
    String good = "Cookie: hg_admission_derby=" + scene.token("derby");
    assertEquals("shop", scene.get(PATH, NAVIGATION, good).body());
    assertEquals(List.of(), scene.queue.calls);
  }

  @Test
  void oneNavigationIsOnePlaceAndTheNextOneWithoutCookiesAnother() throws IOException {
    Wire.Reply one = scene.get(PATH, NAVIGATION);
    Wire.Reply other = scene.get(PATH, NAVIGATION);
    assertEquals(List.of("pass derby", "pass derby"), scene.queue.calls);
    assertNotEquals(value(one, "hg_place_derby"), value(other, "hg_place_derby"));
  }

  @Test
  void theFirstReturnEndsTheProbation() throws IOException {
    scene.queue.renew = position -> Future.succeededFuture(new RenewAnswer.Renewed(now, now + 600));
    String token = value(scene.get(PATH, NAVIGATION), "hg_admission_derby");
    scene.queue.calls.clear();
    Wire.Reply back = scene.get("/events/derby/style", "Cookie: hg_admission_derby=" + token);
    assertEquals(List.of("renew derby 40"), scene.queue.calls);
    String renewed = value(back, "hg_admission_derby");
    assertEquals(now + 600, scene.tokens.verify(renewed, now).orElseThrow().expiresSeconds());
    scene.queue.calls.clear();
    Wire.Reply again = scene.get(PATH, "Cookie: hg_admission_derby=" + renewed);
    assertEquals("", again.header("Set-Cookie"));
    assertEquals(List.of(), scene.queue.calls);
  }

  @Test
  void whoeverNeverComesBackIsOutWhenTheProbationEnds() throws IOException {
    String token = value(scene.get(PATH, NAVIGATION), "hg_admission_derby");
    scene.derby.now = scene.derby.now.plusSeconds(41);
    Wire.Reply late = scene.get(PATH, "Cookie: hg_admission_derby=" + token);
    assertEquals("401 admission-invalid", late.status() + " " + late.problem());
  }

  @Test
  void whoHasJustComeInStaysInsideWhateverBecomesOfThePage() throws IOException {
    scene.answer = response -> response.reset().onFailure(gone -> {});
    Wire.Reply failed = scene.get(PATH, NAVIGATION);
    assertEquals("502 upstream-unavailable", failed.status() + " " + failed.problem());
    assertEquals("no-store", failed.header("Cache-Control"));
    String token = value(failed, "hg_admission_derby");
    assertTrue(scene.tokens.verify(token, now).isPresent());
    assertTrue(scene.tickets.read("derby", value(failed, "hg_place_derby")).isPresent());
  }

  @Test
  void aShopThatEndsTheSessionAtOnceEndsIt() throws IOException {
    scene.answer = response -> response.putHeader("Headgate-Session", "end").end("bye");
    Wire.Reply reply = scene.get(PATH, NAVIGATION);
    assertEquals("bye", reply.body());
    assertEquals("", value(reply, "hg_admission_derby"));
    assertEquals("private", reply.header("Cache-Control"));
    assertEquals(List.of("pass derby", "release derby 40"), scene.queue.calls);
  }
}
