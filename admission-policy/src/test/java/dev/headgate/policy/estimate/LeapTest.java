package dev.headgate.policy.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.policy.estimate.Leap.Dialled;
import dev.headgate.policy.estimate.Leap.Shop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeapTest {
  private static final Shop IDLE = new Shop(0, 0, 0);

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
    600, 5000, 600, 5000, false
    600, 5000, 1199, 5000, false
    600, 5000, 1200, 5000, true
    600, 5000, 301, 5000, false
    600, 5000, 300, 5000, true
    600, 5000, 0, 5000, true
    0, 5000, 1, 5000, true
    0, 5000, 0, 5000, false
    600, 5000, 600, 9999, false
    600, 5000, 600, 10000, true
    600, 5000, 600, 2500, true
    600, 5000, 600, 0, true
    1000000, 10000000, 1000000, 10000000, false
    """)
  void aChangeByTheFactorOfTwoOrToOrFromNothingIsLarge(
      int dial, int cap, int newDial, int newCap, boolean large) {
    Leap leap =
        Leap.of(new Dialled(dial, cap, dial), new Dialled(newDial, newCap, newDial), 0, IDLE);
    assertEquals(large, leap.large());
  }

  @Test
  void aCapBelowThoseInsideIsLargeAndSaysHowManyHaveToLeave() {
    Leap leap = Leap.of(new Dialled(600, 5_000, 600), new Dialled(600, 4_000, 600), 4_500, IDLE);
    assertTrue(leap.large());
    assertEquals(1, leap.warnings().size());
    assertTrue(leap.warnings().get(0).contains("until 501 have left"), leap.warnings()::toString);
    Leap same = Leap.of(new Dialled(600, 4_000, 600), new Dialled(500, 4_000, 500), 4_500, IDLE);
    assertEquals(new Leap(false, java.util.List.of()), same, "it was so before");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    700 | 1.1 | 0.2 | 0   | over one of the throttle's limits
    700 | 0.9 | 0.9 | 0   | more database connections
    700 | 0.5 | 0.5 | 0   | nothing
    700 | 0.5 | 0.5 | 650 | 650 a minute proved too much
    500 | 1.1 | 1.1 | 400 | nothing
    """)
  void morePressureOnAShopInTroubleIsWarnedOfAndLessIsNot(
      int asked, double used, double pool, int tooMuch, String warning) {
    Leap leap =
        Leap.of(
            new Dialled(600, 5_000, 600),
            new Dialled(asked, 5_000, asked),
            0,
            new Shop(used, pool, tooMuch));
    String said = String.join(" ", leap.warnings());
    assertEquals(!warning.equals("nothing"), leap.large(), said);
    assertTrue(said.contains(warning.equals("nothing") ? "" : warning), said);
  }
}
