package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Admission tokens as JWTs under RS256. What is verified or signed is remembered, so that the
 * thousand requests of one session cost one of each.
 */
final class RsaAdmissionTokens implements AdmissionTokens {
  private static final JWSHeader RS256 = new JWSHeader(JWSAlgorithm.RS256);
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final int MAX_TOKEN_LENGTH = 4096;
  private static final int MAX_VERIFIED = 65_536;
  private static final int MAX_SIGNED = 16_384;
  private static final int SIGNERS = 2;

  private final Vertx vertx;
  private final WorkerExecutor workers;
  private final SigningGate gate = new SigningGate(SIGNERS);
  private final SessionIds sessionIds;
  private final AdmissionClaims claims;
  private final RSASSASigner signer;
  private final String signingHead;
  // A token's first part, byte for byte as we write it, is what picks the key: so `alg` chooses
  // nothing, and no other member of a header is ever read.
  private final Map<String, RSASSAVerifier> verifiers;
  private final JsonObject jwks;
  private final Cache<String, Optional<Admission>> verified =
      Caffeine.newBuilder().maximumSize(MAX_VERIFIED).build();
  private final AsyncCache<Admission, String> signed =
      Caffeine.newBuilder().maximumSize(MAX_SIGNED).buildAsync();

  RsaAdmissionTokens(Vertx vertx, String issuer, SessionIds sessionIds, RSAKey key) {
    this.vertx = vertx;
    this.sessionIds = sessionIds;
    workers = vertx.createSharedWorkerExecutor("headgate-signer", SIGNERS);
    claims = new AdmissionClaims(issuer, sessionIds);
    signingHead = head(key.getKeyID());
    jwks = new JsonObject().put("keys", new JsonArray().add(publicJwk(key)));
    try {
      signer = new RSASSASigner(key);
      verifiers = Map.of(signingHead, new RSASSAVerifier(key.toRSAPublicKey()));
    } catch (JOSEException e) {
      throw new IllegalStateException("admission key: cannot be used", e);
    }
  }

  @Override
  public String sessionId(Admission admission) {
    return sessionIds.of(admission);
  }

  @Override
  public Optional<Admission> readSessionId(String event, String sessionId) {
    return sessionIds.read(event, sessionId);
  }

  @Override
  public Future<String> sign(Admission admission) {
    CompletableFuture<String> token =
        signed.get(
            admission,
            (wanted, executor) -> {
              gate.asked();
              return workers
                  .executeBlocking(() -> measured(wanted), false)
                  .toCompletionStage()
                  .toCompletableFuture();
            });
    return Future.fromCompletionStage(token, vertx.getOrCreateContext());
  }

  @Override
  public SigningGate gate() {
    return gate;
  }

  @Override
  public Optional<Admission> verify(String token, long nowSeconds) {
    if (token.length() > MAX_TOKEN_LENGTH) {
      return Optional.empty();
    }
    Optional<Admission> known = verified.getIfPresent(token);
    if (known == null) {
      Admission admission = check(token);
      if (admission == null) {
        return Optional.empty();
      }
      known = Optional.of(admission);
      verified.put(token, known);
    }
    return isAt(known.orElseThrow(), nowSeconds) ? known : Optional.empty();
  }

  @Override
  public JsonObject jwks() {
    return jwks.copy();
  }

  private static boolean isAt(Admission admission, long nowSeconds) {
    return admission.startSeconds() <= nowSeconds + LEEWAY_SECONDS
        && nowSeconds < admission.expiresSeconds() + LEEWAY_SECONDS;
  }

  private @Nullable Admission check(String token) {
    int headEnd = token.indexOf('.');
    int payloadEnd = token.lastIndexOf('.');
    if (headEnd < 0 || payloadEnd <= headEnd) {
      return null;
    }
    RSASSAVerifier verifier = verifiers.get(token.substring(0, headEnd));
    byte[] payload = Base64Url.decode(token.substring(headEnd + 1, payloadEnd));
    String signature = token.substring(payloadEnd + 1);
    if (verifier == null || payload == null || Base64Url.decode(signature) == null) {
      return null;
    }
    byte[] input = token.substring(0, payloadEnd).getBytes(US_ASCII);
    return isSigned(verifier, input, signature) ? claims.read(payload) : null;
  }

  private static boolean isSigned(RSASSAVerifier verifier, byte[] input, String signature) {
    try {
      return verifier.verify(RS256, input, new Base64URL(signature));
    } catch (JOSEException unusable) {
      return false;
    }
  }

  private String measured(Admission admission) throws JOSEException {
    long before = System.nanoTime();
    try {
      return signNow(admission);
    } finally {
      gate.made(System.nanoTime() - before);
    }
  }

  private String signNow(Admission admission) throws JOSEException {
    String input = signingHead + "." + ENCODER.encodeToString(claims.write(admission));
    return input + "." + signer.sign(RS256, input.getBytes(US_ASCII));
  }

  private static String head(String kid) {
    String json = "{\"alg\":\"RS256\",\"typ\":\"hg-admission+jwt\",\"kid\":\"" + kid + "\"}";
    return ENCODER.encodeToString(json.getBytes(UTF_8));
  }

  private static JsonObject publicJwk(RSAKey key) {
    return new JsonObject()
        .put("kty", "RSA")
        .put("use", "sig")
        .put("alg", "RS256")
        .put("kid", key.getKeyID())
        .put("n", key.getModulus().toString())
        .put("e", key.getPublicExponent().toString());
  }
}
