package dev.headgate.booking.admission;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The public key that a proof was sent with: of one of three kinds, each for its one algorithm.
 *
 * @param algorithm as a header names it
 * @param thumbprint the SHA-256 of its members (RFC 7638)
 * @param check whether a signature over an input is the key's
 */
record ProofKey(String algorithm, String thumbprint, Check check) {
  private static final Set<String> PRIVATE = Set.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");
  private static final int COORDINATE_BYTES = 32;
  private static final int LEAST_MODULUS_BYTES = 256;
  private static final int MOST_MODULUS_BYTES = 512;
  // The only exponent that key makers have used for decades; a long one costs whoever checks.
  private static final String EXPONENT = "AQAB";
  // What stands before the 32 bytes of an Ed25519 key in an X.509 SubjectPublicKeyInfo (RFC 8410).
  private static final byte[] ED25519_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

  /** Tells whose signature one is. */
  interface Check {
    boolean holds(byte[] input, Base64URL signature) throws JOSEException, GeneralSecurityException;
  }

  /** The key, or null where it is of another kind, malformed, or more than public. */
  static @Nullable ProofKey of(@Nullable Object jwk) {
    if (!(jwk instanceof Map<?, ?> members)
        || members.keySet().stream().anyMatch(PRIVATE::contains)) {
      return null;
    }
    Object kind = members.get("kty");
    Object curve = members.get("crv");
    if ("EC".equals(kind) && "P-256".equals(curve)) {
      return elliptic(number(members.get("x")), number(members.get("y")));
    }
    if ("OKP".equals(kind) && "Ed25519".equals(curve)) {
      return edwards(number(members.get("x")));
    }
    return "RSA".equals(kind) && EXPONENT.equals(members.get("e"))
        ? rsa(number(members.get("n")))
        : null;
  }

  /** Whether the key made the signature. Takes about a millisecond: for a worker. */
  boolean made(String signature, String input) {
    try {
      return check.holds(input.getBytes(US_ASCII), new Base64URL(signature));
    } catch (JOSEException | GeneralSecurityException | RuntimeException unusable) {
      return false; // A point that is not on the curve, say.
    }
  }

  private static @Nullable ProofKey elliptic(@Nullable Base64URL x, @Nullable Base64URL y) {
    if (x == null || y == null || Stream.of(x, y).anyMatch(each -> !isCoordinate(each))) {
      return null;
    }
    String members = "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"%s\",\"y\":\"%s\"}";
    return new ProofKey(
        "ES256",
        Sha256.base64Url(members.formatted(x, y).getBytes(US_ASCII)),
        (input, signature) ->
            new ECDSAVerifier(new ECKey.Builder(Curve.P_256, x, y).build().toECPublicKey())
                .verify(new JWSHeader(JWSAlgorithm.ES256), input, signature));
  }

  private static @Nullable ProofKey edwards(@Nullable Base64URL x) {
    if (x == null || !isCoordinate(x)) {
      return null;
    }
    String members = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"%s\"}";
    return new ProofKey(
        "EdDSA",
        Sha256.base64Url(members.formatted(x).getBytes(US_ASCII)),
        (input, signature) -> isEdwards(x.decode(), input, signature.decode()));
  }

  private static boolean isEdwards(byte[] point, byte[] input, byte[] signature)
      throws GeneralSecurityException {
    byte[] encoded = new byte[ED25519_HEAD.length + point.length];
    System.arraycopy(ED25519_HEAD, 0, encoded, 0, ED25519_HEAD.length);
    System.arraycopy(point, 0, encoded, ED25519_HEAD.length, point.length);
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
    verifier.update(input);
    return verifier.verify(signature);
  }

  private static @Nullable ProofKey rsa(@Nullable Base64URL n) {
    byte[] modulus = n == null ? new byte[0] : n.decode();
    if (n == null
        || modulus.length < LEAST_MODULUS_BYTES
        || modulus.length > MOST_MODULUS_BYTES
        || modulus[0] == 0) {
      return null;
    }
    String members = "{\"e\":\"AQAB\",\"kty\":\"RSA\",\"n\":\"%s\"}";
    return new ProofKey(
        "RS256",
        Sha256.base64Url(members.formatted(n).getBytes(US_ASCII)),
        (input, signature) ->
            new RSASSAVerifier(new RSAKey.Builder(n, new Base64URL(EXPONENT)).build())
                .verify(new JWSHeader(JWSAlgorithm.RS256), input, signature));
  }

  private static @Nullable Base64URL number(@Nullable Object sent) {
    boolean isNumber = sent instanceof String text && TokenReader.decoded(text) != null;
    return isNumber ? new Base64URL((String) sent) : null;
  }

  private static boolean isCoordinate(Base64URL number) {
    return number.decode().length == COORDINATE_BYTES;
  }
}
