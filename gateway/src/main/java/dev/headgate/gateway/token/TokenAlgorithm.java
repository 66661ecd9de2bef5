package dev.headgate.gateway.token;

/** What an admission key may sign with, named as RFC 7518 and RFC 8037 spell it. */
public enum TokenAlgorithm {
  /** RSA with PKCS #1 v1.5 padding and SHA-256: the cheapest to verify, the dearest to sign. */
  RS256("RSA", "SHA256withRSA"),
  /** ECDSA on P-256 with SHA-256. */
  ES256("EC", "SHA256withECDSAinP1363Format"),
  /** Ed25519. */
  EdDSA("Ed25519", "Ed25519");

  private final String keyKind;
  private final String signature;

  TokenAlgorithm(String keyKind, String signature) {
    this.keyKind = keyKind;
    this.signature = signature;
  }

  /** The platform's name of its kind of key. */
  String keyKind() {
    return keyKind;
  }

  /** The platform's name of its signatures, in the form that a token carries. */
  String signature() {
    return signature;
  }
}
