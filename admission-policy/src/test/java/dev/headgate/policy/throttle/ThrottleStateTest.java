package dev.headgate.policy.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottleStateTest {
  private static final String CUT =
      "1,CUTTING,SLOW_HOLDS,700,1000,1000000,4000,4000,50000,50000,50000,30000,10,100,4000,1000";

  @Test
  void aStateIsReadAsItWasWritten() {
    ThrottleState cut = cut();
    assertEquals(CUT, cut.encode());
    assertEquals(cut, ThrottleState.decode(CUT));
    assertEquals(cut.hashCode(), ThrottleState.decode(CUT).hashCode());
    assertEquals(CUT, cut.toString());
    assertNotEquals(ThrottleState.FREE, cut);
    assertNotEquals(ThrottleState.FREE.hashCode(), cut.hashCode());
    assertEquals(ThrottleState.FREE, ThrottleState.decode(ThrottleState.FREE.encode()));
  }

  @Test
  void itLowersTheRateInEveryModeButFree() {
    assertFalse(ThrottleState.FREE.lowers());
    for (String mode : List.of("CUTTING", "HOLDING", "PROBING")) {
      assertTrue(ThrottleState.decode(CUT.replace("CUTTING", mode)).lowers(), mode);
    }
  }

  @Test
  void everyNumberOfTheTextCounts() {
    List<String> parts = List.of(CUT.split(",", -1));
    for (int i = 3; i < parts.size(); i++) {
      List<String> changed = new ArrayList<>(parts);
      changed.set(i, i == 13 ? "99" : Integer.toString(11 + i));
      ThrottleState other = ThrottleState.decode(String.join(",", changed));
      assertEquals(String.join(",", changed), other.encode());
      assertNotEquals(cut(), other);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "rubbish",
        "2,CUTTING,SLOW_HOLDS,700,1000,1000000,4000,4000,5,5,5,30000,10,100,4000,1000",
        "1,WAITING,SLOW_HOLDS,700,1000,1000000,4000,4000,5,5,5,30000,10,100,4000,1000",
        "1,CUTTING,SLOW_LORRIES,700,1000,1000000,4000,4000,5,5,5,30000,10,100,4000,1000",
        "1,CUTTING,SLOW_HOLDS,700,1000,1000000,4000,4000,5,5,5,30000,10,100,4000",
        "1,CUTTING,SLOW_HOLDS,700,1000,1000000,4000,4000,5,5,5,30000,10,100,4000,1000,0",
        "1,CUTTING,SLOW_HOLDS,seven,1000,1000000,4000,4000,5,5,5,30000,10,100,4000,1000",
        "1,CUTTING,SLOW_HOLDS,3000000000,1000,1000000,4000,4000,5,5,5,30000,10,100,4000,1000",
        "1,CUTTING,SLOW_HOLDS,-1,1000,1000000,4000,4000,5,5,5,30000,10,100,4000,1000",
        "1,CUTTING,SLOW_HOLDS,700,-1,1000000,4000,4000,5,5,5,30000,10,100,4000,1000",
        "1,CUTTING,SLOW_HOLDS,700,1000,-1,4000,4000,5,5,5,30000,10,100,4000,1000",
        "1,CUTTING,SLOW_HOLDS,700,1000,1000000,-1,4000,5,5,5,30000,10,100,4000,1000",
        "1,CUTTING,SLOW_HOLDS,700,1000,1000000,4000,-1,5,5,5,30000,10,100,4000,1000",
        "1,CUTTING,SLOW_HOLDS,700,1000,1000000,4000,4000,5,5,5,30000,0,100,4000,1000",
        "1,CUTTING,SLOW_HOLDS,700,1000,1000000,4000,4000,5,5,5,30000,10,101,4000,1000",
        "1,CUTTING,SLOW_HOLDS,700,1000,1000000,4000,4000,5,5,5,30000,10,9,4000,1000",
      })
  void aTextThatIsNotOursIsFree(String text) {
    assertSame(ThrottleState.FREE, ThrottleState.decode(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,HOLDING,HOLDING,0,0,0,0,0,5,5,5,30000,1,1,0,0",
        "1,HOLDING,HOLDING,0,0,0,0,0,5,5,5,30000,100,100,0,0",
      })
  void aStateMayBeAtItsBounds(String text) {
    assertEquals(text, ThrottleState.decode(text).encode());
  }

  @Test
  void whatIsNoStateIsNotEqualToOne() {
    Object text = CUT;
    assertFalse(cut().equals(text));
    assertTrue(cut().equals(ThrottleState.decode(CUT)));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 90, 10, 100, 5, 'p95Millis: 0 (expected: from 1 to 2147483647)'",
    "1, 0, 90, 10, 100, 5, 'errorPercent: 0 (expected: from 1 to 100)'",
    "1, 101, 90, 10, 100, 5, 'errorPercent: 101 (expected: from 1 to 100)'",
    "1, 5, 0, 10, 100, 5, 'poolPercent: 0 (expected: from 1 to 100)'",
    "1, 5, 90, 0, 100, 5, 'floorPercent: 0 (expected: from 1 to 100)'",
    "1, 5, 90, 51, 50, 5, 'floorPercent: 51 (expected: from 1 to 50)'",
    "1, 5, 90, 10, 101, 5, 'ceilingPercent: 101 (expected: from 1 to 100)'",
    "1, 5, 90, 10, 100, 0, 'stepPercent: 0 (expected: from 1 to 100)'",
  })
  void rulesThatMakeNoSenseAreRefusedInWords(
      int p95, int errors, int pool, int floor, int ceiling, int step, String words) {
    assertEquals(
        words,
        assertThrows(
                IllegalArgumentException.class,
                () -> new Rules(p95, errors, pool, floor, ceiling, step))
            .getMessage());
  }

  @Test
  void rulesMayBeAtTheirBounds() {
    Rules tight = new Rules(1, 1, 1, 1, 1, 1);
    Rules wide = new Rules(Integer.MAX_VALUE, 100, 100, 100, 100, 100);
    assertEquals(10, tight.ceiling(1_000));
    assertEquals(1_000, wide.floor(1_000));
  }

  private static ThrottleState cut() {
    Health slow = new Health(OptionalInt.of(4_000), OptionalInt.empty(), OptionalInt.empty());
    Rules rules = new Rules(1_000, 5, 90, 10, 100, 5);
    return Throttle.next(ThrottleState.FREE, slow, rules, 1_000, 50_000);
  }
}
