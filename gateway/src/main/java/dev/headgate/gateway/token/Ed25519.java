package dev.headgate.gateway.token;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;

/** Keys of Ed25519 between the platform's objects and their 32 bytes (RFC 8032, 5.1). */
final class Ed25519 {
  private static final int BYTES = 32;
  private static final int TOP_BIT = 0x80;

  private Ed25519() {}

  static byte[] bytes(PublicKey key) {
    EdECPoint point = ((EdECPublicKey) key).getPoint();
    byte[] highFirst = point.getY().toByteArray();
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < Math.min(BYTES, highFirst.length); i++) {
      bytes[i] = highFirst[highFirst.length - 1 - i];
    }
    if (point.isXOdd()) {
      bytes[BYTES - 1] |= (byte) TOP_BIT;
    }
    return bytes;
  }

  static PublicKey publicKey(byte[] bytes) throws GeneralSecurityException {
    requireLength(bytes);
    byte[] highFirst = new byte[BYTES];
    for (int i = 0; i < BYTES; i++) {
      highFirst[i] = bytes[BYTES - 1 - i];
    }
    boolean odd = (highFirst[0] & TOP_BIT) != 0;
    highFirst[0] &= (byte) (TOP_BIT - 1);
    EdECPoint point = new EdECPoint(odd, new BigInteger(1, highFirst));
    return KeyFactory.getInstance("Ed25519")
        .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
  }

  static PrivateKey privateKey(byte[] bytes) throws GeneralSecurityException {
    requireLength(bytes);
    return KeyFactory.getInstance("Ed25519")
        .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, bytes));
  }

  /** The public key of a private one. */
  static PublicKey publicKeyOf(byte[] privateKey) throws GeneralSecurityException {
    requireLength(privateKey);
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    // The platform offers no such computation but in making a pair, whose private key is the 32
    // random bytes it asks for.
    generator.initialize(NamedParameterSpec.ED25519, new Given(privateKey));
    return generator.generateKeyPair().getPublic();
  }

  private static void requireLength(byte[] bytes) throws GeneralSecurityException {
    if (bytes.length != BYTES) {
      throw new GeneralSecurityException(bytes.length + " bytes (expected: " + BYTES + ")");
    }
  }

  /** Not random at all: the bytes that were given. */
  private static final class Given extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private final byte[] given;

    Given(byte[] given) {
      this.given = given.clone();
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(given, 0, bytes, 0, Math.min(given.length, bytes.length));
    }
  }
}
