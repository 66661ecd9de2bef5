package dev.headgate.gateway.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.testing.Solver;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChallengesTest {
  private static final Instant NOW = Instant.parse("2026-12-01T09:58:12.345Z");
  private static final int BITS = 8;
  private static final Challenges.Asked DERBY = new Challenges.Asked("derby", 77, BITS);

  private final Challenges challenges = Challenges.under(new byte[32]);

  private Challenge issued() {
    return challenges.issue(DERBY, NOW);
  }

  private String verdict(Challenges.Asked asked, @Nullable String solution, Instant at) {
    SolutionCheck check = challenges.check(asked, solution, at);
    return check instanceof SolutionCheck.Bad bad ? bad.flaw().json() : "good";
  }

  private String verdict(String solution) {
    return verdict(DERBY, solution, NOW);
  }

  @Test
  void aSolutionIsGoodAtEveryGatewayWithTheSameSecretAndAtNoOther() {
    Challenge challenge = issued();
    assertTrue(challenge.prefix().matches("[A-Za-z0-9._-]{1,120}"), challenge.prefix());
    assertEquals(NOW.plusSeconds(120), challenge.expiresAt());
    String solution = Solver.solve(challenge.prefix(), BITS);
    SolutionCheck elsewhere = Challenges.under(new byte[32]).check(DERBY, solution, NOW);
    SolvedChallenge solved = ((SolutionCheck.Good) elsewhere).solved();
    assertEquals(77, solved.epoch());
    assertEquals(BITS, solved.difficulty());
    assertEquals(NOW, solved.issuedAt());
    byte[] another = {1, 2, 3};
    assertEquals(
        new SolutionCheck.Bad(ChallengeFlaw.FOREIGN),
        Challenges.under(another).check(DERBY, solution, NOW));
  }

  @Test
  void whatIsNoSolutionIsRefusedByItsKind() {
    String prefix = issued().prefix();
    String good = Solver.solve(prefix, BITS);
    String nonce = good.substring(good.lastIndexOf('.') + 1);
    assertEquals("good", verdict(good));
    assertEquals("missing", verdict(DERBY, null, NOW));
    assertEquals("missing", verdict(""));
    for (String malformed :
        List.of(
            "x",
            ".",
            prefix,
            prefix + ".",
            prefix + "." + "0".repeat(16),
            prefix + ".-1",
            prefix + ".1e3",
            prefix + ". 1",
            prefix + ".\u0661",
            prefix + "..1",
            prefix + nonce,
            "HGC1" + good.substring(4),
            " " + good,
            good + "\n",
            prefix + "&1." + nonce,
            "9".repeat(60_000))) {
      assertEquals("malformed", verdict(malformed), malformed);
    }
    assertEquals("unsolved", verdict(Solver.fail(prefix, BITS)));
    for (int at = "hgc1.".length(); at < prefix.length(); at++) {
      char other = prefix.charAt(at) == 'B' ? 'C' : 'B';
      String spliced = prefix.substring(0, at) + other + prefix.substring(at + 1) + "." + nonce;
      assertEquals("foreign", verdict(spliced), "digit " + at);
    }
  }

  @Test
  void leadingZerosOfTheNonceMakeAnotherSolutionOfTheSameChallenge() {
    String prefix = issued().prefix();
    String padded = null;
    for (int nonce = 0; padded == null; nonce++) {
      String text = prefix + "." + String.format("%015d", nonce);
      padded = Solver.zeroBits(text) >= BITS ? text : null;
    }
    assertEquals("good", verdict(padded));
  }

  @Test
  void itIsForOneEventWhateverTheNamesAreMadeOf() {
    List<String> names = List.of("derby", "derby2", "d", "derby.2", "derby&2", "\0derby", "");
    for (String one : names) {
      Challenge challenge = challenges.issue(new Challenges.Asked(one, 77, BITS), NOW);
      String solution = Solver.solve(challenge.prefix(), BITS);
      for (String other : names) {
        String expected = one.equals(other) ? "good" : "foreign";
        assertEquals(
            expected,
            verdict(new Challenges.Asked(other, 77, BITS), solution, NOW),
            one + " at " + other);
      }
    }
  }

  @Test
  void itIsForOneLifeOfTheEvent() {
    String solution = Solver.solve(issued().prefix(), BITS);
    assertEquals("foreign", verdict(new Challenges.Asked("derby", 78, BITS), solution, NOW));
  }

  @Test
  void itIsGoodForTwoMinutes() {
    String solution = Solver.solve(issued().prefix(), BITS);
    assertEquals("good", verdict(DERBY, solution, NOW.plusMillis(119_999)));
    assertEquals("expired", verdict(DERBY, solution, NOW.plusSeconds(120)));
    assertEquals("good", verdict(DERBY, solution, NOW.minusSeconds(5)));
    assertEquals("expired", verdict(DERBY, solution, NOW.minusSeconds(6)));
  }

  @Test
  void theDifficultyIsTheOneItWasIssuedWithAndNoLowerThanTheOneAskedForNow() {
    Challenge hard = challenges.issue(new Challenges.Asked("derby", 77, 12), NOW);
    String solved = Solver.solve(hard.prefix(), 12);
    assertEquals("good", verdict(solved));
    String half = solved;
    for (long nonce = 0; Solver.zeroBits(half) < BITS || Solver.zeroBits(half) >= 12; nonce++) {
      half = hard.prefix() + "." + nonce;
    }
    assertEquals("unsolved", verdict(half));
    Challenges.Asked harder = new Challenges.Asked("derby", 77, 13);
    assertEquals("too-easy", verdict(harder, solved, NOW));
  }

  @Test
  void noTwoChallengesAreTheSame() {
    Set<String> ids = new HashSet<>();
    Set<String> prefixes = new HashSet<>();
    for (int i = 0; i < 3_000; i++) {
      Challenge challenge = challenges.issue(DERBY, NOW.plusMillis(i * 50L));
      ids.add(challenge.id());
      prefixes.add(challenge.prefix());
    }
    assertEquals(3_000, ids.size());
    assertEquals(3_000, prefixes.size());
  }

  @Test
  void aSeriesIsOfOneMinuteOfOneLifeAndNumberedFromNought() {
    SolvedChallenge first = solved(DERBY, NOW);
    SolvedChallenge second = solved(DERBY, NOW.plusSeconds(59));
    assertEquals(0, first.serial());
    assertEquals(1, second.serial());
    assertEquals(first.series(), second.series());
    SolvedChallenge later = solved(DERBY, NOW.plusSeconds(60));
    assertEquals(0, later.serial());
    assertNotEquals(first.series(), later.series());
    SolvedChallenge reset = solved(new Challenges.Asked("derby", 78, BITS), NOW.plusSeconds(60));
    assertEquals(0, reset.serial());
    assertNotEquals(later.series(), reset.series());
    SolvedChallenge other = solved(new Challenges.Asked("final", 78, BITS), NOW);
    assertEquals(0, other.serial());
    assertNotEquals(reset.series(), other.series());
  }

  private SolvedChallenge solved(Challenges.Asked asked, Instant now) {
    String solution = Solver.solve(challenges.issue(asked, now).prefix(), BITS);
    return ((SolutionCheck.Good) challenges.check(asked, solution, now)).solved();
  }
}
