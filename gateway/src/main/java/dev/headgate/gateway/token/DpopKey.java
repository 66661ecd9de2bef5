package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The public key of a proof, of one of the kinds taken here. Only members that say what the key is
 * are read, and a key of which more than the public part was sent is none.
 *
 * @param thumbprint its SHA-256 thumbprint (RFC 7638)
 */
record DpopKey(Kind kind, Claims members, String thumbprint) {
  static final int THUMBPRINT_DIGITS = 43;

  private static final Set<String> PRIVATE = Set.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");
  private static final int COORDINATE_BYTES = 32;
  private static final int LEAST_MODULUS_BYTES = 256;
  private static final int MOST_MODULUS_BYTES = 512;
  // The only exponent that key makers have used for decades; a long one costs whoever checks.
  private static final String EXPONENT = "AQAB";
  // What stands before the 32 bytes of an Ed25519 key in an X.509 SubjectPublicKeyInfo (RFC 8410).
  private static final byte[] ED25519_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

  /** The kinds of keys, each with the one algorithm that it is for. */
  enum Kind {
    EC("ES256"),
    OKP("EdDSA"),
    RSA("RS256");

    private final String algorithm;

    Kind(String algorithm) {
      this.algorithm = algorithm;
    }

    static @Nullable Kind of(@Nullable String name) {
      for (Kind kind : values()) {
        if (kind.name().equals(name)) {
          return kind;
        }
      }
      return null;
    }

    private boolean isFormOf(Claims jwk) {
      return switch (this) {
        case EC ->
            "P-256".equals(jwk.text("crv"))
                && isCoordinate(jwk.text("x"))
                && isCoordinate(jwk.text("y"));
        case OKP -> "Ed25519".equals(jwk.text("crv")) && isCoordinate(jwk.text("x"));
        case RSA -> EXPONENT.equals(jwk.text("e")) && isModulus(jwk.text("n"));
      };
    }

    // The members in the order of their names, and nothing else: all are base64url by now.
    private String canonical(Claims jwk) {
      return switch (this) {
        case EC ->
            "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"%s\",\"y\":\"%s\"}"
                .formatted(jwk.text("x"), jwk.text("y"));
        case OKP -> "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"%s\"}".formatted(jwk.text("x"));
        case RSA -> "{\"e\":\"AQAB\",\"kty\":\"RSA\",\"n\":\"%s\"}".formatted(jwk.text("n"));
      };
    }
  }

  /** The key, or null where it is of a kind or form not taken here. */
  static @Nullable DpopKey of(@Nullable Claims jwk) {
    Kind kind = jwk == null ? null : Kind.of(jwk.text("kty"));
    if (jwk == null
        || kind == null
        || jwk.names().stream().anyMatch(PRIVATE::contains)
        || !kind.isFormOf(jwk)) {
      return null;
    }
    return new DpopKey(kind, jwk, thumbprint(kind.canonical(jwk)));
  }

  /** The one algorithm that the key is for, as a header names it. */
  String algorithm() {
    return kind.algorithm;
  }

  /** Whether the key made the signature. Takes about a millisecond: for a worker. */
  boolean made(String signature, String input) {
    try {
      return kind == Kind.OKP
          ? edwards(Base64Url.decode(signature), input)
          : verifier()
              .verify(
                  new JWSHeader(JWSAlgorithm.parse(kind.algorithm)),
                  input.getBytes(US_ASCII),
                  new Base64URL(signature));
    } catch (JOSEException | GeneralSecurityException | RuntimeException unusable) {
      return false; // A point that is not on the curve, say.
    }
  }

  private JWSVerifier verifier() throws JOSEException {
    return kind == Kind.EC
        ? new ECDSAVerifier(
            new ECKey.Builder(Curve.P_256, number("x"), number("y")).build().toECPublicKey())
        : new RSASSAVerifier(
            new RSAKey.Builder(number("n"), new Base64URL(EXPONENT)).build().toRSAPublicKey());
  }

  private boolean edwards(byte @Nullable [] signature, String input)
      throws GeneralSecurityException {
    byte[] point = number("x").decode();
    byte[] encoded = new byte[ED25519_HEAD.length + point.length];
    System.arraycopy(ED25519_HEAD, 0, encoded, 0, ED25519_HEAD.length);
    System.arraycopy(point, 0, encoded, ED25519_HEAD.length, point.length);
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
    verifier.update(input.getBytes(US_ASCII));
    return signature != null && verifier.verify(signature);
  }

  private Base64URL number(String name) {
    return new Base64URL(members.text(name));
  }

  private static boolean isCoordinate(@Nullable String text) {
    byte[] bytes = text == null ? null : Base64Url.decode(text);
    return bytes != null && bytes.length == COORDINATE_BYTES;
  }

  private static boolean isModulus(@Nullable String text) {
    byte[] bytes = text == null ? null : Base64Url.decode(text);
    return bytes != null
        && bytes.length >= LEAST_MODULUS_BYTES
        && bytes.length <= MOST_MODULUS_BYTES
        && bytes[0] != 0;
  }

  private static String thumbprint(String canonical) {
    try {
      byte[] sha = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(sha);
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
