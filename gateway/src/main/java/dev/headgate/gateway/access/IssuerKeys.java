package dev.headgate.gateway.access;

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
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The public keys of an issuer at one moment, each with the one algorithm it is for: what a token
 * says of its algorithm only has to agree.
 */
final class IssuerKeys {
  private static final int MOST = 64;
  private static final int LEAST_RSA_BITS = 2_048;
  private static final int MOST_RSA_BITS = 4_096;
  private static final Set<JWSAlgorithm> OF_RSA = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256);

  private final List<Key> keys;

  /** A key that verifies. */
  private record Key(@Nullable String kid, JWSAlgorithm algorithm, JWSVerifier verifier) {}

  private IssuerKeys(List<Key> keys) {
    this.keys = List.copyOf(keys);
  }

  /** Those of a key set that are of a kind taken here; the others are passed over. */
  static IssuerKeys of(JsonObject jwks) {
    List<Key> keys = new ArrayList<>();
    JsonArray published = jwks.getJsonArray("keys", new JsonArray());
    for (int i = 0; i < published.size() && keys.size() < MOST; i++) {
      Key key = published.getValue(i) instanceof JsonObject jwk ? key(jwk) : null;
      if (key != null) {
        keys.add(key);
      }
    }
    return new IssuerKeys(keys);
  }

  private static @Nullable Key key(JsonObject json) {
    try {
      JWK jwk = JWK.parse(json.encode());
      KeyUse use = jwk.getKeyUse();
      if (jwk.isPrivate() || (use != null && !use.equals(KeyUse.SIGNATURE))) {
        return null;
      }
      JWSAlgorithm said =
          jwk.getAlgorithm() == null ? null : JWSAlgorithm.parse(jwk.getAlgorithm().getName());
      if (jwk instanceof RSAKey rsa && isLongEnough(rsa)) {
        JWSAlgorithm algorithm = said == null ? JWSAlgorithm.RS256 : said;
        return OF_RSA.contains(algorithm)
            ? new Key(jwk.getKeyID(), algorithm, new RSASSAVerifier(rsa.toRSAPublicKey()))
            : null;
      }
      boolean isFor = said == null || said.equals(JWSAlgorithm.ES256);
      return jwk instanceof ECKey ec && Curve.P_256.equals(ec.getCurve()) && isFor
          ? new Key(jwk.getKeyID(), JWSAlgorithm.ES256, new ECDSAVerifier(ec.toECPublicKey()))
          : null;
    } catch (ParseException | JOSEException | RuntimeException unusable) {
      return null;
    }
  }

  private static boolean isLongEnough(RSAKey key) {
    int bits = key.getModulus().decodeToBigInteger().bitLength();
    return bits >= LEAST_RSA_BITS && bits <= MOST_RSA_BITS;
  }

  /** Whether a token names a key that is not among these; one that names none may be of any. */
  boolean lacks(Jwt token) {
    return keys.stream().noneMatch(key -> isNamed(key, token));
  }

  /** Whether one of these signed a token. Takes up to a millisecond or two: for a worker. */
  boolean signed(Jwt token) {
    List<Key> fitting =
        keys.stream()
            .filter(key -> isNamed(key, token))
            .filter(key -> key.algorithm.getName().equals(token.algorithm()))
            .toList();
    // Without a name it must be clear which key is meant.
    return fitting.size() == 1 && verifies(fitting.get(0), token);
  }

  private static boolean isNamed(Key key, Jwt token) {
    return token.kid() == null || Objects.equals(key.kid, token.kid());
  }

  private static boolean verifies(Key key, Jwt token) {
    try {
      return key.verifier.verify(
          new JWSHeader(key.algorithm),
          token.input().getBytes(US_ASCII),
          new Base64URL(token.signature()));
    } catch (JOSEException | RuntimeException malformed) {
      return false;
    }
  }
}
