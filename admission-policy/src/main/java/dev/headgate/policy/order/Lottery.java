package dev.headgate.policy.order;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;

/**
 * {@code headgate-lottery-v1}: a shuffle that anyone can repeat from public values.
 *
 * <p>Fisher and Yates, in Durstenfeld's form, driven by SHA-256 in counter mode, without modulo
 * bias.
 */
public final class Lottery {
  private static final byte[] LABEL = "headgate-lottery-v1\0".getBytes(US_ASCII);
  private static final byte[] NUL = {0};

  private Lottery() {}

  /**
   * The order of a draw: {@code order[p]} is the arrival number that gets position {@code p}.
   *
   * @param drawId what is drawn: the event's id, or the id of one of its rounds or lanes
   * @param seed 32 bytes, committed to before anyone came
   * @param beacon the public randomness mixed in; empty without a beacon
   * @param entrants how many take part, from 0
   * @throws IllegalArgumentException if one of them cannot be
   */
  public static int[] order(String drawId, byte[] seed, byte[] beacon, int entrants) {
    int[] order = new int[checked(entrants)];
    for (int i = 0; i < entrants; i++) {
      order[i] = i;
    }
    shuffle(order, new Words(key(drawId, seed, beacon, entrants)));
    return order;
  }

  private static void shuffle(int[] order, Words words) {
    for (int i = order.length - 1; i >= 1; i--) {
      int j = words.below(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }

  private static byte[] key(String drawId, byte[] seed, byte[] beacon, int entrants) {
    byte[] id = DrawId.bytes(drawId);
    if (seed.length != Sha256.BYTES) {
      throw new IllegalArgumentException("seed: " + seed.length + " bytes (expected: 32)");
    }
    byte[] count = ByteBuffer.allocate(Long.BYTES).putLong(entrants).array();
    return new Sha256().of(LABEL, id, NUL, seed, beacon, count);
  }

  private static int checked(int entrants) {
    if (entrants < 0) {
      throw new IllegalArgumentException("entrants: " + entrants + " (expected: >= 0)");
    }
    return entrants;
  }
}
