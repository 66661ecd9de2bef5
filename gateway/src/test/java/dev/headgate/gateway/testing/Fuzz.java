package dev.headgate.gateway.testing;

import java.util.Random;
import java.util.SplittableRandom;

/**
 * Runs a check with one random source after another. The seed is the bug report: a failure names
 * it, and it makes the same input again.
 *
 * <p>An ordinary run takes the same seeds in the same number on every machine, so that a change
 * which has nothing to do with it does not fail by luck or by a faster processor. {@code
 * headgate.fuzz.quarters} says how many quarters of them are taken; {@code headgate.fuzz.seconds}
 * runs each fuzzer for so long on seeds that nobody has seen; {@code headgate.fuzz.seed} is the one
 * seed to try instead.
 */
public final class Fuzz {
  private static final long ALWAYS_FROM = 20_261_130;

  private Fuzz() {}

  /** What must hold for any input. */
  public interface Check {
    /** Makes an input and looks at it. */
    void on(Random random) throws Exception;
  }

  /**
   * Runs a check.
   *
   * @param rounds how many seeds four quarters are
   * @param onceFailed seeds that found a fault once; they are always tried, and first
   */
  public static void run(int rounds, long[] onceFailed, Check check) {
    Long wanted = Long.getLong("headgate.fuzz.seed");
    if (wanted != null) {
      one(wanted, check);
      return;
    }
    for (long seed : onceFailed) {
      one(seed, check);
    }
    int seconds = Integer.getInteger("headgate.fuzz.seconds", 0);
    if (seconds > 0) {
      unseen(seconds, check);
      return;
    }
    SplittableRandom seeds = new SplittableRandom(ALWAYS_FROM);
    int quarters = Integer.getInteger("headgate.fuzz.quarters", 4);
    for (int left = Math.max(1, rounds * quarters / 4); left > 0; left--) {
      one(seeds.nextLong(), check);
    }
  }

  private static void unseen(int seconds, Check check) {
    SplittableRandom seeds = new SplittableRandom();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    do {
      one(seeds.nextLong(), check);
    } while (System.nanoTime() < end);
  }

  private static void one(long seed, Check check) {
    try {
      check.on(new Random(seed));
    } catch (Exception | AssertionError failure) {
      throw new AssertionError(
          "once more with -Dheadgate.fuzz.seed=" + seed + ": " + failure, failure);
    }
  }

  /** One of several. */
  @SafeVarargs
  public static <T> T oneOf(Random random, T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** A text of up to so many characters of an alphabet. */
  public static String text(Random random, String alphabet, int most) {
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(most + 1); length > 0; length--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  /** The text with a few changes: characters changed, left out, put in, repeated, moved. */
  public static String mutated(Random random, String text, String alphabet) {
    StringBuilder changed = new StringBuilder(text);
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      change(random, changed, alphabet);
    }
    return changed.toString();
  }

  private static void change(Random random, StringBuilder text, String alphabet) {
    int at = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), at + random.nextInt(12));
    char c = alphabet.charAt(random.nextInt(alphabet.length()));
    switch (random.nextInt(6)) {
      case 0 -> text.insert(at, c);
      case 1 -> text.delete(at, Math.min(text.length(), at + 1));
      case 2 -> text.delete(at, to);
      case 3 -> text.insert(at, text.substring(at, to));
      case 4 -> text.insert(random.nextInt(text.length() + 1), text.substring(at, to));
      default -> {
        if (at < text.length()) {
          text.setCharAt(at, c);
        }
      }
    }
  }
}
