package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings.Dpop;
import dev.headgate.gateway.queue.ClaimAnswer;
import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.testing.Prover;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Places that are bound to a key: named at the join, proven at the claim. */
class FanKeysTest extends EdgeFixture {

  private static final String JOIN = "/queue/derby/places";
  private static final String CLAIM = "/queue/derby/admissions";
  private static final String JSON = "Content-Type: application/json";
  private static final String CHALLENGE =
      "DPoP error=\"invalid_dpop_proof\", algs=\"ES256 EdDSA RS256\"";

  private final Prover fan = Prover.es256();

  private Answer join(Object jkt, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add(JSON);
    String body = new JsonObject().put("jkt", jkt).encode();
    return send("POST", JOIN, body, all.toArray(String[]::new));
  }

  /** Arrival 49 has position 0, which has been called. */
  private String bound(Prover key) {
    return "Cookie: hg_place_derby=" + ticket(49) + "~" + key.thumbprint();
  }

  private String proof(Prover key) {
    long now = view.now.getEpochSecond();
    return "DPoP: " + key.proof(Prover.claims(ORIGIN + CLAIM, now));
  }

  private void letsIn() {
    long now = view.now.getEpochSecond();
    queue.claim = Future.succeededFuture(new ClaimAnswer.Admitted(now, now + 600, true));
  }

  @Test
  void whereAKeyIsRequiredNobodyJoinsWithoutNamingOne() {
    view.dpop = Dpop.REQUIRED;
    int before = queue.joins.size();
    for (Answer answer :
        List.of(
            post(JOIN),
            send("POST", JOIN, "{\"jkt\":null}", JSON),
            post(JOIN, "Content-Type: application/x-www-form-urlencoded"),
            post(JOIN, "Cookie: hg_place_derby=bad"))) {
      assertEquals(400, answer.status());
      assertEquals("key-required", answer.problem());
      assertEquals("", answer.header("set-cookie"));
    }
    assertEquals(before, queue.joins.size(), "nothing was asked of the store");
    Answer joined = join(fan.thumbprint());
    assertEquals(201, joined.status());
    assertTrue(joined.json().getString("ticket").endsWith("~" + fan.thumbprint()));
    assertTrue(joined.header("set-cookie").contains("~" + fan.thumbprint()));
  }

  @Test
  void aThumbprintThatIsNoneIsRefusedEverywhere() {
    int before = queue.joins.size();
    for (Dpop dpop : Dpop.values()) {
      view.dpop = dpop;
      for (Object wrong :
          List.of("", "abc", fan.thumbprint() + "=", "A".repeat(42) + "B", 7, true)) {
        assertEquals("bad-request", join(wrong).problem(), wrong + "");
        assertEquals("bad-request", join(wrong, bound(fan)).problem(), wrong + "");
      }
    }
    assertEquals(before, queue.joins.size());
  }

  @Test
  void whereNoneIsRequiredAKeyThatIsNamedBindsThePlaceAllTheSame() {
    String ticket = join(fan.thumbprint()).json().getString("ticket");
    assertTrue(ticket.endsWith("~" + fan.thumbprint()));
    assertFalse(post(JOIN).json().getString("ticket").contains("~"));
  }

  @Test
  void theHolderOfAPlaceFindsItAgainAndWhoHasAnotherKeyGetsOneOfTheirOwn() {
    view.dpop = Dpop.REQUIRED;
    assertEquals(200, join(fan.thumbprint(), bound(fan)).status());
    assertEquals(200, post(JOIN, bound(fan)).status(), "who asks is left open");
    Answer other = join(Prover.es256().thumbprint(), bound(fan));
    assertEquals(201, other.status());
    assertFalse(other.json().getString("ticket").contains(fan.thumbprint()));
    assertEquals(201, join(fan.thumbprint(), cookie(49)).status(), "a place without a key");
    view.dpop = Dpop.OFF;
    assertEquals(200, join(fan.thumbprint(), cookie(49)).status());
  }

  @Test
  void theTurnIsTakenWithAProofAndTheTokenIsBoundToItsKey() {
    letsIn();
    Answer answer = post(CLAIM, bound(fan), proof(fan));
    assertEquals(201, answer.status());
    assertEquals("DPoP", answer.json().getString("tokenType"));
    assertEquals(List.of(fan.thumbprint()), tokens.keys);
    assertEquals(200, post(CLAIM, bound(fan), proof(fan)).status());
    assertEquals(List.of(fan.thumbprint(), fan.thumbprint()), tokens.keys);
  }

  @Test
  void withoutAGoodProofNothingIsClaimedAndTheAnswerSaysWhatIsWanted() {
    letsIn();
    String proof = proof(fan);
    assertEquals(201, post(CLAIM, bound(fan), proof).status());
    queue.claims.clear();
    Answer missing = post(CLAIM, bound(fan));
    assertEquals("proof-required", missing.problem());
    for (Answer refused :
        List.of(
            missing,
            post(CLAIM, bound(fan), proof),
            post(CLAIM, bound(fan), proof(Prover.es256())),
            post(CLAIM, bound(Prover.es256()), proof(fan)),
            post(CLAIM, bound(fan), proof(fan), proof(fan)),
            post(CLAIM, bound(fan), "DPoP: x"),
            post(CLAIM, bound(fan), "DPoP: " + "x".repeat(7_000)))) {
      assertEquals(401, refused.status());
      assertTrue(refused.problem().startsWith("proof-"), refused::body);
      assertEquals(CHALLENGE, refused.header("www-authenticate"));
      assertEquals("", refused.header("set-cookie"));
    }
    assertEquals(List.of(), queue.claims);
    assertEquals(7, meters.counter("headgate.claims", "outcome", "unproven").count());
  }

  @Test
  void aProofSentAHundredTimesAtOnceIsTakenOnce() {
    letsIn();
    String proof = proof(fan);
    List<CompletableFuture<Answer>> calls = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      calls.add(CompletableFuture.supplyAsync(() -> post(CLAIM, bound(fan), proof)));
    }
    List<Integer> statuses = calls.stream().map(call -> call.join().status()).toList();
    assertEquals(1, statuses.stream().filter(status -> status == 201).count(), statuses::toString);
    assertEquals(99, statuses.stream().filter(status -> status == 401).count());
  }

  @Test
  void aPlaceWithoutAKeyIsNoGoodWhereOneIsRequired() {
    letsIn();
    view.dpop = Dpop.REQUIRED;
    assertEquals("proof-required", post(CLAIM, cookie(49)).problem());
    assertEquals("proof-required", post(CLAIM, cookie(49), proof(fan)).problem());
    assertEquals(List.of(), queue.claims);
    view.dpop = Dpop.OFF;
    assertEquals(201, post(CLAIM, cookie(49)).status());
    assertEquals("Bearer", post(CLAIM, cookie(49)).json().getString("tokenType"));
  }

  @Test
  void whoGoesStraightInByJoiningGetsABoundToken() {
    view.dpop = Dpop.REQUIRED;
    long now = view.now.getEpochSecond();
    queue.join =
        Future.succeededFuture(new JoinAnswer.Inside(ScriptedView.EPOCH, 0, 100, now, now + 30));
    JsonObject place = join(fan.thumbprint()).json();
    assertEquals("DPoP", place.getJsonObject("admission").getString("tokenType"));
    assertEquals(List.of(fan.thumbprint()), tokens.keys);
  }

  @Test
  void thePageIsToldWhetherItNeedsAKey() {
    assertTrue(get("/queue/derby").body().contains("data-dpop=\"\""));
    view.dpop = Dpop.REQUIRED;
    assertTrue(get("/queue/derby").body().contains("data-dpop=\"required\""));
  }
}
