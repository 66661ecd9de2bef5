package dev.headgate.policy.order;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class DrawTest {
  private static final byte[] SEED = "0123456789abcdef0123456789abcdef".getBytes(US_ASCII);

  @Test
  void earlyArrivalsStandAsDrawn() {
    int[] order = Lottery.order("derby", SEED, new byte[0], 5_000);
    Draw draw = Draw.lottery("derby", SEED, new byte[0], 5_000);
    assertEquals(5_000, draw.entrants());
    for (int position = 0; position < order.length; position++) {
      assertEquals(position, draw.positionOf(order[position]));
    }
  }

  @Test
  void laterArrivalsStandBehindThemByTime() {
    Draw draw = Draw.lottery("derby", SEED, new byte[0], 7);
    assertEquals(7, draw.positionOf(7));
    assertEquals(8, draw.positionOf(8));
    assertEquals(Integer.MAX_VALUE, draw.positionOf(Integer.MAX_VALUE));
  }

  @Test
  void withoutEarlyArrivalsEveryoneStandsByTime() {
    Draw draw = Draw.lottery("derby", SEED, new byte[0], 0);
    assertEquals(0, draw.entrants());
    assertEquals(0, draw.positionOf(0));
    assertEquals(41, draw.positionOf(41));
  }

  @Test
  void thereIsNoArrivalBelowZero() {
    Draw draw = Draw.lottery("derby", SEED, new byte[0], 3);
    assertThrows(IllegalArgumentException.class, () -> draw.positionOf(-1));
  }
}
