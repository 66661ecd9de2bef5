package dev.headgate.policy.pace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LanesTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    equal lanes share equally                     | weight=1;1                                   | calls=4;4 credit=4.95;4.95 limit=NEW_USERS_PER_MINUTE
    others by weight                              | weight=3;1                                   | calls=7;2 credit=7.425;2.475
    an empty lane lends its share                 | waiting=10000;0                              | calls=9;0 credit=9.9;0
    the first may be the empty one                | waiting=0;10000;10000                        | calls=0;4;4 credit=0;4.95;4.95
    where nobody waits all earn                   | waiting=0;0 weight=3;1                       | calls=0;0 credit=7.425;2.475 limit=NOBODY_WAITS
    nobody waits when all are called              | waiting=2;1                                  | calls=2;1 limit=NOBODY_WAITS
    an empty lane keeps one admission             | waiting=10000;0 credit=0;8                   | calls=16;0 credit=16.9;1
    a lane soon empty needs one more than it has  | waiting=10000;1                              | calls=7;1 credit=7.9;2
    what others may not keep fills two seconds    | waiting=10000;1 credit=18;0                  | calls=20;1 credit=20;2
    a debt is the lane's own                      | credit=-25;0                                 | calls=0;4 credit=-20.05;4.95
    the door of a lane holds its own credit       | door=4;0                                     | calls=0;4 credit=4.95;4.95
    shares that come differ                       | recent=9/19;0/0                              | calls=9;4 show=10/20;1/1
    a pause lets one lie ready in each            | halted=yes credit=15;7                       | calls=0;0 credit=1;1 limit=HALTED
    each lane settles and lapses by itself        | cutoff=9;20 ended=9;0 calls=9@5:9/9;20@4:0/20 | settled=9;0 lapsed=9;0 pending=0;20
    """)
  void creditIsSharedByWeight(String story, String given, String then) {
    assertStory(given, then);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    room inside is shared by weight               | inside=100 active=90 weight=3;1              | calls=8;2 limit=TOTAL_ACTIVE_USERS
    what one cannot use goes to the other         | inside=100 active=90 waiting=3;10000         | calls=3;7 limit=TOTAL_ACTIVE_USERS
    a single place goes to somebody               | inside=1 weight=1;1                          | calls=1;0 limit=TOTAL_ACTIVE_USERS
    then to the one who is behind                 | inside=1 weight=1;1 credit=-1;0              | calls=0;1 limit=TOTAL_ACTIVE_USERS
    the door of one lane holds room from both     | inside=10 door=4;0                           | calls=1;5 limit=TOTAL_ACTIVE_USERS
    so do those on their way in the other         | inside=10 cutoff=4;0 calls=4@1:0/4;          | calls=1;5 pending=4;0 limit=TOTAL_ACTIVE_USERS
    too many on their way already                 | inside=3 cutoff=4;0 calls=4@1:0/4;           | calls=0;0 limit=TOTAL_ACTIVE_USERS
    room counts those who come                    | inside=3 recent=9/19;9/19                    | calls=3;3 limit=TOTAL_ACTIVE_USERS
    who has little credit takes little room       | inside=60 credit=-40;0                       | calls=9;49 limit=NEW_USERS_PER_MINUTE
    room enough: the dial is the limit            | inside=99 weight=1;1                         | calls=49;49 limit=NEW_USERS_PER_MINUTE
    """)
  void roomInsideIsOneForAll(String story, String given, String then) {
    assertStory("dial=6000 " + given, then);
  }

  private static void assertStory(String given, String then) {
    Story story = Story.of(given);
    story.assertOutcome(AdmissionPolicy.pacing().decide(story.snapshot(), story.rate()), then);
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 60, 600, 6000, 1_000_000})
  void theSharesHoldToOneAdmissionHoweverLongAllWait(int dial) {
    Pump pump = new Pump(1, 2, 4, 13);
    for (int tick = 0; tick < 20_000; tick++) {
      pump.tick(Rate.of(dial, Plan.UNBOUNDED), 250);
      double earned = pump.elapsed() * 99.0 * dial / Credit.ADMISSION;
      for (int lane = 0; lane < 4; lane++) {
        double due = earned * pump.weight(lane) / pump.weights();
        long calls = pump.calls()[lane];
        assertTrue(due - 1.001 < calls && calls < due + 0.001, calls + " of " + due);
      }
    }
    // 0.99 of the dial, to the admission: no unit is lost between the lanes.
    assertEquals(dial * 250L * 20_000 * 99, pump.credit() + pump.total() * Credit.ADMISSION);
  }

  @Test
  void noUnitIsLostWhateverTheWeights() {
    Pump pump = new Pump(7, 11, 999_983, 13, 1);
    for (int tick = 1; tick <= 10_000; tick++) {
      pump.tick(Rate.of(599, Plan.UNBOUNDED), 1 + tick % 7);
      long earned = pump.elapsed() * 599 * 99;
      assertEquals(earned, pump.credit() + pump.total() * Credit.ADMISSION);
    }
  }

  @Test
  void placesThatFallFreeOneByOneAreSharedByWeightToo() {
    Pump pump = new Pump(1, 2, 4, 13);
    pump.full(500);
    for (int tick = 0; tick < 20_000; tick++) {
      pump.leave(1);
      pump.tick(Rate.of(6_000, 500), 1000);
      assertEquals(tick + 1, pump.total());
      for (int lane = 0; lane < 4; lane++) {
        double due = (tick + 1.0) * pump.weight(lane) / pump.weights();
        assertEquals(due, (double) pump.calls()[lane], 2);
      }
    }
  }

  /** Counted from when all wait again, nothing of what was lent comes back. */
  @Test
  void aLaneThatLentIsOwedNothing() {
    Pump pump = new Pump(1, 1);
    pump.waiting(1, 0);
    for (int tick = 0; tick < 500; tick++) {
      pump.tick(Rate.of(600, Plan.UNBOUNDED), 1000);
    }
    assertEquals(4_950, pump.calls()[0]);
    pump.waiting(1, Pump.MANY);
    long[] before = pump.calls().clone();
    for (int tick = 1; tick <= 500; tick++) {
      pump.tick(Rate.of(600, Plan.UNBOUNDED), 1000);
      for (int lane = 0; lane < 2; lane++) {
        assertEquals(4.95 * tick, (double) (pump.calls()[lane] - before[lane]), 1.01);
      }
    }
  }

  @Test
  void aLaneThatNeedsLittleLendsTheRest() {
    Pump pump = new Pump(9, 1);
    for (int tick = 0; tick < 1_000; tick++) {
      pump.waiting(0, 2);
      pump.tick(Rate.of(600, Plan.UNBOUNDED), 1000);
    }
    // Two a second, of nine it might have; the other lane has what is left of 9.9.
    assertEquals(2_000, pump.calls()[0]);
    assertEquals(7_900, (double) pump.calls()[1], 2);
  }

  @Test
  void whatDoesNotDivideGoesToTheFirst() {
    Shares shares = Shares.of(Story.of("weight=3;4;9 waiting=1;1;0").snapshot().lanes());
    assertArrayEquals(new long[] {43, 56, 0}, shares.split(99));
    assertArrayEquals(new long[] {-42, -57, 0}, shares.split(-99));
    assertArrayEquals(new long[] {3, 4, 0}, shares.split(7));
  }

  @Test
  void theLargestWeightsOfManyLanesOverflowNothing() {
    int[] weights = new int[1_000];
    Arrays.fill(weights, 1_000_000);
    Pump pump = new Pump(weights);
    pump.tick(Rate.of(1_000_000, Plan.UNBOUNDED), 1000);
    assertEquals(16_000, pump.total());
    assertEquals(99_000_000_000L, pump.credit() + pump.total() * Credit.ADMISSION);
  }
}
