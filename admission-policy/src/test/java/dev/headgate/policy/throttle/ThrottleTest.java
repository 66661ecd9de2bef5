package dev.headgate.policy.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThrottleTest {
  private static final Rules RULES = new Rules(1_000, 5, 90, 10, 100, 5);
  private static final int DIAL = 1_000;

  private long now = 1_764_500_000_000L;
  private int dial = DIAL;
  private Rules rules = RULES;
  private ThrottleState state = ThrottleState.FREE;

  @Test
  void itLeavesTheWholeDialWhileTheBackendIsWell() {
    pass(600, p95(999));
    assertRate(1_000, "not throttled");
    assertEquals(Integer.MAX_VALUE, state.perMinute(Integer.MAX_VALUE));
  }

  @Test
  void theFirstSecondOverALimitCutsToSevenTenths() {
    pass(1, p95(1_001));
    assertRate(700, "hold p95 1,001 ms, over 1,000 ms");
  }

  @Test
  void atALimitNothingIsCut() {
    pass(1, new Health(OptionalInt.of(1_000), OptionalInt.of(50), OptionalInt.of(90)));
    assertRate(1_000, "not throttled");
  }

  @Test
  void theWorstFigureIsTheReason() {
    pass(1, new Health(OptionalInt.of(1_500), OptionalInt.of(140), OptionalInt.of(99)));
    assertRate(700, "errors 14 %, over 5 %");
    state = ThrottleState.FREE;
    pass(1, new Health(OptionalInt.of(10), OptionalInt.of(51), OptionalInt.empty()));
    assertRate(700, "errors 5.1 %, over 5 %");
    state = ThrottleState.FREE;
    pass(1, new Health(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.of(120)));
    assertRate(700, "database pool 120 % in use, over 90 %");
  }

  @Test
  void whileItDoesNotMendItIsCutAgainEveryFiveSeconds() {
    pass(5, p95(4_000));
    assertRate(700, "hold p95 4,000 ms, over 1,000 ms");
    pass(1, p95(4_000));
    assertRate(490, "hold p95 4,000 ms, over 1,000 ms");
    pass(4, p95(4_000));
    assertRate(490, "hold p95 4,000 ms, over 1,000 ms");
    pass(1, p95(4_000));
    assertRate(368, "hold p95 4,000 ms, over 1,000 ms");
  }

  @Test
  void itIsNeverCutBelowHalfOfWhatTheBackendStillFeels() {
    pass(16, p95(20_000));
    assertTrue(state.perMinute(dial) > 240, state::encode);
    pass(60, p95(20_000));
    assertEquals(100, state.perMinute(dial));
  }

  @Test
  void whileItMendsItIsNotCutAgain() {
    pass(1, p95(4_000));
    int millis = 4_000;
    for (int look = 0; look < 8; look++) {
      millis = millis * 96 / 100;
      pass(5, p95(millis));
      assertRate(700, "hold p95 " + String.format("%,d", millis) + " ms, over 1,000 ms");
    }
    pass(5, p95(millis * 98 / 100));
    assertEquals(490, state.perMinute(dial));
  }

  @Test
  void itHoldsForThePauseAndThenTriesOneStepMore() {
    cutTo700();
    pass(30, p95(700));
    assertRate(700, "holding at 700 a minute, since 1,000 was too much");
    pass(1, p95(700));
    assertRate(750, "trying whether 750 a minute are carried");
  }

  @Test
  void itTriesNothingWhileTheBackendIsNotClearlyWell() {
    cutTo700();
    pass(600, p95(701));
    assertRate(700, "holding at 700 a minute, since 1,000 was too much");
  }

  @Test
  void aStepThatIsCarriedForHalfAMinuteIsFollowedByAnother() {
    cutTo700();
    pass(31, p95(300));
    pass(29, p95(300));
    assertEquals(750, state.perMinute(dial));
    pass(1, p95(300));
    assertEquals(800, state.perMinute(dial));
    pass(120, p95(300));
    assertEquals(1_000, state.perMinute(dial));
    assertEquals("not throttled", state.reason().words());
  }

  @Test
  void aStepThatMadeHoldsMuchSlowerIsNotFollowedByAnother() {
    cutTo700();
    pass(31, p95(300));
    pass(59, p95(451));
    assertRate(750, "trying whether 750 a minute are carried");
    pass(1, p95(451));
    assertRate(750, "holding at 750 a minute, since 1,000 was too much");
  }

  @Test
  void aStepThatMadeHoldsALittleSlowerIs() {
    cutTo700();
    pass(31, p95(300));
    pass(30, p95(450));
    assertEquals(800, state.perMinute(dial));
  }

  @Test
  void aStepThatIsNotCarriedIsTakenBackAndThePauseDoubles() {
    cutTo700();
    pass(31, p95(600));
    for (int pause : new int[] {60, 120, 240, 300, 300}) {
      pass(4, p95(900));
      assertEquals(750, state.perMinute(dial));
      pass(1, p95(900));
      assertEquals(700, state.perMinute(dial));
      pass(pause - 1, p95(600));
      assertRate(700, "holding at 700 a minute, since 750 was too much");
      pass(1, p95(600));
      assertRate(750, "trying whether 750 a minute are carried");
    }
  }

  @Test
  void withPlentyOfRoomNoPauseIsLongerThanAMinute() {
    cutTo700();
    pass(31, p95(600));
    for (int probe = 0; probe < 4; probe++) {
      pass(5, p95(900));
      pass(60, p95(400));
      assertEquals(750, state.perMinute(dial), "probe " + probe);
    }
  }

  @Test
  void aRateThatWasCarriedAndNoLongerIsGoesBackStepByStep() {
    cutTo700();
    pass(1, p95(900));
    pass(29, p95(1_100));
    assertRate(700, "hold p95 1,100 ms, over 1,000 ms");
    pass(1, p95(1_100));
    assertEquals(650, state.perMinute(dial));
    pass(29, p95(1_100));
    assertEquals(650, state.perMinute(dial));
    pass(1, p95(1_100));
    assertEquals(600, state.perMinute(dial));
  }

  @Test
  void whatBreaksWhileItHoldsIsCutAtOnce() {
    cutTo700();
    pass(10, p95(900));
    pass(1, p95(1_999));
    assertEquals(700, state.perMinute(dial));
    pass(1, p95(2_000));
    assertRate(490, "hold p95 2,000 ms, over 1,000 ms");
  }

  @Test
  void theTailOfAProbeThatFailedIsNoNewOverload() {
    cutTo700();
    pass(31, p95(600));
    pass(5, p95(2_500));
    assertEquals(700, state.perMinute(dial));
    pass(29, p95(5_000));
    assertRate(700, "hold p95 5,000 ms, over 1,000 ms");
  }

  @Test
  void neverUnderTheFloorAndNeverOverTheCeiling() {
    rules = new Rules(1_000, 5, 90, 40, 80, 5);
    pass(1, p95(10));
    assertEquals(800, state.perMinute(dial));
    pass(120, p95(30_000));
    assertEquals(400, state.perMinute(dial));
    pass(1_200, p95(10));
    assertRate(800, "not throttled");
  }

  @ParameterizedTest(name = "dial {0}")
  @CsvSource({"1, 1", "2, 1", "9, 1", "10, 1", "19, 1", "20, 2", "2147483647, 214748364"})
  void anyDialKeepsItsFloorAndAtLeastOne(int any, int floor) {
    dial = any;
    pass(200, p95(30_000));
    assertEquals(floor, state.perMinute(dial));
    pass(2_000, p95(10));
    assertEquals(any, state.perMinute(dial));
  }

  @Test
  void ofADialOfZeroNothingIsLeftAndNothingChanges() {
    cutTo700();
    assertEquals(0, state.perMinute(0));
    assertEquals(0, ThrottleState.FREE.perMinute(0));
    assertSame(state, Throttle.next(state, p95(9_000), rules, 0, now));
  }

  @Test
  void aRaisedDialBringsNoMoreToABackendThatIsAtItsLimit() {
    cutTo700();
    dial = 5_000;
    pass(10, p95(750));
    assertEquals(700, state.perMinute(dial));
    pass(200, p95(300));
    assertEquals(700 + 6 * 250, state.perMinute(dial));
  }

  @Test
  void aLoweredDialIsNotThrottledAndWhatWasLearntComesBackWithTheOldOne() {
    cutTo700();
    dial = 500;
    pass(300, p95(500));
    assertRate(500, "not throttled");
    dial = 1_000;
    pass(1, p95(750));
    assertRate(700, "holding at 700 a minute, since 1,000 was too much");
  }

  @Test
  void aLoweredDialIsCutFromWhatItIs() {
    cutTo700();
    dial = 400;
    pass(120, p95(300));
    pass(1, p95(4_000));
    assertEquals(280, state.perMinute(dial));
  }

  @Test
  void theSameMomentAgainChangesNothing() {
    pass(1, p95(4_000));
    ThrottleState once = state;
    for (int i = 0; i < 50; i++) {
      state = Throttle.next(state, p95(4_000), rules, dial, now);
    }
    assertEquals(once, state);
  }

  @Test
  void afterAGapItWaitsForNews() {
    pass(1, p95(4_000));
    now += 30_000;
    pass(1, p95(4_000));
    assertEquals(700, state.perMinute(dial), "a second more than a gap");
    pass(4, p95(4_000));
    assertEquals(700, state.perMinute(dial));
    pass(1, p95(4_000));
    assertEquals(490, state.perMinute(dial));
  }

  @Test
  void whatIsNoGapCountsAsTimeThatPassed() {
    pass(1, p95(4_000));
    now += 29_000;
    pass(1, p95(4_000));
    assertEquals(490, state.perMinute(dial));
  }

  @Test
  void aClockThatWentBackIsAGapToo() {
    cutTo700();
    pass(1, p95(300));
    now -= 3_600_000;
    pass(31, p95(300));
    assertEquals(750, state.perMinute(dial));
  }

  @Test
  void withoutAWordOfTheBackendItHoldsForAMinuteAndThenDriftsBack() {
    cutTo700();
    pass(59, Health.UNKNOWN);
    assertRate(700, "too little is known of the backend; at 700 a minute");
    pass(1, Health.UNKNOWN);
    assertRate(750, "too little is known of the backend; at 750 a minute");
    pass(29, Health.UNKNOWN);
    assertEquals(750, state.perMinute(dial));
    pass(1, Health.UNKNOWN);
    assertEquals(800, state.perMinute(dial));
    pass(120, Health.UNKNOWN);
    assertRate(1_000, "not throttled");
  }

  @Test
  void nothingKnownFromTheBeginningIsNoReasonToThrottle() {
    pass(600, Health.UNKNOWN);
    assertRate(1_000, "not throttled");
  }

  @Test
  void latencyAloneMayBeUnknown() {
    pass(1, new Health(OptionalInt.empty(), OptionalInt.of(200), OptionalInt.empty()));
    assertEquals(700, state.perMinute(dial));
    pass(32, new Health(OptionalInt.empty(), OptionalInt.of(0), OptionalInt.empty()));
    assertEquals(750, state.perMinute(dial));
    pass(30, new Health(OptionalInt.empty(), OptionalInt.of(0), OptionalInt.empty()));
    assertEquals(800, state.perMinute(dial));
  }

  @Test
  void whatProvedTooMuchIsForgottenOnceItIsCarried() {
    cutTo700();
    pass(31, p95(300));
    pass(5, p95(900));
    pass(61, p95(300));
    pass(30, p95(300));
    pass(61, p95(560));
    assertRate(800, "holding at 800 a minute");
  }

  @Test
  void inAGapNothingIsKnownAndNoSilenceHasPassed() {
    cutTo700();
    now += 100_000;
    pass(59, Health.UNKNOWN);
    assertEquals(700, state.perMinute(dial));
    pass(2, Health.UNKNOWN);
    assertEquals(750, state.perMinute(dial));
  }

  @Test
  void atNinetySevenInAHundredItMends() {
    pass(1, p95(4_000));
    pass(5, p95(3_880));
    assertEquals(700, state.perMinute(dial));
    pass(5, p95(3_770));
    assertEquals(490, state.perMinute(dial));
  }

  @Test
  void aProbeIsNotGivenUpAtTheBoundOfWhatIsWell() {
    cutTo700();
    pass(31, p95(600));
    pass(20, p95(800));
    assertEquals(750, state.perMinute(dial));
    pass(1, p95(801));
    assertEquals(700, state.perMinute(dial));
  }

  @Test
  void plentyOfRoomIsHalfOfTheLimit() {
    cutTo700();
    pass(31, p95(600));
    pass(5, p95(900));
    pass(60, p95(600));
    pass(5, p95(900));
    pass(60, p95(501));
    assertEquals(700, state.perMinute(dial));
    pass(1, p95(500));
    assertEquals(750, state.perMinute(dial));
  }

  @Test
  void whatWasTooMuchAndIsCarriedNowIsTooMuchNoLonger() {
    cutTo700();
    pass(31, p95(600));
    pass(5, p95(900));
    pass(60, p95(300));
    pass(60, p95(600));
    assertRate(750, "holding at 750 a minute");
  }

  @Test
  void atADialThatIsJustCarriedItHoldsItsRateAndSaysNothing() {
    cutTo700();
    dial = 700;
    pass(300, p95(300));
    assertRate(700, "not throttled");
    dial = 1_000;
    pass(1, p95(750));
    assertRate(700, "holding at 700 a minute, since 1,000 was too much");
  }

  private void cutTo700() {
    pass(1, p95(1_500));
    assertEquals(700, state.perMinute(dial));
  }

  /** So many seconds, each with the same news. */
  private void pass(int seconds, Health health) {
    for (int i = 0; i < seconds; i++) {
      now += 1_000;
      state = ThrottleState.decode(Throttle.next(state, health, rules, dial, now).encode());
    }
  }

  private void assertRate(int perMinute, String words) {
    assertEquals(perMinute, state.perMinute(dial));
    assertEquals(words, state.reason().words());
  }

  private static Health p95(int millis) {
    return new Health(OptionalInt.of(millis), OptionalInt.empty(), OptionalInt.empty());
  }
}
