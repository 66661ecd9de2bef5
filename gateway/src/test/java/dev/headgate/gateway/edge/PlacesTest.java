package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.Reason;
import dev.headgate.gateway.queue.Standing;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlacesTest extends EdgeFixture {

  private static final Set<String> PLACE =
      Set.of(
          "event",
          "epoch",
          "phase",
          "state",
          "arrival",
          "position",
          "ahead",
          "estimate",
          "turnEndsAt",
          "pollAfterMillis",
          "message",
          "onSaleAt",
          "serverTime");

  private void stands(Standing.State state) {
    queue.standing = position -> Future.succeededFuture(new Standing(state, null));
  }

  private void join(JoinAnswer answer) {
    queue.join = Future.succeededFuture(answer);
  }

  // ---- Joining ----

  @Test
  void joiningGivesAPlaceItsTicketAndItsCookie() {
    Answer answer = post("/queue/derby/places");
    assertEquals(201, answer.status());
    assertEquals("no-store", answer.header("cache-control"));
    JsonObject place = answer.json();
    assertEquals(ticket(100), place.remove("ticket"));
    assertEquals(PLACE, place.fieldNames());
    assertEquals(100, place.getInteger("arrival"));
    assertEquals(100, place.getInteger("position"));
    assertEquals(90, place.getInteger("ahead"));
    assertEquals("waiting", place.getString("state"));
    assertEquals(
        "hg_place_derby="
            + ticket(100)
            + "; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure",
        answer.header("set-cookie"));
  }

  @Test
  void theCookieEndsWithTheEvent() {
    view.closesAt = view.now.plusSeconds(3600);
    assertTrue(post("/queue/derby/places").header("set-cookie").contains("Max-Age=3600;"));
  }

  @Test
  void beforeTheDrawThereIsNoPosition() {
    view.beforeTheDraw();
    JsonObject place = post("/queue/derby/places").json();
    assertNull(place.getValue("position"));
    assertNull(place.getValue("ahead"));
    assertEquals("waiting", place.getString("phase"));
  }

  @Test
  void aLivePlaceIsKeptByCookieAndByHeader() {
    stands(Standing.State.CALLED);
    for (String presented : List.of(cookie(7), "Headgate-Place: " + ticket(7))) {
      Answer answer = post("/queue/derby/places", presented);
      assertEquals(200, answer.status());
      assertEquals(PLACE, answer.json().fieldNames());
      assertEquals(7, answer.json().getInteger("arrival"));
    }
    assertEquals(List.of(), queue.joins);
  }

  @Test
  void aPlaceThatIsOverBadOrOfAnEarlierEpochGivesWayToANewOne() {
    stands(Standing.State.OVER);
    assertEquals(201, post("/queue/derby/places", cookie(7)).status());
    stands(Standing.State.WAITING);
    String bad = "Cookie: hg_place_derby=hgp1.other.1.1";
    assertEquals(201, post("/queue/derby/places", bad).status());
    String earlier = ReadableTickets.ticket("derby", ScriptedView.EPOCH - 1, 7);
    Answer answer = post("/queue/derby/places", "Headgate-Place: " + earlier);
    assertEquals(201, answer.status());
    assertEquals(100, answer.json().getInteger("arrival"));
    assertEquals(3, queue.joins.size());
  }

  @Test
  void aPlaceOfAnEpochThisGatewayHasNotSeenYetIsKept() {
    String newer = ReadableTickets.ticket("derby", ScriptedView.EPOCH + 1, 7);
    Answer answer = post("/queue/derby/places", "Headgate-Place: " + newer);
    assertEquals(200, answer.status());
    assertNull(answer.json().getValue("position"));
  }

  @Test
  void aFormIsAnsweredWithTheWayBackToThePage() {
    Answer answer = post("/queue/derby/places", "Content-Type: application/x-www-form-urlencoded");
    assertEquals(303, answer.status());
    assertEquals("/queue/derby", answer.header("location"));
    assertTrue(answer.header("set-cookie").startsWith("hg_place_derby="));
    assertEquals("", answer.body());
  }

  @Test
  void whoCannotJoinIsToldWhy() {
    join(new JoinAnswer.NotOpen(ScriptedView.START));
    Answer closed = post("/queue/derby/places");
    assertEquals(403, closed.status());
    assertEquals("not-open", closed.problem());
    assertEquals("2026-12-01T10:00:00.000Z", closed.json().getString("opensAt"));
    join(new JoinAnswer.Ended());
    assertEquals(410, post("/queue/derby/places").status());
    assertEquals("ended", post("/queue/derby/places").problem());
    join(new JoinAnswer.QueueFull());
    assertEquals(429, post("/queue/derby/places").status());
    assertEquals("queue-full", post("/queue/derby/places").problem());
    assertFalse(post("/queue/derby/places").header("retry-after").isEmpty());
  }

  @Test
  void whileTheStoreComesBackNobodyJoinsAndEveryoneIsToldWhenToAskAgain() {
    view.restoring = true;
    restoring(post("/queue/derby/places"));
    assertEquals(List.of(), queue.joins);
    view.restoring = false;
    join(new JoinAnswer.Restoring());
    restoring(post("/queue/derby/places"));
    queue.join = Future.failedFuture(new QueueUnavailableException("away", null));
    restoring(post("/queue/derby/places"));
  }

  private static void restoring(Answer answer) {
    assertEquals(503, answer.status());
    assertEquals("restoring", answer.problem());
    assertEquals("2", answer.header("retry-after"));
  }

  @Test
  void cookiesOfEightEventsAreKeptAndTheFirstSentIsCleared() {
    StringBuilder cookies = new StringBuilder("Cookie: other=1");
    for (int i = 1; i <= 9; i++) {
      cookies.append("; hg_place_e").append(i).append("=t");
    }
    List<String> set = post("/queue/derby/places", cookies.toString()).all("set-cookie");
    assertEquals(
        List.of("hg_place_e1", "hg_admission_e1", "hg_place_e2", "hg_admission_e2"),
        set.stream()
            .filter(cookie -> cookie.contains("Max-Age=0;"))
            .map(cookie -> cookie.substring(0, cookie.indexOf('=')))
            .toList());
    assertTrue(set.get(set.size() - 1).startsWith("hg_place_derby="));
  }

  @Test
  void aCookieNameThatNoEventHasIsNeverWrittenBack() {
    StringBuilder cookies = new StringBuilder("Cookie: a=1");
    for (int i = 0; i < 30; i++) {
      cookies.append("; hg_place_BAD_").append(i).append("=t");
    }
    assertEquals(1, post("/queue/derby/places", cookies.toString()).all("set-cookie").size());
  }

  // ---- Looking ----

  @Test
  void aFanIsToldTheMessageThatFitsTheirLanguage() {
    view.messages =
        List.of(
            new Message("Soon", "en", ScriptedView.START),
            new Message("Bald", "de", ScriptedView.START),
            new Message("Em breve", "pt-BR", ScriptedView.START));
    assertEquals("Soon", message());
    assertEquals("Bald", message("Accept-Language: nl, de-AT;q=0.5, en;q=0.1"));
    assertEquals("Em breve", message("Accept-Language: pt-br"));
    assertEquals("Em breve", message("Accept-Language: pt"), "rather than none of theirs");
    assertEquals("Bald", message("Accept-Language: pt-PT;q=0.5, de"));
    for (String other : List.of("fr", "ptx", "*", "en;q=0", ",;q", "x".repeat(4_000))) {
      assertEquals("Soon", message("Accept-Language: " + other), other);
    }
    String joined = post("/queue/derby/places", cookie(90), "Accept-Language: de").body();
    assertTrue(joined.contains("Bald"), joined);
  }

  private String message(String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add(cookie(90));
    return get("/queue/derby/places/me", all.toArray(String[]::new))
        .json()
        .getJsonObject("message")
        .getString("text");
  }

  @Test
  void aPauseIsGivenItsReasonInTheLanguageOfTheFan() {
    view.pauseReasons = List.of(new Reason("Rain", "en"), new Reason("Regen", "de-CH"));
    assertFalse(get("/queue/derby/places/me", cookie(90)).json().containsKey("pause"));
    view.phase = Phase.PAUSED;
    assertEquals(pause("Rain", "en"), paused("Accept-Language: fr"));
    assertEquals(pause("Regen", "de-CH"), paused("Accept-Language: de, en;q=0.9"));
    view.pauseReasons = List.of();
    view.pauseReason = "Rain";
    assertEquals(pause("Rain", null), paused("Accept-Language: de"));
    view.pauseReason = null;
    assertEquals(pause(null, null), paused("Accept-Language: de"));
  }

  private static JsonObject pause(@Nullable String reason, @Nullable String lang) {
    return new JsonObject().put("reason", reason).put("lang", lang);
  }

  private JsonObject paused(String language) {
    return get("/queue/derby/places/me", cookie(90), language).json().getJsonObject("pause");
  }

  @Test
  void aWaitingFanIsToldTheWholePlaceAndIsSeen() {
    view.messages = List.of(new Message("Soon", "en", ScriptedView.START));
    Answer answer = get("/queue/derby/places/me", cookie(90));
    assertEquals(200, answer.status());
    assertEquals("no-store", answer.header("cache-control"));
    JsonObject place = answer.json();
    assertEquals(PLACE, place.fieldNames());
    assertEquals("derby", place.getString("event"));
    assertEquals(ScriptedView.EPOCH, place.getLong("epoch"));
    assertEquals(90, place.getInteger("position"));
    assertEquals(80, place.getInteger("ahead"));
    assertNull(place.getValue("estimate"));
    assertNull(place.getValue("turnEndsAt"));
    assertEquals("Soon", place.getJsonObject("message").getString("text"));
    assertEquals("2026-12-01T10:00:00.000Z", place.getString("onSaleAt"));
    assertEquals("2026-12-01T10:01:00.345Z", place.getString("serverTime"));
    assertEquals(List.of(place.getInteger("pollAfterMillis")), view.seen);
  }

  @Test
  void aCalledFanIsToldUntilWhenAndHasNobodyAhead() {
    Instant end = view.now.plusSeconds(300);
    queue.standing = position -> Future.succeededFuture(new Standing(Standing.State.CALLED, end));
    JsonObject place = get("/queue/derby/places/me", cookie(49)).json();
    assertEquals(0, place.getInteger("position"));
    assertEquals(0, place.getInteger("ahead"));
    assertEquals("called", place.getString("state"));
    assertEquals("2026-12-01T10:06:00.345Z", place.getString("turnEndsAt"));
    assertEquals(List.of(), view.seen);
  }

  @Test
  void whileTheOrderIsWorkedOutEarlyFansWaitWithoutAPosition() {
    view.phase = Phase.DRAWING;
    view.orderKnown = false;
    JsonObject place = get("/queue/derby/places/me", cookie(3)).json();
    assertEquals("drawing", place.getString("phase"));
    assertEquals("waiting", place.getString("state"));
    assertNull(place.getValue("position"));
  }

  @Test
  void thePollIntervalIsBetweenTwoAndThirtySecondsWhateverTheState() {
    int arrival = 1_000;
    for (Standing.State state : Standing.State.values()) {
      stands(state);
      for (int dial : List.of(0, 1, 600, Integer.MAX_VALUE)) {
        view.newUsersPerMinute = dial;
        for (Phase phase : Phase.values()) {
          view.phase = phase;
          interval(get("/queue/derby/places/me", cookie(arrival++)));
        }
      }
    }
  }

  private static void interval(Answer answer) {
    long millis = answer.json().getLong("pollAfterMillis");
    assertTrue(millis >= 2_000 && millis <= 30_000, "pollAfterMillis: " + millis);
  }

  @Test
  void withoutATicketOrWithAWrongOneThereIsNoPlace() {
    assertEquals("no-place", get("/queue/derby/places/me").problem());
    assertEquals("no-place", get("/queue/derby/places/me", "Cookie: a=b").problem());
    Answer bad = get("/queue/derby/places/me", "Cookie: hg_place_derby=nonsense");
    assertEquals(401, bad.status());
    assertEquals("bad-place", bad.problem());
    assertFalse(bad.body().contains("nonsense"));
  }

  @Test
  void aTicketOfAnEarlierEpochIsToldOfTheReset() {
    view.epoch = ScriptedView.EPOCH + 1;
    Answer answer = get("/queue/derby/places/me", cookie(90));
    assertEquals(410, answer.status());
    assertEquals("queue-reset", answer.problem());
    assertEquals("no-store", answer.header("cache-control"));
  }

  @Test
  void anyValidTicketCountsWhereverItStands() {
    String good = "hg_place_derby=" + ticket(90);
    List<String[]> all =
        List.of(
            new String[] {"Cookie: a=b", "Cookie: c=d; " + good},
            new String[] {"Cookie: hg_place_derby=bad; " + good},
            new String[] {"Cookie: " + good + "; hg_place_derby=bad"},
            new String[] {"Cookie: hg_place_derby=bad", "Cookie: " + good},
            new String[] {"Cookie: hg_place_derby=\"" + ticket(90) + "\""},
            new String[] {"Cookie:  hg_place_derby = " + ticket(90) + " ;x=y"},
            new String[] {"Headgate-Place: bad", "Cookie: " + good},
            new String[] {"Headgate-Place: " + ticket(90), "Cookie: hg_place_derby=bad"});
    for (String[] headers : all) {
      Answer answer = get("/queue/derby/places/me", headers);
      assertEquals(200, answer.status(), String.join(" / ", headers));
      assertEquals(90, answer.json().getInteger("arrival"));
    }
  }

  @Test
  void theTicketOfTheNewestEpochCounts() {
    view.epoch = ScriptedView.EPOCH + 5;
    String old = "hg_place_derby=" + ticket(90);
    String now = "hg_place_derby=" + ReadableTickets.ticket("derby", view.epoch, 91);
    for (String cookies : List.of(old + "; " + now, now + "; " + old)) {
      Answer answer = get("/queue/derby/places/me", "Cookie: " + cookies);
      assertEquals(91, answer.json().getInteger("arrival"));
    }
  }

  @Test
  void cookiesOfOtherEventsDoNotCount() {
    String other = "Cookie: hg_place_derby2=" + ticket(90) + "; xhg_place_derby=" + ticket(90);
    assertEquals("no-place", get("/queue/derby/places/me", other).problem());
  }

  @Test
  void pollingFarFasterThanToldIsSlowedDownAndThePlaceIsKept() {
    for (int i = 0; i < PollPace.MOST_POLLS; i++) {
      assertEquals(200, get("/queue/derby/places/me", cookie(90)).status());
    }
    Answer answer = get("/queue/derby/places/me", cookie(90));
    assertEquals(429, answer.status());
    assertEquals("slow-down", answer.problem());
    assertEquals("2", answer.header("retry-after"));
    assertEquals(200, get("/queue/derby/places/me", cookie(91)).status());
    assertEquals(200, post("/queue/derby/places", cookie(90)).status());
  }

  @Test
  void fansBehindOneAddressDoNotPayForEachOther() {
    String home = "X-Forwarded-For: 198.51.100.7";
    for (int round = 0; round < 5; round++) {
      for (int arrival = 100; arrival < 300; arrival++) {
        Answer answer = get("/queue/derby/places/me", cookie(arrival), home);
        assertEquals(200, answer.status(), "arrival: " + arrival);
      }
    }
  }

  @Test
  void twoTabsAreOnePlace() {
    Answer first = post("/queue/derby/places", cookie(90));
    Answer second = post("/queue/derby/places", cookie(90));
    for (Answer tab : List.of(first, second, get("/queue/derby/places/me", cookie(90)))) {
      assertEquals(200, tab.status());
      assertEquals(90, tab.json().getInteger("arrival"));
    }
    assertEquals(List.of(), queue.joins);
  }

  @Test
  void aPlaceIsNeverAnsweredFromACacheAndAResetIsSeenThroughAnyTag() {
    String status = get("/queue/derby/status").header("etag");
    for (String tag : List.of(status, "*", "\"x\"")) {
      Answer place = get("/queue/derby/places/me", cookie(90), "If-None-Match: " + tag);
      assertEquals(200, place.status(), tag);
      assertEquals("no-store", place.header("cache-control"));
      assertEquals("", place.header("etag"));
    }
    view.epoch = ScriptedView.EPOCH + 1;
    for (String tag : List.of(status, "*")) {
      Answer reset = get("/queue/derby/places/me", cookie(90), "If-None-Match: " + tag);
      assertEquals("queue-reset", reset.problem(), tag);
      assertEquals(true, reset.json().getBoolean("rejoin"));
    }
    Answer rejoined = post("/queue/derby/places", cookie(90));
    assertEquals(201, rejoined.status(), "and one click joins again");
  }

  @Test
  void aWaitingFanIsAnsweredWhileTheStoreIsAwayAndACalledOneIsAskedToWait() {
    view.restoring = true;
    queue.standing =
        position ->
            position.position() >= view.cutoff
                ? Future.succeededFuture(Standing.WAITING)
                : Future.failedFuture(new QueueUnavailableException("away", null));
    assertEquals(200, get("/queue/derby/places/me", cookie(90)).status());
    restoring(get("/queue/derby/places/me", cookie(49)));
  }

  @Test
  void joinsAndPollsAreCounted() {
    post("/queue/derby/places");
    post("/queue/derby/places", cookie(90));
    get("/queue/derby/places/me", cookie(90));
    assertEquals(1, meters.counter("headgate.joins", "outcome", "new").count());
    assertEquals(1, meters.counter("headgate.joins", "outcome", "same").count());
    assertEquals(1, meters.counter("headgate.polls").count());
  }

  @Test
  void aFailureOfOursSaysNothingOfItself() {
    queue.join = Future.failedFuture(new IllegalStateException("secret detail"));
    Answer answer = post("/queue/derby/places");
    assertEquals(500, answer.status());
    assertEquals("internal", answer.problem());
    assertFalse(answer.body().contains("secret"));
  }
}
