package dev.headgate.quickstart;

import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What any fan can compute from the public draw document: nothing of the gateway is used here. */
final class PublishedDraw {
  private final byte[] key;
  private long block;
  private ByteBuffer words = ByteBuffer.allocate(0);

  private PublishedDraw(byte[] key) {
    this.key = key;
  }

  static String commitment(String seed) {
    return HexFormat.of().formatHex(sha256(HexFormat.of().parseHex(seed)));
  }

  /** The positions of {@code headgate-lottery-v1} by arrival number. */
  static int[] positions(JsonObject draw) {
    int entrants = draw.getInteger("entrants");
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes("headgate-lottery-v1".getBytes(StandardCharsets.US_ASCII));
    text.write(0);
    String drawId = draw.getString("drawId", draw.getString("event"));
    text.writeBytes(drawId.getBytes(StandardCharsets.US_ASCII));
    text.write(0);
    text.writeBytes(HexFormat.of().parseHex(draw.getString("seed")));
    text.writeBytes(uint64(entrants));
    return new PublishedDraw(sha256(text.toByteArray())).shuffled(entrants);
  }

  private int[] shuffled(int entrants) {
    int[] order = new int[entrants];
    for (int i = 0; i < entrants; i++) {
      order[i] = i;
    }
    for (int i = entrants - 1; i > 0; i--) {
      int other = below(i + 1);
      int held = order[i];
      order[i] = order[other];
      order[other] = held;
    }
    int[] positions = new int[entrants];
    for (int position = 0; position < entrants; position++) {
      positions[order[position]] = position;
    }
    return positions;
  }

  private int below(int bound) {
    long limit = (1L << 32) / bound * bound;
    long word = next();
    while (word >= limit) {
      word = next();
    }
    return (int) (word % bound);
  }

  private long next() {
    if (!words.hasRemaining()) {
      byte[] text = ByteBuffer.allocate(key.length + 8).put(key).putLong(block++).array();
      words = ByteBuffer.wrap(sha256(text));
    }
    return Integer.toUnsignedLong(words.getInt());
  }

  private static byte[] uint64(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }

  private static byte[] sha256(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
