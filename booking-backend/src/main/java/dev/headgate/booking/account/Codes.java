package dev.headgate.booking.account;

import dev.headgate.booking.config.ShopConfig;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One-time codes of six digits. The rows have them only as an HMAC, to compare with, and sealed, to
 * send; both keys come from the session key, which no row and no backup of the rows has.
 */
public final class Codes {
  private static final int CODES = 1_000_000;
  private static final String HASHING = "headgate-code-hash-v1\0";
  private static final String SEALING = "headgate-code-seal-v1\0";
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final SecureRandom random = new SecureRandom();
  private final SecretKeySpec hashing;
  private final SecretKeySpec sealing;

  private Codes(SessionKey key) {
    this.hashing = new SecretKeySpec(mac(key.key(), HASHING), SessionKey.ALGORITHM);
    this.sealing = new SecretKeySpec(mac(key.key(), SEALING), "AES");
  }

  /**
   * Codes under the session key in this file, which is made if missing. Blocks on the disk.
   *
   * @throws IllegalStateException when the file cannot be read or made
   */
  public static Codes under(ShopConfig.Session settings) {
    return new Codes(SessionKey.in(settings.keyFile()));
  }

  /**
   * The code in a message's detail. A secret of whoever the message goes to.
   *
   * @throws IllegalArgumentException when it was not sealed under this key
   */
  public String open(String detail) {
    try {
      byte[] sealed = Base64.getUrlDecoder().decode(detail);
      if (sealed.length <= NONCE_BYTES + TAG_BITS / Byte.SIZE) {
        throw new IllegalArgumentException("too short");
      }
      Cipher cipher = Cipher.getInstance(CIPHER);
      GCMParameterSpec nonce = new GCMParameterSpec(TAG_BITS, sealed, 0, NONCE_BYTES);
      cipher.init(Cipher.DECRYPT_MODE, sealing, nonce);
      byte[] code = cipher.doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
      return new String(code, StandardCharsets.US_ASCII);
    } catch (GeneralSecurityException | IllegalArgumentException foreign) {
      throw new IllegalArgumentException("detail: not sealed under this shop's key", foreign);
    }
  }

  String fresh() {
    return String.format(Locale.ROOT, "%06d", random.nextInt(CODES));
  }

  String seal(String code) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      Cipher cipher = Cipher.getInstance(CIPHER);
      cipher.init(Cipher.ENCRYPT_MODE, sealing, new GCMParameterSpec(TAG_BITS, nonce));
      byte[] sealed = cipher.doFinal(code.getBytes(StandardCharsets.US_ASCII));
      ByteBuffer whole = ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(whole.array());
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** Of the sign-in too: the same code of two sign-ins must not look the same. */
  String hash(String signInId, String code) {
    byte[] hash = mac(hashing, signInId + "\0" + code);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  boolean fits(String hash, String signInId, String code) {
    return MessageDigest.isEqual(
        hash.getBytes(StandardCharsets.US_ASCII),
        hash(signInId, code).getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] mac(SecretKeySpec key, String text) {
    try {
      Mac mac = Mac.getInstance(SessionKey.ALGORITHM);
      mac.init(key);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
