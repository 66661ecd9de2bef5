package dev.headgate.booking.order;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** What a key stands for: the fields as they were read, each with its length before it. */
final class Fingerprint {
  private Fingerprint() {}

  static String of(Orders.Checkout checkout) {
    return of(checkout.holdId(), checkout.paymentMethod(), checkout.email(), checkout.phone());
  }

  private static String of(@Nullable String... fields) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String field : fields) {
        byte[] bytes = field == null ? new byte[0] : field.getBytes(StandardCharsets.UTF_8);
        // A field that is not there is not an empty one.
        int length = field == null ? -1 : bytes.length;
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
