package dev.headgate.quickstart;

import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.config.Role;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The demo operator's token, new at each start.
 *
 * @param token 256 random bits in base64url; a secret
 */
record OperatorAccess(String token) {
  static OperatorAccess random() {
    byte[] bits = new byte[32];
    new SecureRandom().nextBytes(bits);
    return new OperatorAccess(Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
  }

  /** What the gateway is told: enough to recognise the token, not to use it. */
  OperatorToken configured() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
      return new OperatorToken("demo", Role.ADMIN, HexFormat.of().formatHex(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "OperatorAccess[]";
  }
}
