package dev.headgate.gateway.token;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 under one key, cut to 16 bytes. Safe for use from any thread. */
public final class KeyedHash {
  /** The length of a MAC of ours: 128 bits. */
  public static final int BYTES = 16;

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;
  // Looking a Mac up and keying it costs more than using it.
  private final ThreadLocal<Mac> macs = ThreadLocal.withInitial(this::newMac);

  public KeyedHash(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /** The first 16 bytes of the hash. */
  public byte[] of(byte[] message) {
    return Arrays.copyOf(macs.get().doFinal(message), BYTES);
  }

  /** All 32 bytes, for a key derived from this one. */
  public byte[] derive(byte[] label) {
    return macs.get().doFinal(label);
  }

  private Mac newMac() {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
