package dev.headgate.quickstart;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.vertx.core.json.JsonObject;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Recomputes an order from its public document, by the published rules and nothing of ours. */
final class PublishedDraw {
  private final byte[] key;
  private byte[] block = new byte[0];
  private int used = 0;
  private long counter;

  private PublishedDraw(byte[] key) {
    this.key = key;
  }

  /** {@code order[p]} is the arrival number at position p. */
  static int[] order(JsonObject draw) {
    int entrants = draw.getInteger("entrants");
    byte[] seed = HexFormat.of().parseHex(draw.getString("seed"));
    byte[] event = draw.getString("event").getBytes(US_ASCII);
    byte[] name = draw.getString("algorithm").getBytes(US_ASCII);
    byte[] key =
        sha256(
            ByteBuffer.allocate(name.length + event.length + seed.length + 10)
                .put(name)
                .put((byte) 0)
                .put(event)
                .put((byte) 0)
                .put(seed)
                .putLong(entrants)
                .array());
    return new PublishedDraw(key).shuffled(entrants);
  }

  /** Whether the seed is the one that was promised before the draw. */
  static boolean keepsItsPromise(JsonObject draw) {
    byte[] seed = HexFormat.of().parseHex(draw.getString("seed"));
    return HexFormat.of().formatHex(sha256(seed)).equals(draw.getString("commitment"));
  }

  private int[] shuffled(int entrants) {
    int[] order = new int[entrants];
    for (int i = 0; i < entrants; i++) {
      order[i] = i;
    }
    for (int i = entrants - 1; i >= 1; i--) {
      int other = below(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
    return order;
  }

  private int below(int m) {
    long fair = (1L << 32) / m * m;
    long word = word();
    while (word >= fair) {
      word = word();
    }
    return Math.toIntExact(word % m);
  }

  private long word() {
    if (used == block.length) {
      block = sha256(ByteBuffer.allocate(key.length + 8).put(key).putLong(counter++).array());
      used = 0;
    }
    long word = Integer.toUnsignedLong(ByteBuffer.wrap(block).getInt(used));
    used += Integer.BYTES;
    return word;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
