package dev.headgate.policy.order;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Where the seed of a draw comes from, and what is published of it before the draw. */
public final class Seeds {
  private static final byte[] LABEL = "headgate-seed-v1\0".getBytes(US_ASCII);
  private static final byte NUL = 0;

  private Seeds() {}

  /**
   * The seed of one draw: {@code HMAC-SHA256(drawKey, "headgate-seed-v1" 0x00 drawId 0x00
   * uint64be(epoch))}, 32 bytes. A secret until the draw.
   *
   * @param drawKey the gateways' common secret, at least one byte
   * @param drawId what is drawn: the event's id, or the id of one of its rounds or lanes
   * @param epoch the life of the event, so that a reset event draws anew
   * @throws IllegalArgumentException if the key or the id is empty
   */
  public static byte[] derive(byte[] drawKey, String drawId, long epoch) {
    byte[] id = DrawId.bytes(drawId);
    if (drawKey.length == 0) {
      throw new IllegalArgumentException("drawKey: empty (expected: at least one byte)");
    }
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(drawKey, "HmacSHA256"));
      mac.update(LABEL);
      mac.update(id);
      mac.update(NUL);
      return mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(epoch).array());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }

  /** The commitment to a seed: its SHA-256, in lower-case hex. Public from creation on. */
  public static String commitment(byte[] seed) {
    return HexFormat.of().formatHex(new Sha256().of(seed));
  }
}
