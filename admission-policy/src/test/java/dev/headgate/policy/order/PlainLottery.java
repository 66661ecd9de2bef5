package dev.headgate.policy.order;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The lottery a second time, written from its published description, word for word and without a
 * thought for speed. It shares no code with what it checks.
 */
final class PlainLottery {
  private static final BigInteger RANGE = BigInteger.TWO.pow(32);

  private final byte[] key;
  private final Deque<BigInteger> words = new ArrayDeque<>();
  private long counter;

  PlainLottery(byte[] key) {
    this.key = key;
  }

  static int[] order(String event, byte[] seed, byte[] beacon, int entrants) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream text = new DataOutputStream(bytes);
      text.write("headgate-lottery-v1".getBytes(US_ASCII));
      text.writeByte(0);
      text.write(event.getBytes(US_ASCII));
      text.writeByte(0);
      text.write(seed);
      text.write(beacon);
      text.writeLong(entrants);
      return new PlainLottery(sha256(bytes.toByteArray())).shuffled(entrants);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private int[] shuffled(int entrants) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < entrants; i++) {
      order.add(i);
    }
    for (int i = entrants - 1; i >= 1; i--) {
      Collections.swap(order, i, below(i + 1L));
    }
    return order.stream().mapToInt(Integer::intValue).toArray();
  }

  int below(long bound) {
    BigInteger m = BigInteger.valueOf(bound);
    BigInteger w = nextWord();
    while (w.compareTo(RANGE.divide(m).multiply(m)) >= 0) {
      w = nextWord();
    }
    return w.mod(m).intValueExact();
  }

  private BigInteger nextWord() {
    if (words.isEmpty()) {
      byte[] block = sha256(ByteBuffer.allocate(40).put(key).putLong(counter++).array());
      for (int i = 0; i < block.length; i += 4) {
        words.add(new BigInteger(1, block, i, 4));
      }
    }
    return words.remove();
  }

  private static byte[] sha256(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
