package dev.headgate.gateway.token;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import io.vertx.core.json.JsonObject;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.text.ParseException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Admission keys as text: read from a JWK or a PKCS #8 PEM, written as a JWK. */
final class KeyText {
  /** What a readable text is, for messages. */
  static final String EXPECTED =
      "a private JWK or unencrypted PKCS #8 PEM: RSA of 2048 to 4096 bits with e 65537, P-256 or"
          + " Ed25519; a JWK with a kid of 1 to 64 letters, digits, '-' or '_'";

  private static final int LEAST_RSA_BITS = 2048;
  private static final int MOST_RSA_BITS = 4096;
  private static final Pattern KID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern PEM =
      Pattern.compile(
          "\\A\\s*-----BEGIN PRIVATE KEY-----\\s([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----\\s*\\z");

  private KeyText() {}

  /** The text is no key of ours. Its message never quotes the text. */
  static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String reason) {
      super(reason, null);
    }
  }

  /** Whether a text may name a key; it is part of a file's name, too. */
  static boolean isKid(@Nullable String text) {
    return text != null && KID.matcher(text).matches();
  }

  /** A new key as the text of a JWK, named by its thumbprint (RFC 7638). */
  static String made(TokenAlgorithm algorithm) {
    JWK key = newKey(algorithm);
    // On a command line a name that begins so would be an option.
    while (key.getKeyID().startsWith("-")) {
      key = newKey(algorithm);
    }
    return key.toJSONString();
  }

  private static JWK newKey(TokenAlgorithm algorithm) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm.keyKind());
      if (algorithm == TokenAlgorithm.RS256) {
        generator.initialize(LEAST_RSA_BITS, new SecureRandom());
      } else if (algorithm == TokenAlgorithm.ES256) {
        generator.initialize(new ECGenParameterSpec("secp256r1"), new SecureRandom());
      }
      return jwk(generator.generateKeyPair());
    } catch (GeneralSecurityException | JOSEException e) {
      throw new IllegalStateException("every Java platform of ours makes " + algorithm, e);
    }
  }

  /** The text of a JWK for the key that a JWK or a PEM holds; {@link #read} judges it. */
  static String imported(String text) throws UnreadableException {
    Matcher pem = PEM.matcher(text);
    try {
      return pem.matches()
          ? jwk(pair(Base64.getMimeDecoder().decode(pem.group(1)))).toJSONString()
          : JWK.parse(text).toJSONString();
    } catch (ParseException
        | GeneralSecurityException
        | JOSEException
        | IllegalArgumentException malformed) {
      throw new UnreadableException("malformed (expected: " + EXPECTED + ")");
    }
  }

  /** The key in the text of a private JWK. */
  static AdmissionKey read(String text) throws UnreadableException {
    try {
      return key(JWK.parse(text));
    } catch (ParseException
        | GeneralSecurityException
        | JOSEException
        | IllegalArgumentException malformed) {
      // Their messages could quote the key.
      throw new UnreadableException("malformed (expected: " + EXPECTED + ")");
    }
  }

  private static AdmissionKey key(JWK jwk) throws GeneralSecurityException, JOSEException {
    String kid = jwk.getKeyID();
    if (!isKid(kid) || !jwk.isPrivate()) {
      throw new GeneralSecurityException("no private key with a name");
    }
    if (jwk instanceof RSAKey rsa && isFor(jwk, TokenAlgorithm.RS256)) {
      // Not its size(), which counts whole bytes.
      requireSize(rsa.getModulus().decodeToBigInteger().bitLength());
      requireUsualExponent(rsa);
      JsonObject shown =
          new JsonObject()
              .put("kty", "RSA")
              .put("n", rsa.getModulus().toString())
              .put("e", rsa.getPublicExponent().toString());
      return new AdmissionKey(
          kid,
          TokenAlgorithm.RS256,
          new AdmissionKey.Pair(rsa.toRSAPrivateKey(), rsa.toRSAPublicKey(), shown));
    } else if (jwk instanceof ECKey ec
        && Curve.P_256.equals(ec.getCurve())
        && isFor(jwk, TokenAlgorithm.ES256)) {
      JsonObject shown = point("EC", Curve.P_256, ec.getX()).put("y", ec.getY().toString());
      return new AdmissionKey(
          kid,
          TokenAlgorithm.ES256,
          new AdmissionKey.Pair(ec.toECPrivateKey(), ec.toECPublicKey(), shown));
    } else if (jwk instanceof OctetKeyPair okp
        && Curve.Ed25519.equals(okp.getCurve())
        && isFor(jwk, TokenAlgorithm.EdDSA)) {
      return new AdmissionKey(
          kid,
          TokenAlgorithm.EdDSA,
          new AdmissionKey.Pair(
              Ed25519.privateKey(okp.getDecodedD()),
              Ed25519.publicKey(okp.getDecodedX()),
              point("OKP", Curve.Ed25519, okp.getX())));
    }
    throw new GeneralSecurityException("a key of another kind");
  }

  private static JsonObject point(String kty, Curve curve, Base64URL x) {
    return new JsonObject().put("kty", kty).put("crv", curve.getName()).put("x", x.toString());
  }

  private static boolean isFor(JWK jwk, TokenAlgorithm algorithm) {
    Algorithm said = jwk.getAlgorithm();
    KeyUse use = jwk.getKeyUse();
    return (said == null || said.getName().equals(algorithm.name()))
        && (use == null || use.equals(KeyUse.SIGNATURE));
  }

  private static void requireSize(int bits) throws GeneralSecurityException {
    if (bits < LEAST_RSA_BITS || bits > MOST_RSA_BITS) {
      throw new GeneralSecurityException(bits + " bits");
    }
  }

  // A long one costs whoever verifies, a short one has been the way into many a verifier.
  private static void requireUsualExponent(RSAKey key) throws GeneralSecurityException {
    if (!key.getPublicExponent().decodeToBigInteger().equals(RSAKeyGenParameterSpec.F4)) {
      throw new GeneralSecurityException("another exponent");
    }
  }

  private static JWK jwk(KeyPair pair) throws GeneralSecurityException, JOSEException {
    Algorithm algorithm = new Algorithm(algorithm(pair.getPrivate()).name());
    if (pair.getPublic() instanceof RSAPublicKey rsa) {
      return new RSAKey.Builder(rsa)
          .privateKey((RSAPrivateCrtKey) pair.getPrivate())
          .keyUse(KeyUse.SIGNATURE)
          .algorithm(algorithm)
          .keyIDFromThumbprint()
          .build();
    } else if (pair.getPublic() instanceof ECPublicKey ec) {
      return new ECKey.Builder(Curve.P_256, ec)
          .privateKey((ECPrivateKey) pair.getPrivate())
          .keyUse(KeyUse.SIGNATURE)
          .algorithm(algorithm)
          .keyIDFromThumbprint()
          .build();
    }
    return new OctetKeyPair.Builder(
            Curve.Ed25519, Base64URL.encode(Ed25519.bytes(pair.getPublic())))
        .d(Base64URL.encode(seed((EdECPrivateKey) pair.getPrivate())))
        .keyUse(KeyUse.SIGNATURE)
        .algorithm(algorithm)
        .keyIDFromThumbprint()
        .build();
  }

  private static TokenAlgorithm algorithm(PrivateKey key) {
    if (key instanceof RSAPrivateCrtKey) {
      return TokenAlgorithm.RS256;
    }
    return key instanceof ECPrivateKey ? TokenAlgorithm.ES256 : TokenAlgorithm.EdDSA;
  }

  private static byte[] seed(EdECPrivateKey key) throws GeneralSecurityException {
    return key.getBytes().orElseThrow(() -> new GeneralSecurityException("not to be exported"));
  }

  private static KeyPair pair(byte[] pkcs8) throws GeneralSecurityException {
    for (TokenAlgorithm algorithm : TokenAlgorithm.values()) {
      PrivateKey key = privateKey(algorithm, pkcs8);
      if (key != null) {
        return new KeyPair(publicKey(key), key);
      }
    }
    throw new GeneralSecurityException("a key of another kind");
  }

  private static @Nullable PrivateKey privateKey(TokenAlgorithm algorithm, byte[] pkcs8)
      throws GeneralSecurityException {
    KeyFactory factory = KeyFactory.getInstance(algorithm.keyKind());
    try {
      return factory.generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException ofAnotherKind) {
      return null;
    }
  }

  private static PublicKey publicKey(PrivateKey key) throws GeneralSecurityException {
    if (key instanceof RSAPrivateCrtKey rsa) {
      requireSize(rsa.getModulus().bitLength());
      return KeyFactory.getInstance("RSA")
          .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent()));
    } else if (key instanceof ECPrivateKey ec) {
      if (!Curve.P_256.equals(Curve.forECParameterSpec(ec.getParams()))) {
        throw new GeneralSecurityException("another curve");
      }
      return KeyFactory.getInstance("EC")
          .generatePublic(
              new ECPublicKeySpec(CurvePoint.of(ec.getS(), ec.getParams()), ec.getParams()));
    } else if (key instanceof EdECPrivateKey ed) {
      return Ed25519.publicKeyOf(seed(ed));
    }
    throw new GeneralSecurityException("a key without its public part");
  }
}
