package dev.headgate.booking.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecentChangesTest {
  private final RecentChanges changes = new RecentChanges();

  private static BitSet seats(int... seats) {
    BitSet set = new BitSet();
    for (int seat : seats) {
      set.set(seat);
    }
    return set;
  }

  @Test
  void aSeatThatChangedTwiceIsNamedOnce() {
    changes.add(new int[] {1, 2});
    changes.add(new int[] {2, 3});
    assertEquals(2, changes.version());
    assertEquals(seats(1, 2, 3), changes.since(0));
    assertEquals(seats(2, 3), changes.since(1));
    assertEquals(seats(), changes.since(2));
  }

  @Test
  void whatIsNotKnownYetOrNoMoreIsNotTold() {
    changes.add(new int[] {1});
    assertFalse(changes.knows(2));
    assertThrows(IllegalArgumentException.class, () -> changes.since(2));
    changes.restart();
    assertFalse(changes.knows(1));
    assertEquals(seats(), changes.since(2));
  }

  @Test
  void itForgetsTheOldestWhenThereIsNoMoreRoom() {
    for (int i = 0; i < 3_000; i++) {
      changes.add(new int[] {i});
    }
    assertFalse(changes.knows(1_975));
    assertEquals(1_024, changes.since(1_976).cardinality());
    changes.add(new int[32_768]);
    assertFalse(changes.knows(2_999));
    assertTrue(changes.knows(3_000));
    changes.add(new int[32_769]);
    assertFalse(changes.knows(3_001), "more than there is room for at all");
    assertEquals(seats(), changes.since(3_002));
  }

  /** Whoever applies what is told from any version to any other has the newest states. */
  @Test
  void whoeverAppliesWhatIsToldHasTheNewestStates() {
    Random random = new Random(7);
    char[] states = "a".repeat(50).toCharArray();
    char[] fan = states.clone();
    long fanAt = 0;
    for (int i = 0; i < 2_000; i++) {
      int seat = random.nextInt(50);
      states[seat] = "ahps".charAt(random.nextInt(4));
      changes.add(new int[] {seat});
      if (random.nextInt(10) == 0) {
        BitSet told = changes.since(fanAt);
        char[] now = states;
        char[] his = fan;
        told.stream().forEach(changed -> his[changed] = now[changed]);
        fanAt = changes.version();
        assertEquals(new String(now), new String(his));
      }
    }
  }
}
