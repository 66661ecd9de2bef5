package dev.headgate.booking.admission;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * A token and the key that it takes to use it (RFC 9449).
 *
 * @param keyThumbprint the token's {@code cnf.jkt}: the key's SHA-256 thumbprint (RFC 7638)
 * @param tokenHash what a proof names the token by, its {@code ath}: the SHA-256 of its text
 */
public record Binding(String keyThumbprint, String tokenHash) {

  static Binding of(String keyThumbprint, String token) {
    return new Binding(keyThumbprint, Sha256.base64Url(token.getBytes(US_ASCII)));
  }
}
