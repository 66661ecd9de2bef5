package dev.headgate.policy.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published draws of rounds and lanes: the same lottery, each under a name of its own. */
class RoundsAndLanesTest {
  static List<Vectors> published() {
    return Vectors.in("rounds-and-lanes.json");
  }

  @ParameterizedTest
  @MethodSource("published")
  void theSeedIsThePublishedOne(Vectors vector) {
    byte[] seed =
        Seeds.derive(vector.bytes("drawKey"), vector.text("drawId"), vector.number("epoch"));
    assertArrayEquals(vector.bytes("seed"), seed);
    assertEquals(vector.text("commitment"), Seeds.commitment(seed));
  }

  @ParameterizedTest
  @MethodSource("published")
  void theOrderIsThePublishedOneAndASecondImplementationAgrees(Vectors vector) {
    int entrants = (int) vector.number("entrants");
    int[] order = Lottery.order(vector.text("drawId"), vector.bytes("seed"), beacon(), entrants);
    assertPublished(vector, order);
    assertPublished(
        vector,
        PlainLottery.order(vector.text("drawId"), vector.bytes("seed"), beacon(), entrants));
  }

  @ParameterizedTest
  @MethodSource("published")
  void everyDrawIsNamedAfterItsRoundOrItsLane(Vectors vector) {
    String name =
        vector.has("round")
            ? "derby/round/" + vector.number("round")
            : vector.number("lane") == 0 ? "derby" : "derby/lane/" + vector.number("lane");
    assertEquals(name, vector.text("drawId"));
  }

  @ParameterizedTest
  @MethodSource("published")
  void aPositionIsTheDrawnOneBehindThoseOfEarlierRounds(Vectors vector) {
    if (vector.has("positions")) {
      int first = (int) vector.number("first");
      Draw draw =
          Draw.lottery(
              vector.text("drawId"),
              vector.bytes("seed"),
              beacon(),
              (int) vector.number("entrants"));
      int[] positions =
          IntStream.range(0, draw.entrants()).map(a -> first + draw.positionOf(a)).toArray();
      assertArrayEquals(vector.numbers("positions"), positions);
    }
  }

  @Test
  void thereAreFourRoundsAndFourLanes() {
    assertEquals(4, published().stream().filter(v -> v.has("round")).count());
    assertEquals(4, published().stream().filter(v -> v.has("lane")).count());
  }

  private static void assertPublished(Vectors vector, int[] order) {
    if (vector.has("order")) {
      assertArrayEquals(vector.numbers("order"), order);
      return;
    }
    assertArrayEquals(vector.numbers("firstOfOrder"), Arrays.copyOf(order, 20));
    assertArrayEquals(
        vector.numbers("lastOfOrder"), Arrays.copyOfRange(order, order.length - 20, order.length));
    ByteBuffer bytes = ByteBuffer.allocate(order.length * Integer.BYTES);
    Arrays.stream(order).forEach(bytes::putInt);
    assertEquals(
        vector.text("sha256OfOrderAsUint32be"),
        HexFormat.of().formatHex(new Sha256().of(bytes.array())));
  }

  private static byte[] beacon() {
    return new byte[0];
  }
}
