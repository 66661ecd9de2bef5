package dev.headgate.gateway.config;

/**
 * One operator's credential, as configured.
 *
 * @param name who it is, for the audit trail
 * @param role what the holder may do
 * @param sha256 the SHA-256 of the token in lower-case hex; the token itself (at least 128 random
 *     bits, so that a plain hash is enough) is kept by the operator alone
 */
public record OperatorToken(String name, Role role, String sha256) {
  public OperatorToken {
    if (!sha256.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("sha256: (expected: 64 lower-case hex digits)");
    }
  }
}
