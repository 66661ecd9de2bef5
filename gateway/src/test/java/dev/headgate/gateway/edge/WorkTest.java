package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Lane;
import dev.headgate.gateway.config.ProofOfWork;
import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.testing.Solver;
import dev.headgate.gateway.token.ChallengeFlaw;
import dev.headgate.gateway.token.Challenges;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The proof of work that an event may ask for. */
class WorkTest extends EdgeFixture {

  private static final String CHALLENGE = "/queue/derby/challenge";
  private static final String PLACES = "/queue/derby/places";
  private static final int BITS = 8;

  @BeforeEach
  void asks() {
    view.challenge = new ProofOfWork(BITS);
  }

  private Answer join(JsonObject body, String... headers) {
    String[] all = new String[headers.length + 1];
    System.arraycopy(headers, 0, all, 0, headers.length);
    all[headers.length] = "Content-Type: application/json";
    return send("POST", PLACES, body.encode(), all);
  }

  private Answer joinWith(@Nullable String solution) {
    return join(new JsonObject().put("challenge", solution));
  }

  private String solution() {
    return Solver.solve(get(CHALLENGE).json().getString("prefix"), BITS);
  }

  /** One that was issued for something else than what the event asks for now. */
  private String solution(String event, long epoch, int difficulty, Instant at) {
    Challenges.Asked asked = new Challenges.Asked(event, epoch, difficulty);
    return Solver.solve(challenges.issue(asked, at).prefix(), difficulty);
  }

  private double counted(String outcome) {
    return meters.counter("headgate.solutions", "outcome", outcome).count();
  }

  private void assertRefused(String reason, Answer answer) {
    assertEquals(403, answer.status(), answer.body());
    assertEquals("challenge-required", answer.problem());
    assertEquals(reason, answer.json().getString("reason"));
    assertEquals("no-store", answer.header("cache-control"));
    assertEquals("", answer.header("set-cookie"));
  }

  @Test
  void theChallengeIsADocumentOfItsOwnForEachWhoAsks() {
    Answer answer = get(CHALLENGE);
    assertEquals(200, answer.status());
    assertEquals("no-store", answer.header("cache-control"));
    JsonObject challenge = answer.json();
    assertEquals(
        Set.of(
            "challengeId",
            "prefix",
            "algorithm",
            "difficulty",
            "issuedAt",
            "expiresAt",
            "serverTime"),
        challenge.fieldNames());
    assertEquals("sha-256", challenge.getString("algorithm"));
    assertEquals(BITS, challenge.getInteger("difficulty"));
    assertEquals("2026-12-01T10:01:00.345Z", challenge.getString("issuedAt"));
    assertEquals("2026-12-01T10:01:00.345Z", challenge.getString("serverTime"));
    assertEquals("2026-12-01T10:03:00.345Z", challenge.getString("expiresAt"));
    JsonObject another = get(CHALLENGE).json();
    assertFalse(challenge.getString("challengeId").equals(another.getString("challengeId")));
    assertFalse(challenge.getString("prefix").equals(another.getString("prefix")));
    Answer head = send("HEAD", CHALLENGE, "");
    assertEquals(200, head.status());
    assertEquals("", head.body());
    assertEquals(405, post(CHALLENGE).status());
    assertEquals(3, meters.counter("headgate.challenges.issued").count());
  }

  @Test
  void whereNothingIsAskedForThereIsNoneAndWhatIsSentIsNotLookedAt() {
    String solution = solution();
    view.challenge = null;
    assertEquals(204, get(CHALLENGE).status());
    for (String sent : new String[] {null, "", "nonsense", solution}) {
      assertEquals(201, joinWith(sent).status());
    }
    assertTrue(queue.solved.stream().allMatch(java.util.Optional::isEmpty));
    assertEquals(0, counted("solved"));
  }

  @Test
  void aSolutionBringsAPlace() {
    String solution = solution();
    assertEquals(201, joinWith(solution).status());
    assertEquals(1, queue.solved.size());
    assertEquals(BITS, queue.solved.get(0).orElseThrow().difficulty());
    assertEquals(1, counted("solved"));
    Answer form =
        send(
            "POST",
            PLACES,
            "challenge=" + solution(),
            "Content-Type: application/x-www-form-urlencoded");
    assertEquals(303, form.status());
    assertTrue(form.header("set-cookie").startsWith("hg_place_derby="));
  }

  @Test
  void eachOtherIsRefusedByItsKindAndTheStoreIsNotAsked() {
    Instant now = view.now;
    String good = solution();
    assertRefused("missing", post(PLACES));
    assertRefused("missing", joinWith(null));
    assertRefused("malformed", joinWith("1"));
    assertRefused("foreign", joinWith(solution("final", ScriptedView.EPOCH, BITS, now)));
    assertRefused("foreign", joinWith(solution("derby", ScriptedView.EPOCH - 1, BITS, now)));
    assertRefused(
        "expired", joinWith(solution("derby", ScriptedView.EPOCH, BITS, now.minusSeconds(120))));
    assertRefused("too-easy", joinWith(solution("derby", ScriptedView.EPOCH, BITS - 1, now)));
    String prefix = good.substring(0, good.lastIndexOf('.'));
    assertRefused("unsolved", joinWith(Solver.fail(prefix, BITS)));
    assertEquals(400, join(new JsonObject().put("challenge", 1)).status());
    assertEquals(List.of(), queue.joins);
    for (String once : List.of("malformed", "expired", "too-easy", "unsolved")) {
      assertEquals(1, counted(once), once);
    }
    assertEquals(2, counted("missing"));
    assertEquals(2, counted("foreign"));
    assertEquals(201, joinWith(good).status());
  }

  @Test
  void theDifficultyIsNeverTheRequests() {
    String prefix = get(CHALLENGE).json().getString("prefix");
    Answer answer =
        join(new JsonObject().put("challenge", Solver.fail(prefix, BITS)).put("difficulty", 1));
    assertEquals(400, answer.status());
    assertEquals(List.of(), queue.joins);
  }

  @Test
  void whatTheStoreSaysOfASolutionIsToldAlike() {
    for (ChallengeFlaw flaw : ChallengeFlaw.values()) {
      queue.join = Future.succeededFuture(new JoinAnswer.ChallengeRequired(flaw));
      assertRefused(flaw.json(), joinWith(solution()));
      assertEquals(1, counted(flaw.json()));
    }
    assertEquals(0, counted("solved"));
  }

  @Test
  void aRaisedDifficultyHoldsAtOnceAndALoweredOneTakesWhatWasIssuedBefore() {
    String before = solution();
    view.challenge = new ProofOfWork(BITS + 1);
    assertRefused("too-easy", joinWith(before));
    assertEquals(BITS + 1, get(CHALLENGE).json().getInteger("difficulty"));
    view.challenge = new ProofOfWork(BITS);
    assertEquals(201, joinWith(before).status());
  }

  @Test
  void aSolutionIsOfNoUseAfterTwoMinutesOrAReset() {
    String solution = solution();
    Instant issued = view.now;
    view.now = issued.plusSeconds(120);
    assertRefused("expired", joinWith(solution));
    view.now = issued.plusMillis(119_999);
    view.epoch = ScriptedView.EPOCH + 1;
    assertRefused("foreign", joinWith(solution));
    view.epoch = ScriptedView.EPOCH;
    assertEquals(201, joinWith(solution).status());
  }

  @Test
  void aLivePlaceNeedsNone() {
    Answer same = post(PLACES, cookie(60));
    assertEquals(200, same.status());
    assertEquals(60, same.json().getInteger("arrival"));
    assertEquals(List.of(), queue.joins);
  }

  @Test
  void anEntryTicketDoesNotReplaceIt() {
    view.lanes = List.of(new Lane("members", 3));
    view.laneViews = List.of(LanesTest.lane(0, "general", 10), LanesTest.lane(1, "members", 65));
    JsonObject anna = new JsonObject().put("entry", ReadableEntries.entry(1, "anna"));
    assertRefused("missing", join(anna));
    assertEquals(List.of(), queue.entries);
    queue.join = Future.succeededFuture(new JoinAnswer.Joined(ScriptedView.EPOCH, 1, 70, false));
    assertEquals(201, join(anna.put("challenge", solution())).status());
    assertEquals(1, queue.entries.size());
    assertTrue(queue.solved.get(0).isPresent());
  }

  @Test
  void whoeverCannotJoinAnywayIsToldSoAndSolvesNothing() {
    view.opensAt = view.now.plusSeconds(60);
    Answer early = post(PLACES);
    assertEquals("not-open", early.problem());
    assertEquals("2026-12-01T10:02:00.345Z", early.json().getString("opensAt"));
    view.opensAt = null;
    view.phase = Phase.ENDED;
    assertEquals("ended", post(PLACES).problem());
    view.phase = Phase.SOLD_OUT;
    assertEquals("sold-out", post(PLACES).problem());
    view.phase = Phase.ON_SALE;
    view.mode = EventSettings.Mode.REJECT;
    assertEquals("rejected", post(PLACES).problem());
    assertEquals(List.of(), queue.joins);
    assertEquals(0, counted("missing"));
  }

  @Test
  void whileTheStoreComesBackNothingIsIssuedAndNothingTaken() {
    String solution = solution();
    view.restoring = true;
    assertEquals("restoring", get(CHALLENGE).problem());
    assertEquals("2", get(CHALLENGE).header("retry-after"));
    assertEquals("restoring", joinWith(solution).problem());
    view.restoring = false;
    assertEquals(201, joinWith(solution).status());
  }
}
