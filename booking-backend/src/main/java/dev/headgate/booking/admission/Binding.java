package dev.headgate.booking.admission;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * A token, or a session, and the key that it takes to use it (RFC 9449).
 *
 * @param keyThumbprint the key's SHA-256 thumbprint (RFC 7638), a token's {@code cnf.jkt}
 * @param tokenHash what a proof names the token by, its {@code ath}: the SHA-256 of its text
 */
public record Binding(String keyThumbprint, String tokenHash) {

  /** The binding of this token, or session, to that key. */
  public static Binding of(String keyThumbprint, String token) {
    return new Binding(keyThumbprint, Sha256.base64Url(token.getBytes(US_ASCII)));
  }
}
