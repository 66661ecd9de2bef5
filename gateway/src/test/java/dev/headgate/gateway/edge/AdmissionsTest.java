package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.queue.ClaimAnswer;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.Standing;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmissionsTest extends EdgeFixture {

  private static final String CLAIM = "/queue/derby/admissions";
  private static final String LEAVE = "/queue/derby/admissions/me";

  /** Arrival 49 has position 0, which has been called. */
  private static final String CALLED = cookie(49);

  private static final QueuePosition FIRST = new QueuePosition("derby", ScriptedView.EPOCH, 0, 0);

  private void claimGives(ClaimAnswer answer) {
    queue.claim = Future.succeededFuture(answer);
  }

  private ClaimAnswer.Admitted admitted(boolean created) {
    long now = view.now.getEpochSecond();
    return new ClaimAnswer.Admitted(now, now + 600, created);
  }

  @Test
  void theTurnGivesATokenAndItsCookieWhichEndTogether() {
    claimGives(admitted(true));
    Answer answer = post(CLAIM, CALLED);
    assertEquals(201, answer.status());
    assertEquals("no-store", answer.header("cache-control"));
    JsonObject body = answer.json();
    assertEquals(
        Set.of("token", "tokenType", "event", "sessionId", "expiresAt", "resume"),
        body.fieldNames());
    String token = "token.derby." + ScriptedView.EPOCH + ".0";
    assertEquals(token, body.getString("token"));
    assertEquals("Bearer", body.getString("tokenType"));
    assertEquals("derby", body.getString("event"));
    assertEquals(ScriptedView.EPOCH + ".0.0.mac", body.getString("sessionId"));
    assertEquals("2026-12-01T10:11:00.000Z", body.getString("expiresAt"));
    assertEquals("/events/derby/seats", body.getString("resume"));
    assertEquals(
        "hg_admission_derby=" + token + "; Path=/; Max-Age=599; HttpOnly; SameSite=Lax; Secure",
        answer.header("set-cookie"));
    assertEquals(List.of(FIRST), queue.claims);
  }

  @Test
  void theTurnTakenAgainIsTheSameSession() {
    claimGives(admitted(false));
    Answer answer = post(CLAIM, CALLED);
    assertEquals(200, answer.status());
    assertTrue(answer.header("set-cookie").startsWith("hg_admission_derby="));
  }

  @Test
  void whereTheEventHasNoEntryPathResumeIsNull() {
    view.resume = null;
    claimGives(admitted(true));
    JsonObject body = post(CLAIM, CALLED).json();
    assertTrue(body.containsKey("resume"));
    assertNull(body.getValue("resume"));
  }

  @Test
  void aFormIsAnsweredWithTheWayBackToThePage() {
    claimGives(admitted(true));
    Answer answer = post(CLAIM, CALLED, "Content-Type: application/x-www-form-urlencoded");
    assertEquals(303, answer.status());
    assertEquals("/queue/derby", answer.header("location"));
    assertTrue(answer.header("set-cookie").startsWith("hg_admission_derby="));
  }

  @Test
  void claimsOfOnePlaceWithinASecondShareOneCallAndOnlyOneOfThemCreates() {
    claimGives(admitted(true));
    Answer first = post(CLAIM, CALLED);
    Answer second = post(CLAIM, CALLED);
    assertEquals(201, first.status());
    assertEquals(200, second.status());
    assertEquals(first.body(), second.body());
    assertEquals(1, queue.claims.size());
  }

  @Test
  void aSessionThatHasEndedElsewhereIsNotAnsweredFromMemory() {
    claimGives(admitted(true));
    assertEquals(201, post(CLAIM, CALLED).status());
    view.ended.add(FIRST.position());
    claimGives(new ClaimAnswer.TurnOver());
    assertEquals("turn-over", post(CLAIM, CALLED).problem());
    assertEquals("turn-over", post(CLAIM, CALLED).problem());
    assertEquals(2, queue.claims.size(), "and hammering is answered from memory again");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          restoring  | 503 | restoring
          reset      | 410 | queue-reset
          over       | 410 | turn-over
          early      | 409 | not-your-turn
          ended      | 410 | ended
          moment     | 429 | moment-please
          """)
  void whoIsNotLetInIsToldWhy(String answers, int status, String problem) {
    claimGives(
        switch (answers) {
          case "restoring" -> new ClaimAnswer.Restoring();
          case "reset" -> new ClaimAnswer.QueueReset();
          case "over" -> new ClaimAnswer.TurnOver();
          case "early" -> new ClaimAnswer.NotYourTurn();
          case "ended" -> new ClaimAnswer.Ended();
          default -> new ClaimAnswer.MomentPlease();
        });
    Answer answer = post(CLAIM, CALLED);
    assertEquals(status, answer.status());
    assertEquals(problem, answer.problem());
    assertEquals("", answer.header("set-cookie"));
    boolean waits = status == 429 || status == 503;
    assertEquals(waits ? "2" : "", answer.header("retry-after"));
    boolean mayRejoin = problem.equals("turn-over") || problem.equals("queue-reset");
    assertEquals(mayRejoin ? true : null, answer.json().getValue("rejoin"));
  }

  @Test
  void atTheDoorThePlaceIsShownAsCalled() {
    claimGives(new ClaimAnswer.MomentPlease());
    Instant end = view.now.plusSeconds(200);
    queue.standing = position -> Future.succeededFuture(new Standing(Standing.State.CALLED, end));
    JsonObject place = post(CLAIM, CALLED).json().getJsonObject("place");
    assertEquals("called", place.getString("state"));
    assertEquals("2026-12-01T10:04:20.345Z", place.getString("turnEndsAt"));
  }

  @Test
  void atTheDoorOneIsToldSoEvenWhenThePlaceCannotBeRead() {
    claimGives(new ClaimAnswer.MomentPlease());
    queue.standing = position -> Future.failedFuture(new QueueUnavailableException("away", null));
    Answer answer = post(CLAIM, CALLED);
    assertEquals("moment-please", answer.problem());
    assertEquals("called", answer.json().getJsonObject("place").getString("state"));
  }

  @Test
  void whoIsEarlyIsShownThePlace() {
    Answer answer = post(CLAIM, cookie(90));
    JsonObject place = answer.json().getJsonObject("place");
    assertEquals("not-your-turn", answer.problem());
    assertEquals(90, place.getInteger("position"));
    assertEquals("waiting", place.getString("state"));
  }

  @Test
  void theReasonsAreCheckedInOrder() {
    view.restoring = true;
    assertEquals("restoring", post(CLAIM).problem());
    view.restoring = false;
    view.epoch = ScriptedView.EPOCH + 1;
    assertEquals("no-place", post(CLAIM).problem());
    assertEquals("bad-place", post(CLAIM, "Headgate-Place: bad").problem());
    view.phase = Phase.DRAWING;
    assertEquals("queue-reset", post(CLAIM, CALLED).problem());
    assertEquals(List.of(), queue.claims);
  }

  @Test
  void beforeTheDrawItIsNobodysTurn() {
    view.beforeTheDraw();
    assertEquals("not-your-turn", post(CLAIM, CALLED).problem());
    assertEquals(List.of(), queue.claims);
  }

  @Test
  void whileTheOrderIsWorkedOutHereEveryoneIsAskedForAMoment() {
    view.phase = Phase.DRAWING;
    view.orderKnown = false;
    Answer answer = post(CLAIM, CALLED);
    assertEquals("moment-please", answer.problem());
    assertEquals("2", answer.header("retry-after"));
    assertEquals("waiting", answer.json().getJsonObject("place").getString("state"));
    assertEquals(List.of(), queue.claims);
  }

  @Test
  void whenTheStoreDoesNotAnswerNobodyIsLetIn() {
    queue.claim = Future.failedFuture(new QueueUnavailableException("away", null));
    Answer answer = post(CLAIM, CALLED);
    assertEquals("restoring", answer.problem());
    assertEquals("", answer.header("set-cookie"));
  }

  // ---- Leaving ----

  @Test
  void leavingFreesTheSlotByTicketAndByTokenAndIsAlwaysTheSameAnswer() {
    String token = "token.derby." + ScriptedView.EPOCH + ".0";
    for (String credential :
        List.of(
            CALLED,
            "Headgate-Place: " + ticket(49),
            "Cookie: hg_admission_derby=bad; hg_admission_derby=" + token,
            "Headgate-Admission: " + token,
            "Authorization: Bearer " + token,
            "Authorization: DPoP " + token)) {
      queue.releases.clear();
      Answer answer = send("DELETE", LEAVE, "", credential);
      assertEquals(204, answer.status(), credential);
      assertTrue(answer.header("set-cookie").startsWith("hg_admission_derby=; Path=/; Max-Age=0"));
      assertEquals(List.of(FIRST), queue.releases, credential);
    }
  }

  @Test
  void whoHasNothingToLeaveGetsTheSameAnswer() {
    String foreign = "Headgate-Admission: token.other." + ScriptedView.EPOCH + ".0";
    for (String credential : List.of("X-None: 1", foreign, "Authorization: Basic eDp5")) {
      assertEquals(204, send("DELETE", LEAVE, "", credential).status());
    }
    assertEquals(List.of(), queue.releases);
  }

  @Test
  void leavingTwiceIsLeavingOnce() {
    for (int i = 0; i < 2; i++) {
      Answer answer = send("DELETE", LEAVE, "", CALLED);
      assertEquals(204, answer.status());
      assertEquals("", answer.body());
    }
  }

  @Test
  void aSlotThatCouldNotBeFreedIsNotSaidToBeFree() {
    queue.release = Future.failedFuture(new QueueUnavailableException("away", null));
    assertEquals("restoring", send("DELETE", LEAVE, "", CALLED).problem());
  }

  @Test
  void whoLeftIsNotAnsweredFromMemory() {
    claimGives(admitted(true));
    assertEquals(201, post(CLAIM, CALLED).status());
    assertEquals(204, send("DELETE", LEAVE, "", CALLED).status());
    claimGives(new ClaimAnswer.TurnOver());
    assertEquals("turn-over", post(CLAIM, CALLED).problem());
  }

  @Test
  void claimsAreCountedByWhatCameOfThem() {
    claimGives(admitted(true));
    post(CLAIM, CALLED);
    post(CLAIM, CALLED);
    claimGives(new ClaimAnswer.MomentPlease());
    post(CLAIM, cookie(48));
    assertEquals(1, meters.counter("headgate.claims", "outcome", "admitted").count());
    assertEquals(1, meters.counter("headgate.claims", "outcome", "again").count());
    assertEquals(1, meters.counter("headgate.claims", "outcome", "door").count());
  }
}
