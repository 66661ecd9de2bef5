package dev.headgate.booking.admission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Verifies each token once and remembers it by its whole text. */
final class TokenAdmissionCheck implements AdmissionCheck {
  private static final long LEEWAY_SECONDS = 10;
  // The longest session the gateway knows, and the quarter of an hour by which we may extend it: a
  // token that claims more was written in other units.
  private static final long MAX_LIFE_SECONDS = Duration.ofDays(1).plusMinutes(15).toSeconds();
  private static final int MAX_CANDIDATES = 8;
  // At 50 microseconds each a twentieth of one loop's time; no sale lets in so many in a second.
  private static final int VERIFIED_ON_LOOPS_A_SECOND = 1_000;
  // A flood must not fill the memory, nor make anybody wait for minutes.
  private static final int MOST_WAITING = 4_096;

  private final WorkerExecutor workers;
  private final VerifyBudget budget = new VerifyBudget(VERIFIED_ON_LOOPS_A_SECOND);
  private final AtomicInteger waiting = new AtomicInteger();
  private final PublicKeys keys;
  private final String issuer;
  private final InstantSource clock;
  private final Cache<String, Verified> verified;

  /** A token's admission, and the key it was verified with. */
  private record Verified(Admission admission, PublicKey key) {}

  TokenAdmissionCheck(
      Vertx vertx, PublicKeys keys, ShopConfig.Admission settings, InstantSource clock) {
    this.workers = vertx.createSharedWorkerExecutor("headgate-verifier", 1);
    this.keys = keys;
    this.issuer = settings.issuer();
    this.clock = clock;
    this.verified = Caffeine.newBuilder().maximumSize(settings.rememberedTokens()).build();
  }

  @Override
  public Future<Verdict> check(@Nullable String event, List<String> tokens) {
    List<String> candidates = tokens.subList(0, Math.min(MAX_CANDIDATES, tokens.size()));
    return judged(event, candidates)
        .compose(
            verdict ->
                !(verdict instanceof Verdict.Admitted) && newKeysMayHelp(candidates)
                    ? keys.refetch().compose(asked -> judged(event, candidates))
                    : Future.succeededFuture(verdict));
  }

  private Future<Verdict> judged(@Nullable String event, List<String> tokens) {
    for (String token : tokens) {
      PublicKey key = verified.getIfPresent(token) == null ? keyOf(token) : null;
      if (key != null && !budget.take(clock.instant().getEpochSecond(), key.cost())) {
        return judgedLater(event, tokens);
      }
    }
    return Future.succeededFuture(judgeAll(event, tokens));
  }

  private Future<Verdict> judgedLater(@Nullable String event, List<String> tokens) {
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      return Future.succeededFuture(new Verdict.Busy());
    }
    return workers
        .executeBlocking(() -> judgeAll(event, tokens), false)
        .onComplete(done -> waiting.decrementAndGet());
  }

  private Verdict judgeAll(@Nullable String event, List<String> tokens) {
    List<Verdict> verdicts = new ArrayList<>(tokens.size());
    for (String token : tokens) {
      Verdict verdict = judge(event, token);
      if (verdict instanceof Verdict.Admitted) {
        return verdict;
      }
      verdicts.add(verdict);
    }
    return Verdict.best(verdicts);
  }

  private boolean newKeysMayHelp(List<String> tokens) {
    return tokens.stream()
        .map(TokenReader::parts)
        .anyMatch(parts -> parts != null && keys.find(parts.kid()) == null);
  }

  private @Nullable PublicKey keyOf(String token) {
    TokenReader.Parts parts = TokenReader.parts(token);
    return parts == null ? null : keys.find(parts.kid());
  }

  private Verdict judge(@Nullable String event, String token) {
    Verified known = verified.getIfPresent(token);
    if (known == null || keys.find(known.key().kid()) != known.key()) {
      TokenReader.Parts parts = TokenReader.parts(token);
      if (parts != null && !keys.areKnown()) {
        return new Verdict.Unknown();
      }
      known = parts == null ? null : verify(parts);
      if (known == null) {
        return new Verdict.Invalid();
      }
      verified.put(token, known);
    }
    if (isOver(known.admission())) {
      verified.invalidate(token);
      return new Verdict.Invalid();
    }
    return event == null || known.admission().event().equals(event)
        ? new Verdict.Admitted(known.admission())
        : new Verdict.WrongEvent();
  }

  // The cheapest first: most of what is forged says nothing that could be true.
  private @Nullable Verified verify(TokenReader.Parts parts) {
    PublicKey key = keys.find(parts.kid());
    if (key == null || !key.isFor(parts.alg())) {
      return null;
    }
    TokenReader.Claims claims = TokenReader.claims(parts.payload());
    if (claims == null
        || !isSound(claims)
        || !key.verifies(parts.signingInput(), parts.signature())) {
      return null;
    }
    String bound = claims.keyThumbprint();
    String token = parts.signingInput() + "." + parts.signature();
    Admission admission =
        bound == null ? claims.admission() : claims.admission().boundBy(Binding.of(bound, token));
    return new Verified(admission, key);
  }

  private boolean isSound(TokenReader.Claims claims) {
    long now = clock.instant().getEpochSecond();
    return claims.issuer().equals(issuer)
        && claims.issuedAt() >= 0
        && claims.notBefore() >= 0
        && claims.issuedAt() <= now + LEEWAY_SECONDS
        && claims.notBefore() <= now + LEEWAY_SECONDS
        && claims.expires() > claims.issuedAt()
        && claims.expires() - claims.issuedAt() <= MAX_LIFE_SECONDS;
  }

  private boolean isOver(Admission admission) {
    return !clock.instant().isBefore(admission.expiresAt().plusSeconds(LEEWAY_SECONDS));
  }

  @Override
  public boolean isReady() {
    return keys.areKnown();
  }

  @Override
  public Future<Void> close() {
    return keys.close().eventually(workers::close);
  }
}
