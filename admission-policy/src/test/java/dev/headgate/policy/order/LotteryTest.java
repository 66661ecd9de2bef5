package dev.headgate.policy.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LotteryTest {
  private static final byte[] SEED = new byte[32];
  private static final byte[] NO_BEACON = {};

  static List<Vectors> published() {
    return Vectors.in("lottery.json");
  }

  @ParameterizedTest
  @MethodSource("published")
  void theOrderIsThePublishedOne(Vectors vector) {
    int[] order =
        Lottery.order(
            vector.text("event"),
            vector.bytes("seed"),
            vector.bytes("beacon"),
            (int) vector.number("entrants"));
    if (vector.has("order")) {
      assertArrayEquals(vector.numbers("order"), order);
    } else {
      assertArrayEquals(vector.numbers("first"), Arrays.copyOf(order, 20));
      assertArrayEquals(
          vector.numbers("last"), Arrays.copyOfRange(order, order.length - 20, order.length));
      assertEquals(vector.text("sha256OfOrderAsUint32be"), sha256(order));
    }
  }

  @Test
  void thereAreEightPublishedDrawsAndOneHasABeacon() {
    assertEquals(8, published().size());
    assertEquals(1, published().stream().filter(v -> !v.text("beacon").isEmpty()).count());
  }

  @Test
  void aSecondImplementationAgreesForAnyNumberBeaconAndSeed() {
    for (int draw = 0; draw < 300; draw++) {
      Random random = new Random(draw);
      byte[] seed = bytes(random, 32);
      byte[] beacon = bytes(random, random.nextInt(70));
      int entrants = random.nextInt(1, 3 + draw * 4);
      assertArrayEquals(
          PlainLottery.order("cup-" + draw, seed, beacon, entrants),
          Lottery.order("cup-" + draw, seed, beacon, entrants),
          "draw " + draw);
    }
  }

  @Test
  void everyoneGetsExactlyOnePosition() {
    for (int entrants : new int[] {0, 1, 2, 3, 8, 9, 1_000, 65_537}) {
      int[] sorted = Lottery.order("derby", SEED, NO_BEACON, entrants);
      Arrays.sort(sorted);
      assertArrayEquals(IntStream.range(0, entrants).toArray(), sorted);
    }
  }

  @Test
  void aChangeOfIdSeedBeaconOrNumberIsAnotherDraw() {
    int[] order = Lottery.order("derby", SEED, NO_BEACON, 1_000);
    byte[] otherSeed = SEED.clone();
    otherSeed[31] ^= 1;
    assertUnlike(order, Lottery.order("derbz", SEED, NO_BEACON, 1_000));
    assertUnlike(order, Lottery.order("derby", otherSeed, NO_BEACON, 1_000));
    assertUnlike(order, Lottery.order("derby", SEED, new byte[] {0}, 1_000));
    assertUnlike(order, Lottery.order("derby", SEED, NO_BEACON, 1_001));
  }

  @Test
  void whatCannotBeDrawnIsRefusedInWords() {
    assertEquals(
        "entrants: -1 (expected: >= 0)",
        refusal(() -> Lottery.order("derby", SEED, NO_BEACON, -1)));
    assertEquals(
        "seed: 31 bytes (expected: 32)",
        refusal(() -> Lottery.order("derby", new byte[31], NO_BEACON, 1)));
    assertEquals(
        "drawId: (expected: not empty, no NUL character)",
        refusal(() -> Lottery.order("a\0b", SEED, NO_BEACON, 1)));
    assertEquals(
        "drawId: (expected: not empty, no NUL character)",
        refusal(() -> Lottery.order("\0a", SEED, NO_BEACON, 1)));
    assertEquals(
        "drawId: (expected: not empty, no NUL character)",
        refusal(() -> Lottery.order("", SEED, NO_BEACON, 1)));
  }

  private static String refusal(Executable action) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, action).getMessage());
  }

  /** Unrelated orders of a thousand agree in one place, on average. */
  private static void assertUnlike(int[] one, int[] other) {
    long agree = IntStream.range(0, one.length).filter(p -> one[p] == other[p]).count();
    assertTrue(agree < 10, "same in " + agree + " positions");
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String sha256(int[] order) {
    ByteBuffer bytes = ByteBuffer.allocate(order.length * Integer.BYTES);
    Arrays.stream(order).forEach(bytes::putInt);
    return HexFormat.of().formatHex(new Sha256().of(bytes.array()));
  }
}
