package dev.headgate.gateway.config;

/**
 * One operator's credential, as configured.
 *
 * @param name who it is, for the audit trail
 * @param role what the holder may do
 * @param hash what the token is recognised by; the token itself is kept by the operator alone. The
 *     SHA-256 in lower-case hex, for a token of at least 128 random bits, which nobody can guess;
 *     or an Argon2id or bcrypt hash for any other
 */
public record OperatorToken(String name, Role role, String hash) {
  public OperatorToken {
    if (!OperatorHash.isOne(hash)) {
      throw new IllegalArgumentException("hash: (expected: " + OperatorHash.EXPECTED + ")");
    }
  }

  /** Without the hash. */
  @Override
  public String toString() {
    return "OperatorToken[" + name + ", " + role + "]";
  }
}
