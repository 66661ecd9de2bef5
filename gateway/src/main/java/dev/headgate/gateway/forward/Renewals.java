package dev.headgate.gateway.forward;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.RenewAnswer;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Renews the sessions of fans who are still there when a third of their token's life is left, and
 * extends those the shop wants to last. What fails here is no failure of the request: the token is
 * good for a while yet.
 */
final class Renewals {
  private static final Future<Optional<Renewed>> NONE = Future.succeededFuture(Optional.empty());
  private static final int MAX_RECENT = 16_384;
  // What those who went straight in have until they have come back once.
  private static final long PROBATION_SECONDS = 30;
  // A page's many requests come with the old token until the browser has the new one.
  private static final Duration REUSE = Duration.ofSeconds(10);

  private final Queue queue;
  private final AdmissionTokens tokens;
  private final Cache<QueuePosition, Future<Optional<Renewed>>> recent =
      Caffeine.newBuilder().maximumSize(MAX_RECENT).expireAfterWrite(REUSE).build();

  Renewals(Queue queue, AdmissionTokens tokens) {
    this.queue = queue;
    this.tokens = tokens;
  }

  /** A token that lasts longer than the one that came. */
  record Renewed(Admission admission, String token) {}

  /** The renewed token, where one is due and can be had; never fails. */
  Future<Optional<Renewed>> of(Admission admission, Gate.Asked asked) {
    EventView view = asked.view();
    if (view == null || !isDue(admission, view.settings().dials(), asked.nowSeconds())) {
      return NONE;
    }
    return recent
        .get(Passage.position(admission), position -> ask(() -> queue.renew(position), admission))
        .map(renewed -> renewed.filter(token -> isLonger(token.admission(), admission)));
  }

  /** Extends a session; the token, where it lasts longer than the one that came. Never fails. */
  Future<Optional<Renewed>> extend(Admission admission, int seconds) {
    QueuePosition position = Passage.position(admission);
    return ask(() -> queue.extend(position, seconds), admission)
        .onSuccess(token -> token.ifPresent(longer -> keep(position, longer)));
  }

  /**
   * The longest token that is known for the session of one that is to be handed back. A renewal
   * from before an extension would otherwise put the shorter token over the longer one.
   */
  Renewed newest(Renewed renewed) {
    Renewed known = known(Passage.position(renewed.admission()));
    return known != null && isLonger(known.admission(), renewed.admission()) ? known : renewed;
  }

  /** Until when a session lasts, as far as is known here, in seconds since 1970. */
  long lastsUntil(Admission admission) {
    Renewed known = known(Passage.position(admission));
    return known == null
        ? admission.expiresSeconds()
        : Math.max(known.admission().expiresSeconds(), admission.expiresSeconds());
  }

  private void keep(QueuePosition position, Renewed token) {
    Renewed known = known(position);
    if (known == null || isLonger(token.admission(), known.admission())) {
      recent.put(position, Future.succeededFuture(Optional.of(token)));
    }
  }

  private @Nullable Renewed known(QueuePosition position) {
    Future<Optional<Renewed>> known = recent.getIfPresent(position);
    return known == null || !known.succeeded() ? null : known.result().orElse(null);
  }

  // Also at the end of the longest session: the shop may have extended it, and the answer that
  // carried the longer token may never have arrived.
  private static boolean isDue(Admission admission, Dials dials, long nowSeconds) {
    long life = admission.expiresSeconds() - admission.startSeconds();
    long full = dials.sessionDuration().toSeconds();
    boolean onProbation = life <= PROBATION_SECONDS && life < full;
    return onProbation || 3 * (admission.expiresSeconds() - nowSeconds) <= Math.min(life, full);
  }

  private Future<Optional<Renewed>> ask(
      Supplier<Future<RenewAnswer>> question, Admission admission) {
    try {
      return question.get().compose(answer -> sign(answer, admission)).otherwise(Optional.empty());
    } catch (RuntimeException refused) {
      return NONE;
    }
  }

  private Future<Optional<Renewed>> sign(RenewAnswer answer, Admission old) {
    if (!(answer instanceof RenewAnswer.Renewed renewed)) {
      return NONE;
    }
    Admission next = old.lasting(renewed.startSeconds(), renewed.expiresSeconds());
    return isLonger(next, old)
        ? tokens.sign(next).map(token -> Optional.of(new Renewed(next, token)))
        : NONE;
  }

  // An entry that was shared may have bound one session to several keys: each keeps its own token.
  private static boolean isLonger(Admission next, Admission old) {
    return next.expiresSeconds() > old.expiresSeconds()
        && Objects.equals(next.keyThumbprint(), old.keyThumbprint());
  }
}
