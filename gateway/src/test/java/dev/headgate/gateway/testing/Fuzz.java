package dev.headgate.gateway.testing;

import java.util.Random;
import java.util.SplittableRandom;

/**
 * Runs a check with one random source after another until its time is over. The seed is the bug
 * report: a failure names it, and it makes the same input again.
 *
 * <p>{@code headgate.fuzz.seconds} is how long one fuzzer runs, {@code headgate.fuzz.seed} the one
 * seed it tries instead. The seeds come in the same order in every run, so that a change that has
 * nothing to do with it does not fail by luck; {@code headgate.fuzz.fresh=true} starts elsewhere
 * each time, to find what nobody has seen.
 */
public final class Fuzz {
  private static final int LEAST_ROUNDS = 50;
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
   * @param onceFailed seeds that found a fault once; they are always tried, and first
   */
  public static void run(long[] onceFailed, Check check) {
    Long wanted = Long.getLong("headgate.fuzz.seed");
    if (wanted != null) {
      one(wanted, check);
      return;
    }
    for (long seed : onceFailed) {
      one(seed, check);
    }
    SplittableRandom seeds =
        Boolean.getBoolean("headgate.fuzz.fresh")
            ? new SplittableRandom()
            : new SplittableRandom(ALWAYS_FROM);
    long end = System.nanoTime() + Integer.getInteger("headgate.fuzz.seconds", 5) * 1_000_000_000L;
    int rounds = 0;
    while (rounds < LEAST_ROUNDS || System.nanoTime() < end) {
      one(seeds.nextLong(), check);
      rounds++;
    }
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
