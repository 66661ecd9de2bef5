package dev.headgate.booking.admission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verifies each token once and remembers it by its whole text. */
final class TokenAdmissionCheck implements AdmissionCheck {
  private static final long LEEWAY_SECONDS = 10;
  // The longest session the gateway knows, and the quarter of an hour by which we may extend it: a
  // token that claims more was written in other units.
  private static final long MAX_LIFE_SECONDS = Duration.ofDays(1).plusMinutes(15).toSeconds();
  private static final int MAX_CANDIDATES = 8;

  private final PublicKeys keys;
  private final String issuer;
  private final InstantSource clock;
  private final Cache<String, Admission> verified;

  TokenAdmissionCheck(PublicKeys keys, ShopConfig.Admission settings, InstantSource clock) {
    this.keys = keys;
    this.issuer = settings.issuer();
    this.clock = clock;
    this.verified = Caffeine.newBuilder().maximumSize(settings.rememberedTokens()).build();
  }

  @Override
  public Future<Verdict> check(@Nullable String event, List<String> tokens) {
    List<Verdict> verdicts = new ArrayList<>(tokens.size());
    boolean newKeysMayHelp = false;
    for (String token : tokens.subList(0, Math.min(MAX_CANDIDATES, tokens.size()))) {
      Verdict verdict = judge(event, token);
      if (verdict instanceof Verdict.Admitted) {
        return Future.succeededFuture(verdict);
      }
      newKeysMayHelp |= isOfUnknownKey(token);
      verdicts.add(verdict);
    }
    if (!newKeysMayHelp) {
      return Future.succeededFuture(Verdict.best(verdicts));
    }
    return keys.refetch().map(asked -> Verdict.best(judgeAll(event, tokens)));
  }

  private List<Verdict> judgeAll(@Nullable String event, List<String> tokens) {
    return tokens.stream().limit(MAX_CANDIDATES).map(token -> judge(event, token)).toList();
  }

  private boolean isOfUnknownKey(String token) {
    TokenReader.Parts parts = TokenReader.parts(token);
    return parts != null && keys.find(parts.kid()) == null;
  }

  private Verdict judge(@Nullable String event, String token) {
    Admission known = verified.getIfPresent(token);
    if (known == null) {
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
    if (isOver(known)) {
      verified.invalidate(token);
      return new Verdict.Invalid();
    }
    return event == null || known.event().equals(event)
        ? new Verdict.Admitted(known)
        : new Verdict.WrongEvent();
  }

  private @Nullable Admission verify(TokenReader.Parts parts) {
    PublicKey key = keys.find(parts.kid());
    if (key == null
        || !key.algorithm().getName().equals(parts.alg())
        || !key.verifies(parts.signingInput(), parts.signature())) {
      return null;
    }
    TokenReader.Claims claims = TokenReader.claims(parts.payload());
    if (claims == null || !isSound(claims)) {
      return null;
    }
    String bound = claims.keyThumbprint();
    String token = parts.signingInput() + "." + parts.signature();
    return bound == null
        ? claims.admission()
        : claims.admission().boundBy(Binding.of(bound, token));
  }

  private boolean isSound(TokenReader.Claims claims) {
    long now = clock.instant().getEpochSecond();
    return claims.issuer().equals(issuer)
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
    return keys.close();
  }
}
