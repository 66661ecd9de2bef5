package dev.headgate.gateway.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.headgate.gateway.token.Base64Url;
import dev.headgate.gateway.token.KeyedHash;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * JSON that only a gateway of this installation can have written, as text: {@code <json>.<mac>}, in
 * base64url. It is not hidden from who carries it.
 */
final class Seal {
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final int LONGEST = 3_500;
  private static final int ID_BYTES = 16;

  private final KeyedHash root;
  private final SecureRandom random = new SecureRandom();

  Seal(byte[] secret) {
    root = new KeyedHash(secret);
  }

  /**
   * @param purpose what it is for: under another one it is worth nothing
   */
  String write(String purpose, JsonObject json) {
    String body = ENCODER.encodeToString(json.encode().getBytes(UTF_8));
    return body + "." + mac(purpose, body);
  }

  /** What was written for a purpose, or null when the text is not one of ours. */
  @Nullable JsonObject read(String purpose, String text) {
    int dot = text.indexOf('.');
    if (text.length() > LONGEST || dot < 0) {
      return null;
    }
    String body = text.substring(0, dot);
    if (!isSame(mac(purpose, body), text.substring(dot + 1))) {
      return null;
    }
    byte[] json = Base64Url.decode(body);
    try {
      return json == null ? null : new JsonObject(new String(json, UTF_8));
    } catch (DecodeException ofAnotherRelease) {
      return null;
    }
  }

  /** Text that only we can make, for this purpose and this message. */
  String mac(String purpose, String message) {
    byte[] labelled = (purpose + "\0" + message).getBytes(UTF_8);
    return ENCODER.encodeToString(root.derive(labelled));
  }

  /** 128 random bits in base64url. */
  String newId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return ENCODER.encodeToString(id);
  }

  /** Compares in a time that says nothing about where they differ. */
  static boolean isSame(String ours, String sent) {
    return MessageDigest.isEqual(ours.getBytes(UTF_8), sent.getBytes(UTF_8));
  }
}
