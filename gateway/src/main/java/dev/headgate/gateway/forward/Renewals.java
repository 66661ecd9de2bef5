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
import java.util.Optional;

/**
 * Renews the sessions of fans who are still there when a third of their token's life is left. A
 * renewal that fails is no failure of the request: the token is good for a while yet.
 */
final class Renewals {
  private static final Future<Optional<Renewed>> NONE = Future.succeededFuture(Optional.empty());
  private static final int MAX_RECENT = 16_384;
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
        .get(Passage.position(admission), position -> renew(position, admission))
        .map(renewed -> renewed.filter(token -> isLonger(token.admission(), admission)));
  }

  private static boolean isDue(Admission admission, Dials dials, long nowSeconds) {
    long expires = admission.expiresSeconds();
    long life = Math.min(expires - admission.startSeconds(), dials.sessionDuration().toSeconds());
    boolean atItsEnd = expires >= admission.startSeconds() + dials.maxSession().toSeconds();
    return !atItsEnd && 3 * (expires - nowSeconds) <= life;
  }

  private Future<Optional<Renewed>> renew(QueuePosition position, Admission admission) {
    try {
      return queue
          .renew(position)
          .compose(answer -> sign(answer, admission))
          .otherwise(Optional.empty());
    } catch (RuntimeException refused) {
      return NONE;
    }
  }

  private Future<Optional<Renewed>> sign(RenewAnswer answer, Admission old) {
    if (!(answer instanceof RenewAnswer.Renewed renewed)) {
      return NONE;
    }
    Admission next =
        new Admission(
            old.event(),
            old.epoch(),
            old.lane(),
            old.position(),
            old.placeId(),
            renewed.startSeconds(),
            renewed.expiresSeconds());
    return isLonger(next, old)
        ? tokens.sign(next).map(token -> Optional.of(new Renewed(next, token)))
        : NONE;
  }

  private static boolean isLonger(Admission next, Admission old) {
    return next.expiresSeconds() > old.expiresSeconds();
  }
}
