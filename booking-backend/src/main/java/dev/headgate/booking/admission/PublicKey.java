package dev.headgate.booking.admission;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import org.jspecify.annotations.Nullable;

/** A key and the one algorithm it is for: the key says it, never the token. */
final class PublicKey {
  private static final int LEAST_RSA_BITS = 2048;

  // Curves cost 0.5 to 0.9 ms to verify, RSA 30 to 50 microseconds.
  private static final int CURVE_COST = 20;

  private final JWK jwk;
  private final JWSAlgorithm algorithm;
  private final Check check;

  /** Whether bytes are signed. */
  private interface Check {
    boolean isSigned(byte[] input, Base64URL signature) throws JOSEException;
  }

  private PublicKey(JWK jwk, JWSAlgorithm algorithm, Check check) {
    this.jwk = jwk;
    this.algorithm = algorithm;
    this.check = check;
  }

  /** The key, or null where it is none that is used here. */
  static @Nullable PublicKey of(JWK jwk) {
    String kid = jwk.getKeyID();
    if (kid == null || kid.isEmpty() || kid.length() > TokenReader.MAX_KID) {
      return null;
    }
    try {
      return ofItsKind(jwk);
    } catch (JOSEException | IllegalArgumentException unusable) {
      return null;
    }
  }

  private static @Nullable PublicKey ofItsKind(JWK jwk) throws JOSEException {
    if (jwk instanceof RSAKey rsa
        && rsa.size() >= LEAST_RSA_BITS
        && isFor(jwk, JWSAlgorithm.RS256)) {
      return verifying(jwk, JWSAlgorithm.RS256, new RSASSAVerifier(rsa));
    }
    if (jwk instanceof ECKey ec
        && Curve.P_256.equals(ec.getCurve())
        && isFor(jwk, JWSAlgorithm.ES256)) {
      return verifying(jwk, JWSAlgorithm.ES256, new ECDSAVerifier(ec));
    }
    if (jwk instanceof OctetKeyPair okp
        && Curve.Ed25519.equals(okp.getCurve())
        && isFor(jwk, JWSAlgorithm.EdDSA)) {
      Ed25519Check check = Ed25519Check.of(okp.getDecodedX());
      return new PublicKey(
          jwk, JWSAlgorithm.EdDSA, (input, sent) -> check.isSigned(input, sent.decode()));
    }
    return null;
  }

  private static PublicKey verifying(JWK jwk, JWSAlgorithm algorithm, JWSVerifier verifier) {
    JWSHeader header = new JWSHeader(algorithm);
    return new PublicKey(
        jwk, algorithm, (input, signature) -> verifier.verify(header, input, signature));
  }

  private static boolean isFor(JWK jwk, JWSAlgorithm algorithm) {
    return (jwk.getAlgorithm() == null || jwk.getAlgorithm().equals(algorithm))
        && (jwk.getKeyUse() == null || jwk.getKeyUse().equals(KeyUse.SIGNATURE));
  }

  String kid() {
    return jwk.getKeyID();
  }

  boolean isFor(String alg) {
    return algorithm.getName().equals(alg);
  }

  /** What it costs to verify with it, in signatures of the cheapest kind. */
  int cost() {
    return algorithm.equals(JWSAlgorithm.RS256) ? 1 : CURVE_COST;
  }

  /** Whether both were published alike. */
  boolean isSameAs(PublicKey other) {
    return jwk.equals(other.jwk);
  }

  boolean verifies(String signingInput, String signature) {
    try {
      return check.isSigned(signingInput.getBytes(US_ASCII), new Base64URL(signature));
    } catch (JOSEException wrong) {
      return false;
    }
  }
}
