package dev.headgate.booking.account;

import dev.headgate.booking.config.ShopConfig;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;

/**
 * The unguessable part of an order's address: whoever has the address may read the order. Derived
 * from the session key, so that no database holds one.
 */
public final class OrderKeys {
  private static final String DOMAIN = "headgate-order-v1\0";
  private static final int KEY_BYTES = 16;

  private final SessionKey key;

  private OrderKeys(SessionKey key) {
    this.key = key;
  }

  /**
   * Keys under the session key in this file, which is made if missing. Blocks on the disk.
   *
   * @throws IllegalStateException when the file cannot be read or made
   */
  public static OrderKeys under(ShopConfig.Session settings) {
    return new OrderKeys(SessionKey.in(settings.keyFile()));
  }

  /** The key of this order. A secret of whoever bought. */
  public String of(String orderId) {
    try {
      Mac mac = Mac.getInstance(SessionKey.ALGORITHM);
      mac.init(key.key());
      mac.update(DOMAIN.getBytes(StandardCharsets.US_ASCII));
      byte[] all = mac.doFinal(orderId.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(all, KEY_BYTES));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** Whether this is the key of this order. */
  public boolean fits(String orderId, String sent) {
    return MessageDigest.isEqual(
        of(orderId).getBytes(StandardCharsets.US_ASCII), sent.getBytes(StandardCharsets.UTF_8));
  }

  /** The order's address, with its key. */
  public String path(String orderId) {
    return "/orders/" + orderId + "?t=" + of(orderId);
  }
}
