package dev.headgate.policy.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.headgate.policy.estimate.PromiseLog.Kept;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PromiseLogTest {
  private final PromiseLog log = new PromiseLog();

  @Test
  void whatWasToldFirstIsHeldAgainstHowLongItTook() {
    log.note(0, 0, 1_000, at(600));
    log.note(10_000, 90, 1_000, at(600));
    log.note(20_000, 180, 1_000, at(600));
    assertEquals(new Kept(20, 25, 0), log.kept(200, 25_000));
  }

  @Test
  void aPromiseCountsFromWhenThePositionWasKnown() {
    log.note(0, 0, 0, at(600));
    log.note(10_000, 0, 500, at(600));
    log.note(20_000, 100, 700, at(600));
    log.note(30_000, 200, 700, at(600));
    assertEquals(new Kept(50, 45, 0), log.kept(499, 55_000));
    assertEquals(new Kept(40, 35, 0), log.kept(500, 55_000));
    assertNull(log.kept(700, 55_000), "it came after the last look");
  }

  @Test
  void whoIsCalledAtOnceWasPromisedNothing() {
    log.note(0, 0, 0, at(600));
    log.note(10_000, 40, 40, at(600));
    assertNull(log.kept(20, 9_000));
    assertNull(log.kept(39, 15_000));
  }

  @Test
  void whatIsNotedAfterTheCallIsNoPromise() {
    log.note(0, 0, 500, at(600));
    log.note(10_000, 0, 500, at(60));
    assertEquals(new Kept(20, 9, 0), log.kept(200, 9_000));
  }

  @Test
  void whileNothingIsKnownNothingIsPromised() {
    log.note(0, 0, 500, at(0));
    assertNull(log.kept(100, 20_000));
    log.note(10_000, 0, 500, at(600));
    log.note(20_000, 50, 500, at(0));
    log.note(30_000, 60, 500, at(600));
    assertEquals(new Kept(10, 25, 0), log.kept(100, 35_000));
  }

  @Test
  void aRiseOfMoreThanAFifthIsAJump() {
    log.note(0, 0, 10_000, at(600));
    log.note(10_000, 100, 10_000, at(300));
    log.note(20_000, 150, 10_000, at(300));
    log.note(30_000, 200, 10_000, at(200));
    log.note(40_000, 233, 10_000, at(600));
    assertEquals(new Kept(505, 600, 2), log.kept(5_000, 600_000));
  }

  @Test
  void aRiseOfAFifthIsNone() {
    log.note(0, 0, 10_000, seconds(1_000));
    log.note(10_000, 0, 10_000, seconds(1_200));
    assertEquals(0, Objects.requireNonNull(log.kept(1_000, 20_000)).upwardJumps());
    log.note(20_000, 0, 10_000, seconds(1_442));
    assertEquals(1, Objects.requireNonNull(log.kept(1_000, 30_000)).upwardJumps());
  }

  @Test
  void aRiseByNoMoreThanTenSecondsIsNone() {
    log.note(0, 0, 10_000, seconds(20));
    log.note(10_000, 0, 10_000, seconds(30));
    assertEquals(0, Objects.requireNonNull(log.kept(1_000, 20_000)).upwardJumps());
    log.note(20_000, 0, 10_000, seconds(41));
    assertEquals(1, Objects.requireNonNull(log.kept(1_000, 30_000)).upwardJumps());
  }

  @Test
  void looksCloserThanFiveSecondsAreLeftOut() {
    log.note(7_000, 0, 500, at(600));
    log.note(11_999, 0, 500, at(60));
    assertEquals(0, Objects.requireNonNull(log.kept(200, 13_000)).upwardJumps());
    log.note(12_000, 0, 500, at(60));
    assertEquals(1, Objects.requireNonNull(log.kept(200, 13_000)).upwardJumps());
  }

  @Test
  void ofTheLastTwoHoursNothingIsLost() {
    for (int look = 0; look < 1_440; look++) {
      log.note(look * 5_000L, look, 100_000, at(600));
    }
    assertEquals(7_200, Objects.requireNonNull(log.kept(5_000, 7_200_000)).actualSeconds());
    log.note(7_200_000, 1_440, 100_000, at(600));
    assertEquals(7_195, Objects.requireNonNull(log.kept(5_000, 7_200_000)).actualSeconds());
  }

  @Test
  void nothingToWaitForIsAPromiseToo() {
    log.note(10_000, 200, 500, at(600));
    assertEquals(new Kept(0, 5, 0), log.kept(200, 15_000));
    assertEquals(new Kept(0, 0, 0), log.kept(200, 10_000));
  }

  /** What follows from a rate, with its hundredth kept back. */
  private static WaitEstimate at(int perMinute) {
    return WaitEstimate.of(new Pace(List.of(), perMinute, 0, 0));
  }

  /** Such that a thousand fans ahead take so long: a thousand and one of them in that time. */
  private static WaitEstimate seconds(int seconds) {
    List<Pace.Sample> samples =
        List.of(new Pace.Sample(0, 0), new Pace.Sample(seconds * 1_000L, 1_000));
    return WaitEstimate.of(new Pace(samples, Integer.MAX_VALUE, 0, 0));
  }
}
