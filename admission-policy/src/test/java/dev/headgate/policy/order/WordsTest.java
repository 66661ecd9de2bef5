package dev.headgate.policy.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WordsTest {
  private static final byte[] KEY = new byte[32];

  /** Among a few hundred fans hardly a word is ever refused; below such bounds many are. */
  @Test
  void theSecondImplementationRefusesTheSameWords() {
    Words words = new Words(KEY);
    PlainLottery plain = new PlainLottery(KEY);
    SplittableRandom bounds = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      int bound = bounds.nextInt(1 << 20, Integer.MAX_VALUE);
      assertEquals(plain.below(bound), words.below(bound), "word " + i + " below " + bound);
    }
  }

  @Test
  void noNumberIsLikelierThanAnother() {
    // A quarter of all words must be refused. Kept, they would make the lower third come up twice
    // as often as the rest: half of the time instead of a third.
    int bound = 3 << 29;
    Words words = new Words(KEY);
    int low = 0;
    for (int i = 0; i < 30_000; i++) {
      low += words.below(bound) < 1 << 29 ? 1 : 0;
    }
    assertTrue(Math.abs(low - 10_000) < 5 * 82, low + " of 30,000");
  }
}
