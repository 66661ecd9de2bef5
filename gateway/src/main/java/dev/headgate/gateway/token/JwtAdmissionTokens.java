package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.json.JsonObject;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Admission tokens as JWTs. What is verified or signed is remembered, so that the thousand requests
 * of one session cost one of each. The keys may change at any moment: one snapshot of them decides
 * about a token from beginning to end.
 */
final class JwtAdmissionTokens implements AdmissionTokens {
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final int MAX_TOKEN_LENGTH = 4096;
  private static final int MAX_VERIFIED = 65_536;
  private static final int MAX_SIGNED = 16_384;
  private static final int MAX_REFUSED_CHARACTERS = 1 << 20;
  private static final int SIGNERS = 2;

  private final Vertx vertx;
  private final WorkerExecutor workers;
  private final SigningGate gate = new SigningGate(SIGNERS);
  private final SessionIds sessionIds;
  private final AdmissionClaims claims;
  private final Cache<WholeToken, Verified> verified =
      Caffeine.newBuilder().maximumSize(MAX_VERIFIED).build();
  // Tokens that were ours but for the signature, and the key that did not sign them.
  private final Cache<String, AdmissionKey> refused =
      Caffeine.newBuilder()
          .maximumWeight(MAX_REFUSED_CHARACTERS)
          .weigher((String token, AdmissionKey key) -> token.length())
          .build();
  private final VainChecks vain = new VainChecks(Ticker.systemTicker());
  private volatile AdmissionKeys keys;
  private volatile Signer signer;

  /** A token's admission, and the key it was verified with. */
  private record Verified(Optional<Admission> admission, AdmissionKey key) {}

  /**
   * A token that is looked up: compared as a whole, but hashed by its end alone, which is the end
   * of a signature. Its seven hundred characters are new in every request, and hashing them all
   * would cost more than everything else here. Only what is signed is kept, so nobody can choose
   * the ends.
   */
  private static final class WholeToken {
    private static final int HASHED = 16;
    private final String text;
    private final int hash;

    WholeToken(String text) {
      this.text = text;
      int sum = 0;
      for (int i = Math.max(0, text.length() - HASHED); i < text.length(); i++) {
        sum = 31 * sum + text.charAt(i);
      }
      hash = sum;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof WholeToken that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  JwtAdmissionTokens(Vertx vertx, String issuer, SessionIds sessionIds, AdmissionKeys keys) {
    this.vertx = vertx;
    this.sessionIds = sessionIds;
    this.keys = keys;
    workers = vertx.createSharedWorkerExecutor("headgate-signer", SIGNERS);
    claims = new AdmissionClaims(issuer, sessionIds);
    signer = new Signer(keys.signing());
  }

  /**
   * Goes on with these keys; what a key of before verified or signed counts as long as it is among
   * them.
   *
   * @return whether that changes anything
   */
  synchronized boolean use(AdmissionKeys read) {
    AdmissionKeys before = keys;
    AdmissionKeys after = read.keepingThoseOf(before);
    if (after.isSameAs(before)) {
      return false;
    }
    keys = after;
    if (signer.key != after.signing()) {
      signer = new Signer(after.signing());
    }
    return true;
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
    return Future.fromCompletionStage(signer.token(admission), vertx.getOrCreateContext());
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
    AdmissionKeys now = keys;
    WholeToken whole = new WholeToken(token);
    Verified known = verified.getIfPresent(whole);
    if (known == null || !now.holds(known.key())) {
      known = check(token, now);
      if (known == null) {
        return Optional.empty();
      }
      verified.put(whole, known);
    }
    return isAt(known.admission().orElseThrow(), nowSeconds) ? known.admission() : Optional.empty();
  }

  @Override
  public JsonObject jwks() {
    return keys.jwks();
  }

  private static boolean isAt(Admission admission, long nowSeconds) {
    return admission.startSeconds() <= nowSeconds + LEEWAY_SECONDS
        && nowSeconds < admission.expiresSeconds() + LEEWAY_SECONDS;
  }

  // The cheapest first. The claims come before the signature because the session id among them has
  // a MAC of ours: whoever has no admission cannot make us verify a signature at all.
  private @Nullable Verified check(String token, AdmissionKeys now) {
    int headEnd = token.indexOf('.');
    int payloadEnd = token.lastIndexOf('.');
    if (headEnd < 0 || payloadEnd <= headEnd) {
      return null;
    }
    AdmissionKey key = now.withHead(token.substring(0, headEnd));
    byte[] payload = key == null ? null : part(token, headEnd, payloadEnd);
    Admission admission = payload == null ? null : claims.read(payload);
    return key != null && admission != null && isSigned(token, payloadEnd, key, admission)
        ? new Verified(Optional.of(admission), key)
        : null;
  }

  private boolean isSigned(String token, int payloadEnd, AdmissionKey key, Admission claimed) {
    byte[] signature = part(token, payloadEnd, token.length());
    if (signature == null || refused.getIfPresent(token) == key || !vain.allow(claimed)) {
      return false;
    }
    boolean signed = key.verifies(token.substring(0, payloadEnd).getBytes(US_ASCII), signature);
    if (!signed) {
      refused.put(token, key);
      vain.failed(claimed);
    }
    return signed;
  }

  private static byte @Nullable [] part(String token, int dotBefore, int end) {
    return Base64Url.decode(token.substring(dotBefore + 1, end));
  }

  /** What one key signs, each admission once. */
  private final class Signer {
    private final AdmissionKey key;
    private final AsyncCache<Admission, String> signed =
        Caffeine.newBuilder().maximumSize(MAX_SIGNED).buildAsync();

    Signer(AdmissionKey key) {
      this.key = key;
    }

    CompletableFuture<String> token(Admission admission) {
      return signed.get(
          admission,
          (wanted, executor) -> {
            gate.asked();
            return workers
                .executeBlocking(() -> measured(wanted), false)
                .toCompletionStage()
                .toCompletableFuture();
          });
    }

    private String measured(Admission admission) throws GeneralSecurityException {
      long before = System.nanoTime();
      try {
        return signNow(admission);
      } finally {
        gate.made(System.nanoTime() - before);
      }
    }

    private String signNow(Admission admission) throws GeneralSecurityException {
      String input = key.head() + "." + ENCODER.encodeToString(claims.write(admission));
      return input + "." + ENCODER.encodeToString(key.sign(input.getBytes(US_ASCII)));
    }
  }
}
