package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DialAuditTest {
  private static final DialChange SIXTY = new DialChange(60, 0, 0);

  @Test
  void oneASecondKeepsToSixtyAMinute() {
    List<Long> seconds = LongStream.range(0, 300).boxed().toList();
    assertEquals(60, DialAudit.worstMinute(seconds));
    assertEquals(List.of(), new DialAudit(List.of(SIXTY)).violations(seconds));
  }

  @Test
  void oneMoreInOneSecondIsFound() {
    List<Long> seconds =
        LongStream.concat(LongStream.range(0, 300), LongStream.of(200)).boxed().toList();
    assertEquals(61, DialAudit.worstMinute(seconds));
    assertEquals(60, new DialAudit(List.of(SIXTY)).violations(seconds).size());
  }

  @Test
  void aRaisedDialIsNoLeaveForABurst() {
    List<DialChange> raised = List.of(SIXTY, new DialChange(600, 100_000, 100_010));
    List<Long> slow = LongStream.rangeClosed(0, 100).boxed().toList();
    List<Long> twoSecondsWorth = LongStream.range(0, 20).map(i -> 101).boxed().toList();
    List<Long> aBurst = LongStream.range(0, 90).map(i -> 101).boxed().toList();
    DialAudit audit = new DialAudit(raised);
    assertEquals(List.of(), audit.violations(both(slow, twoSecondsWorth)));
    assertEquals(1, audit.violations(both(slow, aBurst)).size());
  }

  @Test
  void anAdmissionLongAfterTheDialWentToZeroIsFound() {
    DialAudit audit = new DialAudit(List.of(SIXTY, new DialChange(0, 10_000, 10_100)));
    assertEquals(List.of(), audit.violations(List.of(9L)));
    assertEquals(List.of("1 in the minute to 75 (at most 0)"), audit.violations(List.of(75L)));
  }

  private static List<Long> both(List<Long> one, List<Long> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }
}
