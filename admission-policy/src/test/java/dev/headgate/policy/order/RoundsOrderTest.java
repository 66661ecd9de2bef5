package dev.headgate.policy.order;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RoundsOrderTest {
  private static final byte[] SEED = "0123456789abcdef0123456789abcdef".getBytes(US_ASCII);

  @Test
  void beforeAnyRoundHasClosedNobodyHasAPosition() {
    assertEquals(0, RoundsOrder.NONE.frontier());
    assertEquals(0, RoundsOrder.NONE.rounds());
    assertEquals(OptionalInt.empty(), RoundsOrder.NONE.positionOf(0));
  }

  @Test
  void theRoundsInAListOfVectorsStandOneBehindTheOther() {
    RoundsOrder order = RoundsOrder.NONE;
    for (Vectors round : Vectors.in("rounds-and-lanes.json")) {
      if (round.has("round")) {
        order = order.plus((int) round.number("round"), (int) round.number("first"), draw(round));
      }
    }
    assertEquals(4, order.rounds());
    assertEquals(1_020, order.frontier());
    for (Vectors round : Vectors.in("rounds-and-lanes.json")) {
      if (round.has("round") && round.has("positions")) {
        assertArrayEquals(round.numbers("positions"), positions(order, round));
      }
    }
  }

  @Test
  void everyoneGetsOnePositionAndNobodyOneOfAnotherRound() {
    for (int seed = 0; seed < 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RoundsOrder order = RoundsOrder.NONE;
      int[] firsts = new int[1 + random.nextInt(40)];
      for (int i = 0; i < firsts.length; i++) {
        firsts[i] = order.frontier();
        order = order.plus(i * 2, firsts[i], draw(i, random.nextInt(4) * random.nextInt(30)));
      }
      assertPermutation(order, firsts);
    }
  }

  @Test
  void aClosedRoundChangesNoPositionBeforeIt() {
    RoundsOrder one = RoundsOrder.NONE.plus(0, 0, draw(0, 40));
    RoundsOrder two = one.plus(1, 40, draw(1, 40));
    for (int arrival = 0; arrival < 40; arrival++) {
      assertEquals(one.positionOf(arrival), two.positionOf(arrival));
    }
    assertEquals(OptionalInt.empty(), one.positionOf(40));
    assertTrue(two.positionOf(40).isPresent());
    assertEquals(40, one.frontier());
    assertEquals(1, one.rounds());
    assertEquals(OptionalInt.empty(), two.positionOf(80));
    assertEquals(OptionalInt.empty(), two.positionOf(Integer.MAX_VALUE));
  }

  @Test
  void whatDoesNotFollowIsRefusedInWords() {
    RoundsOrder order = RoundsOrder.NONE.plus(3, 0, draw(3, 10));
    assertRefused("number: -1 (expected: >= 0)", () -> RoundsOrder.NONE.plus(-1, 0, draw(0, 1)));
    assertRefused("number: 3 (expected: >= 4)", () -> order.plus(3, 10, draw(3, 1)));
    assertRefused("first: 9 (expected: 10)", () -> order.plus(4, 9, draw(4, 1)));
    assertRefused("first: 11 (expected: 10)", () -> order.plus(4, 11, draw(4, 1)));
    assertRefused("first: 1 (expected: 0)", () -> RoundsOrder.NONE.plus(0, 1, draw(0, 1)));
    assertRefused("arrival: -1 (expected: >= 0)", () -> order.positionOf(-1));
    assertRefused("arrival: -1 (expected: >= 0)", () -> RoundsOrder.NONE.positionOf(-1));
    assertEquals(1, RoundsOrder.NONE.plus(0, 0, draw(0, 1)).rounds());
  }

  private static void assertPermutation(RoundsOrder order, int[] firsts) {
    BitSet taken = new BitSet();
    int round = 0;
    for (int arrival = 0; arrival < order.frontier(); arrival++) {
      while (round + 1 < firsts.length && firsts[round + 1] <= arrival) {
        round++;
      }
      int position = order.positionOf(arrival).orElseThrow();
      int end = round + 1 < firsts.length ? firsts[round + 1] : order.frontier();
      assertTrue(position >= firsts[round] && position < end, "arrival " + arrival);
      taken.set(position);
    }
    assertEquals(order.frontier(), taken.cardinality());
  }

  private static int[] positions(RoundsOrder order, Vectors round) {
    int first = (int) round.number("first");
    return IntStream.range(first, first + (int) round.number("entrants"))
        .map(arrival -> order.positionOf(arrival).orElseThrow())
        .toArray();
  }

  private static Draw draw(Vectors round) {
    return Draw.lottery(
        round.text("drawId"), round.bytes("seed"), new byte[0], (int) round.number("entrants"));
  }

  private static Draw draw(int round, int entrants) {
    return Draw.lottery("derby/round/" + round, SEED, new byte[0], entrants);
  }

  private static void assertRefused(String words, Executable call) {
    assertEquals(words, assertThrows(IllegalArgumentException.class, call).getMessage());
  }
}
