package dev.headgate.booking.admission;

import com.nimbusds.jose.JOSEException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;

/** Signatures under one Ed25519 key, by the platform: the JOSE library would want another one. */
final class Ed25519Check {
  private static final String ALGORITHM = "Ed25519";
  private static final int BYTES = 32;
  private static final int SIGNATURE_BYTES = 64;
  private static final int TOP_BIT = 0x80;

  private final PublicKey key;

  private Ed25519Check(PublicKey key) {
    this.key = key;
  }

  /**
   * @param bytes the key as it is published: y with its low byte first, and in the last byte's top
   *     bit whether x is odd (RFC 8032, 5.1.2)
   */
  static Ed25519Check of(byte[] bytes) throws JOSEException {
    if (bytes.length != BYTES) {
      throw new JOSEException(bytes.length + " bytes (expected: " + BYTES + ")");
    }
    byte[] highFirst = new byte[BYTES];
    for (int i = 0; i < BYTES; i++) {
      highFirst[i] = bytes[BYTES - 1 - i];
    }
    boolean odd = (highFirst[0] & TOP_BIT) != 0;
    highFirst[0] &= (byte) (TOP_BIT - 1);
    EdECPoint point = new EdECPoint(odd, new BigInteger(1, highFirst));
    try {
      return new Ed25519Check(
          KeyFactory.getInstance(ALGORITHM)
              .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point)));
    } catch (GeneralSecurityException notOnTheCurve) {
      throw new JOSEException("no Ed25519 key", notOnTheCurve);
    }
  }

  boolean isSigned(byte[] input, byte[] signature) {
    // The platform overlooks what comes after them: one token would have many spellings.
    if (signature.length != SIGNATURE_BYTES) {
      return false;
    }
    try {
      Signature verifying = Signature.getInstance(ALGORITHM);
      verifying.initVerify(key);
      verifying.update(input);
      return verifying.verify(signature);
    } catch (GeneralSecurityException malformed) {
      return false;
    }
  }
}
