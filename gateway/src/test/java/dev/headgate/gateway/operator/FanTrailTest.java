package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.InsideNow;
import dev.headgate.gateway.queue.InsideNow.Session;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.Stand;
import dev.headgate.gateway.queue.Trace;
import dev.headgate.gateway.testing.FakeEventView;
import dev.headgate.gateway.token.Admission;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of single fans: where they are, why, and since when. */
class FanTrailTest extends OperatorHttp {
  private static final Instant TEN = Instant.parse("2026-12-01T10:00:00Z");
  private static final Trace.Bounds BOUNDS = new Trace.Bounds(100, 80, 50);

  private final FakeEventView view = new FakeEventView("derby");

  private JsonObject trail(int arrival, @Nullable Trace trace, @Nullable JsonObject revoked) {
    view.entrants = 40;
    view.drawnAt = TEN;
    view.now = TEN.plusSeconds(300);
    view.epoch = TEN.minusSeconds(3_600).toEpochMilli();
    view.cutoff = 100;
    view.arrivals = 1_000;
    List<Stand> stands = new ArrayList<>();
    for (int i = 0; i <= 30; i++) {
      Stand.Lane lane = new Stand.Lane(i * 50, i * 5);
      stands.add(new Stand(TEN.plusSeconds(10L * i), List.of(lane)));
    }
    return FanTrail.of(
        view, new PlaceName.At(0, arrival), new FanTrail.Known(trace, stands, revoked));
  }

  private static List<String> whats(JsonObject trail) {
    return trail.getJsonArray("steps").stream()
        .map(step -> ((JsonObject) step).getString("what"))
        .toList();
  }

  private static JsonObject step(JsonObject trail, String what) {
    return trail.getJsonArray("steps").stream()
        .map(step -> (JsonObject) step)
        .filter(step -> step.getString("what").equals(what))
        .findFirst()
        .orElseThrow(() -> new AssertionError(what + " in " + trail));
  }

  private static Trace trace(boolean claimed, @Nullable Instant tried, @Nullable Session inside) {
    return new Trace(BOUNDS, claimed, tried, inside, null, null);
  }

  /** Below 50 turns are over, below 80 no-shows are counted, below 100 fans have been called. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          120 | out    | waiting  | joined,placed,waiting
          90  | out    | called   | joined,placed,called,expected
          70  | out    | called   | joined,placed,called,no-show,expected
          45  | out    | over     | joined,placed,called,no-show,lapsed
          45  | door   | called   | joined,placed,called,came
          90  | door   | called   | joined,placed,called,came
          70  | inside | admitted | joined,placed,called,admitted,inside
          30  | inside | admitted | joined,drawn,called,admitted,inside
          30  | was    | over     | joined,drawn,called,admitted,ended
          """)
  void eachFateIsToldInItsStepsWithASentenceEach(
      int arrival, String where, String state, String steps) {
    Session session = new Session(0, arrival, TEN.plusSeconds(60), TEN.plusSeconds(660));
    Trace trace =
        trace(
            where.equals("inside") || where.equals("was"),
            where.equals("door") ? TEN.plusSeconds(299) : null,
            where.equals("inside") ? session : null);
    JsonObject trail = trail(arrival, trace, null);
    assertEquals(state, trail.getString("state"), trail::encodePrettily);
    assertEquals(List.of(steps.split(",", -1)), whats(trail));
    trail
        .getJsonArray("steps")
        .forEach(step -> assertTrue(((JsonObject) step).getString("detail").endsWith(".")));
  }

  @Test
  void timesLieBetweenWhatWasNotedBeforeAndAfter() {
    JsonObject trail = trail(120, trace(false, null, null), null);
    JsonObject joined = step(trail, "joined");
    assertEquals("2026-12-01T10:00:30.000Z", joined.getString("at"));
    assertTrue(
        joined
            .getString("detail")
            .endsWith("between 2026-12-01 10:00:20 UTC and 2026-12-01 10:00:30 UTC."),
        joined::encode);
    JsonObject called = step(trail(12, trace(false, null, null), null), "called");
    assertEquals("2026-12-01T10:00:30.000Z", called.getString("at"));
  }

  @Test
  void aCallThatIsKnownToTheSecondIsToldSoUnlessAPauseMadeItFalse() {
    Instant exact = TEN.plusSeconds(24);
    Trace open = new Trace(BOUNDS, false, null, null, exact, TEN.plusSeconds(324));
    JsonObject called = step(trail(12, open, null), "called");
    assertEquals("2026-12-01T10:00:24.000Z", called.getString("at"));
    assertTrue(called.getString("detail").contains("until 2026-12-01 10:05:24 UTC"));
    Trace paused = new Trace(BOUNDS, false, null, null, TEN.plusSeconds(200), null);
    assertEquals(
        "2026-12-01T10:00:30.000Z", step(trail(12, paused, null), "called").getString("at"));
  }

  @Test
  void whatIsNotKnownAnyMoreIsNullAndSaidToBeSo() {
    JsonObject trail = trail(30, trace(true, null, null), null);
    assertNull(step(trail, "admitted").getValue("at"));
    assertTrue(step(trail, "admitted").getString("detail").contains("is not kept"));
    JsonObject late = trail(1_600 - 700, trace(false, null, null), null);
    assertEquals("waiting", late.getString("state"));
    view.positions = null;
    JsonObject undrawn = trail(1_510, null, null);
    assertNull(undrawn.getValue("position"));
    JsonObject joined = step(undrawn, "joined");
    assertNull(joined.getValue("at"));
    assertTrue(joined.getString("detail").contains("after 2026-12-01 10:05:00 UTC"));
    assertTrue(step(undrawn, "waiting").getString("detail").contains("for the draw"));
  }

  @Test
  void whoEndedASessionIsToldFromTheAuditTrailAndAnEarlyEndFromTheListOfThem() {
    JsonObject revoked = new JsonObject().put("at", "2026-12-01T10:03:00.000Z").put("who", "ann");
    JsonObject trail = trail(30, trace(true, null, null), revoked);
    assertEquals("2026-12-01T10:03:00.000Z", step(trail, "revoked").getString("at"));
    assertTrue(step(trail, "revoked").getString("detail").contains("ann"));
    view.end(0, 30);
    JsonObject early = trail(30, trace(true, null, null), null);
    assertTrue(step(early, "ended").getString("detail").contains("before its time"));
  }

  @Test
  void aRenewedSessionSaysSo() {
    Session longer = new Session(0, 30, TEN, TEN.plusSeconds(900));
    JsonObject trail = trail(30, trace(true, null, longer), null);
    assertEquals(
        List.of("joined", "drawn", "called", "admitted", "extended", "inside"), whats(trail));
  }

  private JsonObject ask(String place) throws Exception {
    HttpResponse<String> answer = send("GET", "/api/events/derby/places/" + place, VIEWER);
    assertEquals(200, answer.statusCode(), answer.body());
    return new JsonObject(answer.body());
  }

  private void drawn() {
    FixedView derby = events.now("derby");
    EventSettings settings = derby.settings();
    events.put(FixedView.fresh("derby", settings).drawn(1_001));
  }

  @Test
  void aPlaceIsAskedForByItsNumberItsPositionOrItsSession() throws Exception {
    drawn();
    assertEquals(7, ask("7").getInteger("arrival"));
    assertEquals("7", ask("0-7").getString("place"));
    assertEquals(7, ask("position:7").getInteger("arrival"));
    String id =
        admissions.sessionId(new Admission("derby", events.now("derby").epoch(), 0, 7, "", 0, 0));
    JsonObject trail = ask("session:" + id);
    assertEquals(7, trail.getInteger("arrival"));
    assertFalse(trail.encode().contains("hgp1."), "no ticket");
  }

  @Test
  void whoJoinedAMomentAgoIsFoundThoughNoViewHereShowsIt() throws Exception {
    drawn();
    FixedView older = events.now("derby");
    assertEquals(1_001, older.arrivals());
    LaneView grown =
        new LaneView(
            0, "general", 1, 1_002, older.entrants(), 0, 1_002, List.of(), "derby", "", null);
    events.putUnseen(
        new FixedView(
            older.event(),
            older.epoch(),
            older.version(),
            older.settings(),
            older.closesAt(),
            older.entrants(),
            older.halted(),
            older.pauseReasons(),
            older.messages(),
            older.shop(),
            List.of(grown)));
    assertEquals(1_001, ask("1001").getInteger("arrival"));
  }

  @Test
  void whoRevokedASessionIsFoundInTheAuditTrail() throws Exception {
    drawn();
    events.lookups.traces.put(7, trace(true, null, null));
    assertTrue(whats(ask("7")).contains("ended"));
    String id =
        admissions.sessionId(new Admission("derby", events.now("derby").epoch(), 0, 7, "", 0, 0));
    assertEquals(204, send("DELETE", "/api/events/derby/sessions/" + id, OPERATOR).statusCode());
    JsonObject trail = ask("7");
    assertEquals("over", trail.getString("state"));
    assertTrue(step(trail, "revoked").getString("detail").contains("otto"), trail::encode);
  }

  @Test
  void whoRevokedASessionIsFoundWithoutReadingTheTrailOfAnEventThatHasMuchOfIt() throws Exception {
    drawn();
    events.lookups.traces.put(7, trace(true, null, null));
    events.lookups.traces.put(8, trace(true, null, null));
    long epoch = events.now("derby").epoch();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      lines.add(entry(epoch + i, i, "dials", "{\"newUsersPerMinute\":600}"));
    }
    lines.add(entry(epoch - 1, 0, "revoke", "{\"lane\":0,\"position\":8}"));
    lines.add(entry(epoch + 60_000, 0, "revoke", "{\"lane\":0,\"position\":7}"));
    Path unused = Files.write(trails.resolve("derby.jsonl"), lines);
    assertTrue(whats(ask("7")).contains("revoked"));
    assertFalse(whats(ask("8")).contains("revoked"), "that was in an earlier life");
    assertEquals(0, entriesRead.get());
  }

  private static String entry(long millis, int number, String change, String from) {
    return "{\"id\":\"%013d-%06d\",\"who\":\"ann\",\"change\":\"%s\",\"from\":%s,\"to\":null}"
        .formatted(millis, number, change, from);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "-1",
        "1.5",
        "01",
        "99999999999",
        "nolane-3",
        "position:x",
        "session:x",
        "9-"
      })
  void whatIsNoPlaceIsRefusedByName(String place) throws Exception {
    HttpResponse<String> refused = send("GET", "/api/events/derby/places/" + place, VIEWER);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(Set.of("place"), fields(refused));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1001", "2147483647"})
  void aNumberThatWasNotHandedOutIsNobodys(String place) throws Exception {
    assertProblem(404, "unknown-place", send("GET", "/api/events/derby/places/" + place, VIEWER));
  }

  @Test
  void sessionsAreListedWithTheIdsThatRevokeTakes() throws Exception {
    Session session = new Session(0, 7, TEN, TEN.plusSeconds(600));
    events.lookups.inside = new InsideNow(List.of(session), "1764583200.0.7");
    HttpResponse<String> answer =
        send("GET", "/api/events/derby/sessions?after=1764583100.0.3&limit=1", VIEWER);
    assertEquals(200, answer.statusCode(), answer.body());
    assertEquals("1764583100.0.3 1", events.lookups.asked);
    JsonObject page = new JsonObject(answer.body());
    assertEquals("1764583200.0.7", page.getString("next"));
    JsonObject listed = page.getJsonArray("sessions").getJsonObject(0);
    assertEquals(7, listed.getInteger("position"));
    assertEquals(7, listed.getInteger("arrival"));
    assertEquals("2026-12-01T10:10:00.000Z", listed.getString("expiresAt"));
    String revoke = "/api/events/derby/sessions/" + listed.getString("sessionId");
    assertEquals(204, send("DELETE", revoke, OPERATOR).statusCode());
    assertEquals(7, events.revoked().get(0).position());
  }

  @Test
  void oneSessionIsFoundByItsPositionOrItsId() throws Exception {
    Session session = new Session(0, 7, TEN, TEN.plusSeconds(600));
    events.lookups.traces.put(7, trace(true, null, session));
    String id =
        admissions.sessionId(new Admission("derby", events.now("derby").epoch(), 0, 7, "", 0, 0));
    for (String one : List.of("position=7", "session=" + id)) {
      JsonObject page =
          new JsonObject(send("GET", "/api/events/derby/sessions?" + one, VIEWER).body());
      assertEquals(1, page.getJsonArray("sessions").size(), one);
    }
    JsonObject none =
        new JsonObject(send("GET", "/api/events/derby/sessions?position=8", VIEWER).body());
    assertEquals(0, none.getJsonArray("sessions").size());
  }

  @ParameterizedTest
  @CsvSource({
    "limit=0, limit",
    "limit=1001, limit",
    "limit=x&after=y, 'after,limit'",
    "after=1.2, after",
    "position=x, position",
    "session=x, session",
    "session=x&position=7, position"
  })
  void whatCannotBeListedIsRefusedByName(String query, String named) throws Exception {
    HttpResponse<String> refused = send("GET", "/api/events/derby/sessions?" + query, VIEWER);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(Set.of(named.split(",", -1)), fields(refused));
  }
}
