package dev.headgate.booking.admission;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A key and the one algorithm it is for: the key says it, never the token. */
record PublicKey(String kid, JWSAlgorithm algorithm, JWSVerifier verifier) {

  /** The key, or null where it is of a kind not used here. */
  static @Nullable PublicKey of(JWK jwk) throws JOSEException {
    String kid = jwk.getKeyID();
    if (kid == null || kid.isEmpty() || kid.length() > TokenReader.MAX_KID) {
      return null;
    }
    if (jwk instanceof RSAKey rsa && isFor(jwk, JWSAlgorithm.RS256)) {
      return new PublicKey(kid, JWSAlgorithm.RS256, new RSASSAVerifier(rsa));
    }
    if (jwk instanceof ECKey ec
        && ec.getCurve().equals(Curve.P_256)
        && isFor(jwk, JWSAlgorithm.ES256)) {
      return new PublicKey(kid, JWSAlgorithm.ES256, new ECDSAVerifier(ec));
    }
    return null;
  }

  private static boolean isFor(JWK jwk, JWSAlgorithm algorithm) {
    return jwk.getAlgorithm() == null || jwk.getAlgorithm().equals(algorithm);
  }

  boolean verifies(String signingInput, String signature) {
    try {
      byte[] signed = signingInput.getBytes(StandardCharsets.US_ASCII);
      JWSHeader header = new JWSHeader(algorithm);
      return verifier.verify(header, signed, new Base64URL(signature));
    } catch (JOSEException wrong) {
      return false;
    }
  }
}
