package dev.headgate.quickstart;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A key as a phone keeps one, and the proofs (RFC 9449) that it makes. */
final class PhoneKey {
  private final ECKey key;

  PhoneKey() {
    try {
      key = new ECKeyGenerator(Curve.P_256).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The SHA-256 thumbprint of its public half (RFC 7638). */
  String thumbprint() {
    try {
      return key.computeThumbprint().toString();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A proof for one request.
   *
   * @param credential what the proof names, too; null for none
   */
  String proof(String method, URI address, @Nullable String credential) {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256)
            .type(new JOSEObjectType("dpop+jwt"))
            .jwk(key.toPublicJWK())
            .build();
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .claim("htm", method)
            .claim("htu", address.resolve(address.getRawPath()).toString())
            .issueTime(Date.from(Instant.now()))
            .jwtID(UUID.randomUUID().toString());
    if (credential != null) {
      claims.claim("ath", hash(credential));
    }
    SignedJWT proof = new SignedJWT(header, claims.build());
    try {
      proof.sign(new ECDSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return proof.serialize();
  }

  private static String hash(String credential) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return Base64URL.encode(sha.digest(credential.getBytes(StandardCharsets.US_ASCII)))
          .toString();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
