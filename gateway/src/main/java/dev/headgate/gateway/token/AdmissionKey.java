package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;

/**
 * A key that signs admissions, the one algorithm it does that with, and the one head of the tokens
 * it signs. Safe for use from any thread.
 */
final class AdmissionKey {
  private static final byte[] PROBE = "headgate-key-probe-v1".getBytes(UTF_8);

  // The order of P-256 (FIPS 186-4, D.1.2.3).
  private static final BigInteger P256_ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  private static final int P256_BYTES = 32;
  private static final int ED25519_SIGNATURE_BYTES = 64;

  private final String kid;
  private final TokenAlgorithm algorithm;
  private final Pair pair;
  private final JsonObject publicJwk;
  private final String head;

  /** The two halves, and the public one as it is published. */
  record Pair(PrivateKey privateKey, PublicKey publicKey, JsonObject published) {}

  /**
   * @throws GeneralSecurityException if the halves are not of one key, or of no key of the
   *     algorithm
   */
  AdmissionKey(String kid, TokenAlgorithm algorithm, Pair pair) throws GeneralSecurityException {
    this.kid = kid;
    this.algorithm = algorithm;
    this.pair = pair;
    publicJwk = new JsonObject().put("use", "sig").put("alg", algorithm.name()).put("kid", kid);
    JsonObject unused = publicJwk.mergeIn(pair.published());
    head =
        base64(
            "{\"alg\":\"" + algorithm + "\",\"typ\":\"hg-admission+jwt\",\"kid\":\"" + kid + "\"}");
    if (!verifies(PROBE, sign(PROBE))) {
      throw new GeneralSecurityException("the private and the public part are not of one key");
    }
  }

  String kid() {
    return kid;
  }

  TokenAlgorithm algorithm() {
    return algorithm;
  }

  /** The first part of every token it signs, byte for byte. */
  String head() {
    return head;
  }

  /** As published; a copy. */
  JsonObject publicJwk() {
    return publicJwk.copy();
  }

  byte[] sign(byte[] input) throws GeneralSecurityException {
    Signature signing = Signature.getInstance(algorithm.signature());
    signing.initSign(pair.privateKey());
    signing.update(input);
    return signing.sign();
  }

  boolean verifies(byte[] input, byte[] signature) {
    if (!isOfForm(signature)) {
      return false;
    }
    try {
      Signature verifying = Signature.getInstance(algorithm.signature());
      verifying.initVerify(pair.publicKey());
      verifying.update(input);
      return verifying.verify(signature);
    } catch (GeneralSecurityException malformed) {
      return false;
    }
  }

  /** Whether both are one key for one use. */
  boolean isSameAs(AdmissionKey other) {
    return head.equals(other.head)
        && pair.privateKey().equals(other.pair.privateKey())
        && publicJwk.equals(other.publicJwk);
  }

  private boolean isOfForm(byte[] signature) {
    return switch (algorithm) {
      case RS256 -> true;
      case ES256 -> signature.length == 2 * P256_BYTES && isInRange(signature);
      // The platform overlooks what comes after the 64 bytes: one token would have many spellings.
      case EdDSA -> signature.length == ED25519_SIGNATURE_BYTES;
    };
  }

  // Java releases up to 17.0.2 took two zeros for a signature of everything (CVE-2022-21449).
  private static boolean isInRange(byte[] signature) {
    return isInRange(new BigInteger(1, Arrays.copyOf(signature, P256_BYTES)))
        && isInRange(new BigInteger(1, Arrays.copyOfRange(signature, P256_BYTES, 2 * P256_BYTES)));
  }

  private static boolean isInRange(BigInteger number) {
    return number.signum() > 0 && number.compareTo(P256_ORDER) < 0;
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  /** Never what is in it. */
  @Override
  public String toString() {
    return kid + " (" + algorithm + ")";
  }
}
