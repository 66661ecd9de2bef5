package dev.headgate.booking.admission;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import io.vertx.core.json.JsonObject;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.UUID;

/** A key and the proofs made with it, right ones and such as nobody honest makes. */
public final class Prover {
  private final String algorithm;
  private final String signing;
  private final PrivateKey secret;
  private final JWK key;

  private Prover(String algorithm, String signing, PrivateKey secret, JWK key) {
    this.algorithm = algorithm;
    this.signing = signing;
    this.secret = secret;
    this.key = key;
  }

  /** As the pages make them. */
  public static Prover es256() {
    KeyPair pair = pair("EC", 256);
    JWK jwk = new ECKey.Builder(Curve.P_256, (ECPublicKey) pair.getPublic()).build();
    return new Prover("ES256", "SHA256withECDSAinP1363Format", pair.getPrivate(), jwk);
  }

  public static Prover rs256(int bits) {
    KeyPair pair = pair("RSA", bits);
    JWK jwk = new RSAKey.Builder((RSAPublicKey) pair.getPublic()).build();
    return new Prover("RS256", "SHA256withRSA", pair.getPrivate(), jwk);
  }

  public static Prover edDsa() {
    KeyPair pair = pair("Ed25519", 0);
    byte[] encoded = pair.getPublic().getEncoded();
    Base64URL x =
        Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
    JWK jwk = new OctetKeyPair.Builder(Curve.Ed25519, x).build();
    return new Prover("EdDSA", "Ed25519", pair.getPrivate(), jwk);
  }

  private static KeyPair pair(String kind, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
      if (bits > 0) {
        generator.initialize(bits);
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  public String thumbprint() {
    try {
      return key.computeThumbprint().toString();
    } catch (JOSEException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The public key, as a header has it. */
  public JsonObject jwk() {
    return new JsonObject(key.toJSONString());
  }

  public JsonObject header() {
    return new JsonObject().put("typ", "dpop+jwt").put("alg", algorithm).put("jwk", jwk());
  }

  /** The claims of a fresh proof for a POST to that address. */
  public static JsonObject claims(String address, long nowSeconds) {
    return new JsonObject()
        .put("jti", UUID.randomUUID().toString())
        .put("htm", "POST")
        .put("htu", address)
        .put("iat", nowSeconds);
  }

  /** A right proof of these claims. */
  public String proof(JsonObject claims) {
    return signed(header().encode(), claims.encode());
  }

  /** Any header and claims, correctly signed. */
  public String signed(String header, String claims) {
    String input = part(header) + "." + part(claims);
    try {
      Signature signature = Signature.getInstance(signing);
      signature.initSign(secret);
      signature.update(input.getBytes(US_ASCII));
      return input + "." + Base64URL.encode(signature.sign());
    } catch (GeneralSecurityException unusable) {
      throw new IllegalStateException(unusable);
    }
  }

  public static String part(String text) {
    return Base64URL.encode(text.getBytes(UTF_8)).toString();
  }
}
