package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.ClaimAnswer;
import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.policy.estimate.Estimate;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ModesTest extends EdgeFixture {

  private static final String JOIN = "/queue/derby/places";
  private static final String CLAIM = "/queue/derby/admissions";

  /** Arrival 49 has position 0, which has been called. */
  private static final String CALLED = cookie(49);

  private void passthrough() {
    view.mode = Mode.PASSTHROUGH;
    view.entrants = 0;
    view.cutoff = view.arrivals;
    queue.join = Future.succeededFuture(new JoinAnswer.Joined(ScriptedView.EPOCH, 0, 100, true));
    queue.claim = Future.succeededFuture(admitted());
  }

  private ClaimAnswer admitted() {
    long now = view.now.getEpochSecond();
    return new ClaimAnswer.Admitted(now, now + 600, true);
  }

  // ---- Called by the join ----

  @Test
  void whoIsCalledByTheJoinIsToldSoAtOnce() {
    queue.join = Future.succeededFuture(new JoinAnswer.Joined(ScriptedView.EPOCH, 0, 100, true));
    Answer answer = post(JOIN);
    assertEquals(201, answer.status());
    assertEquals("called", answer.json().getString("state"));
    assertNull(answer.json().getValue("turnEndsAt"));
    assertTrue(answer.json().getInteger("pollAfterMillis") <= 3_000);
  }

  // ---- A room that is always on ----

  private void insideAtOnce() {
    view.mode = Mode.FIFO;
    view.start = new Start.Always();
    view.onSaleAt = null;
    long now = view.now.getEpochSecond();
    queue.join =
        Future.succeededFuture(new JoinAnswer.Inside(ScriptedView.EPOCH, 0, 100, now, now + 600));
  }

  @Test
  void whoIsInsideByTheJoinHasThePlaceAndTheAdmissionAndBothCookies() {
    insideAtOnce();
    Answer answer = post(JOIN);
    assertEquals(201, answer.status());
    assertEquals("no-store", answer.header("cache-control"));
    JsonObject place = answer.json();
    assertEquals("admitted", place.getString("state"));
    assertEquals(100, place.getInteger("position"));
    assertEquals(0, place.getInteger("ahead"));
    assertEquals(ticket(100), place.getString("ticket"));
    assertNull(place.getValue("onSaleAt"));
    JsonObject admission = place.getJsonObject("admission");
    assertEquals(
        Set.of("token", "tokenType", "event", "sessionId", "expiresAt", "resume"),
        admission.fieldNames());
    String token = "token.derby." + ScriptedView.EPOCH + ".100";
    assertEquals(token, admission.getString("token"));
    assertEquals("2026-12-01T10:11:00.000Z", admission.getString("expiresAt"));
    List<String> cookies = answer.all("set-cookie");
    assertEquals(2, cookies.size());
    assertTrue(cookies.get(0).startsWith("hg_place_derby=" + ticket(100) + ";"));
    assertTrue(cookies.get(1).startsWith("hg_admission_derby=" + token + "; Path=/; Max-Age=599;"));
    assertEquals(1, meters.counter("headgate.joins", "outcome", "inside").count());
  }

  @Test
  void theAdmissionOfTheJoinIsTheOneThatAClaimGives() {
    insideAtOnce();
    JsonObject byJoin = post(JOIN).json().getJsonObject("admission");
    queue.claim = Future.succeededFuture(admitted());
    assertEquals(byJoin, post(CLAIM, cookie(100)).json());
  }

  @Test
  void aFormIsGivenBothCookiesOnItsWayBack() {
    insideAtOnce();
    Answer answer = post(JOIN, "Content-Type: application/x-www-form-urlencoded");
    assertEquals(303, answer.status());
    assertEquals(2, answer.all("set-cookie").size());
  }

  @Test
  void cookiesOfOtherEventsAreClearedOnceNotTwice() {
    insideAtOnce();
    StringBuilder cookies = new StringBuilder("Cookie: other=1");
    for (int i = 1; i <= 8; i++) {
      cookies.append("; hg_place_e").append(i).append("=t");
    }
    assertEquals(4, post(JOIN, cookies.toString()).all("set-cookie").size());
  }

  @Test
  void whoIsInsideWhileNothingCanBeSignedGetsTheTokenByClaiming() {
    insideAtOnce();
    fillTheGate();
    JsonObject place = post(JOIN).json();
    assertEquals("admitted", place.getString("state"));
    assertFalse(place.containsKey("admission"));
  }

  // ---- Sold out, rejected ----

  @Test
  void whereEverythingIsSoldNobodyJoinsAndNobodyIsLetIn() {
    queue.join = Future.succeededFuture(new JoinAnswer.SoldOut());
    queue.claim = Future.succeededFuture(new ClaimAnswer.SoldOut());
    for (Answer answer : List.of(post(JOIN), post(CLAIM, CALLED))) {
      assertEquals(409, answer.status());
      assertEquals("sold-out", answer.problem());
      assertEquals("", answer.header("set-cookie"));
    }
    assertEquals(1, meters.counter("headgate.claims", "outcome", "sold-out").count());
  }

  @Test
  void whereEverybodyIsRejectedNobodyJoinsAndNobodyIsLetIn() {
    queue.join = Future.succeededFuture(new JoinAnswer.Rejected());
    queue.claim = Future.succeededFuture(new ClaimAnswer.Rejected());
    for (Answer answer : List.of(post(JOIN), post(CLAIM, CALLED))) {
      assertEquals(403, answer.status());
      assertEquals("rejected", answer.problem());
      assertEquals("", answer.header("set-cookie"));
    }
    assertEquals(1, meters.counter("headgate.claims", "outcome", "rejected").count());
  }

  @Test
  void whoWaitsForADrawWhenEverybodyComesToBeRejectedIsToldSo() {
    view.beforeTheDraw();
    view.mode = Mode.REJECT;
    assertEquals("rejected", post(CLAIM, CALLED).problem());
  }

  // ---- Passthrough ----

  @Test
  void whereEveryoneIsLetThroughThereIsNoPosition() {
    passthrough();
    view.estimate = new Estimate(5, 4, 6);
    for (Standing.State state : Standing.State.values()) {
      queue.standing = position -> Future.succeededFuture(new Standing(state, null));
      JsonObject place = get("/queue/derby/places/me", cookie(90)).json();
      for (String unknown : List.of("position", "ahead", "estimate")) {
        assertTrue(place.containsKey(unknown), unknown);
        assertNull(place.getValue(unknown), unknown);
      }
    }
    assertNull(post(JOIN).json().getValue("position"));
    assertEquals(201, post(CLAIM, cookie(99)).status());
  }

  @Test
  void exactlyAsManyAreLetThroughAsCanBeSignedAndNothingIsSpentOnTheOthers() throws Exception {
    passthrough();
    queue.claimOf = position -> Future.succeededFuture(admitted());
    tokens.areKnownToBeSlow();
    int most = tokens.gate().most();
    assertEquals(10, most);
    ExecutorService fans = Executors.newFixedThreadPool(30);
    try {
      List<java.util.concurrent.Future<Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        String fan = cookie(50 + i);
        answers.add(fans.submit(() -> post(CLAIM, fan)));
      }
      await(() -> answers.stream().filter(java.util.concurrent.Future::isDone).count() == 20);
      assertEquals(most, queue.claims.size(), "asked of the store");
      assertEquals(most, tokens.makeAll());
      int admitted = 0;
      for (java.util.concurrent.Future<Answer> each : answers) {
        Answer answer = each.get(60, TimeUnit.SECONDS);
        if (answer.status() == 201) {
          admitted++;
        } else {
          assertEquals("moment-please", answer.problem());
          assertEquals("2", answer.header("retry-after"));
          assertEquals("called", answer.json().getJsonObject("place").getString("state"));
        }
      }
      assertEquals(most, admitted);
      assertEquals(20, meters.counter("headgate.claims", "outcome", "signing").count());
    } finally {
      fans.shutdownNow();
    }
    tokens.slow = false;
    assertEquals(201, post(CLAIM, cookie(95)).status(), "and then there is room again");
  }

  private static void await(java.util.function.BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "waited too long");
      Thread.onSpinWait();
    }
  }

  @Test
  void aClaimThatIsRefusedOrFailsLeavesItsRoomToTheNext() {
    passthrough();
    List<Future<ClaimAnswer>> answers =
        List.of(
            Future.succeededFuture(new ClaimAnswer.MomentPlease()),
            Future.succeededFuture(new ClaimAnswer.TurnOver()),
            Future.failedFuture(new QueueUnavailableException("away", null)),
            Future.failedFuture(new IllegalStateException("broken")),
            Future.succeededFuture(admitted()));
    tokens.areKnownToBeSlow();
    tokens.slow = false;
    for (int round = 0; round < 4; round++) {
      for (int i = 0; i < answers.size(); i++) {
        queue.claim = answers.get(i);
        assertFalse(post(CLAIM, cookie(50 + 5 * round + i)).body().isEmpty());
      }
    }
    assertEquals(20, queue.claims.size());
    int free = 0;
    while (tokens.gate().reserve()) {
      free++;
    }
    assertEquals(tokens.gate().most(), free);
  }

  private void fillTheGate() {
    while (!tokens.gate().isFull()) {
      tokens.gate().asked();
    }
  }

  @Test
  void whereTheDialBoundsItASessionThatCannotBeSignedNowIsThereForTheNextClaim() {
    queue.claim = Future.succeededFuture(admitted());
    fillTheGate();
    Answer full = post(CLAIM, CALLED);
    assertEquals("moment-please", full.problem());
    assertEquals("admitted", full.json().getJsonObject("place").getString("state"));
    assertEquals("", full.header("set-cookie"));
    tokens.gate().made(1_000_000);
    assertEquals(200, post(CLAIM, CALLED).status());
  }

  @Test
  void whatSigningCostsAndHowMuchOfItThereIsAreMeasured() {
    tokens.areKnownToBeSlow();
    assertEquals(10, meters.get("headgate.signing.per.second.limit").gauge().value());
    assertEquals(100_000, meters.get("headgate.signing.micros").gauge().value(), 100);
  }

  // ---- Estimates ----

  @Test
  void whoWaitsIsToldHowLongItWillTake() {
    view.estimate = new Estimate(420, 330, 560);
    JsonObject estimate =
        get("/queue/derby/places/me", cookie(90)).json().getJsonObject("estimate");
    assertEquals(new JsonObject().put("seconds", 420).put("low", 330).put("high", 560), estimate);
    view.beforeTheDraw();
    assertEquals(
        estimate, get("/queue/derby/places/me", cookie(91)).json().getJsonObject("estimate"));
  }

  @Test
  void whoWaitsNoLongerIsToldNoTime() {
    view.estimate = new Estimate(420, 330, 560);
    for (Standing.State state :
        List.of(Standing.State.CALLED, Standing.State.ADMITTED, Standing.State.OVER)) {
      queue.standing = position -> Future.succeededFuture(new Standing(state, null));
      assertNull(get("/queue/derby/places/me", cookie(40)).json().getValue("estimate"));
    }
  }

  @Test
  void aRoomWithoutADateSaysSo() {
    view.beforeTheDraw();
    view.start = new Start.Manual();
    view.onSaleAt = null;
    JsonObject place = get("/queue/derby/places/me", cookie(9)).json();
    assertTrue(place.containsKey("onSaleAt"));
    assertNull(place.getValue("onSaleAt"));
    assertEquals(Phase.WAITING.json(), place.getString("phase"));
    assertEquals("manual", get("/queue/derby/status").json().getString("start"));
  }
}
