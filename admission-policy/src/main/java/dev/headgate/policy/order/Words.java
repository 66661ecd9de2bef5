package dev.headgate.policy.order;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * An endless row of random 32-bit words: {@code SHA-256(key || uint64be(c))} for c = 0, 1, 2, and
 * so on, each block read as eight big-endian words. Not thread-safe.
 */
final class Words {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final long RANGE = 1L << 32;

  private final Sha256 sha256 = new Sha256();
  private final byte[] input = new byte[Sha256.BYTES + Long.BYTES];
  private final byte[] block = new byte[Sha256.BYTES];
  private long counter;
  private int next = Sha256.BYTES;

  Words(byte[] key) {
    System.arraycopy(key, 0, input, 0, Sha256.BYTES);
  }

  /** A number from 0 to {@code bound - 1}, each equally likely. */
  int below(int bound) {
    long word = next();
    // Words from floor(2^32 / bound) * bound on are refused, or small numbers would come up more
    // often. That border lies above 2^32 - bound, so most words need no division to be accepted.
    while (word > RANGE - bound && word >= RANGE - RANGE % bound) {
      word = next();
    }
    return (int) (word % bound);
  }

  private long next() {
    if (next == Sha256.BYTES) {
      LONG.set(input, Sha256.BYTES, counter++);
      sha256.hash(input, block);
      next = 0;
    }
    int word = (int) INT.get(block, next);
    next += Integer.BYTES;
    return Integer.toUnsignedLong(word);
  }
}
