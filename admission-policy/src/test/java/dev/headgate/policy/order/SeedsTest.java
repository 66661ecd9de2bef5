package dev.headgate.policy.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SeedsTest {
  static List<Vectors> published() {
    return Vectors.in("seed.json");
  }

  static List<Vectors> draws() {
    return Vectors.in("lottery.json");
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
  @MethodSource("draws")
  void theCommitmentIsThePublishedOne(Vectors vector) {
    assertEquals(vector.text("commitment"), Seeds.commitment(vector.bytes("seed")));
  }

  @Test
  void thereAreThreePublishedSeeds() {
    assertEquals(3, published().size());
  }

  @Test
  void aSeedNeedsAKeyAndAName() {
    byte[] key = {1};
    assertEquals(
        "drawKey: empty (expected: at least one byte)",
        assertThrows(IllegalArgumentException.class, () -> Seeds.derive(new byte[0], "derby", 1))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> Seeds.derive(key, "", 1));
    assertThrows(IllegalArgumentException.class, () -> Seeds.derive(key, "a\0b", 1));
  }
}
