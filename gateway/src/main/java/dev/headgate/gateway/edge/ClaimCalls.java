package dev.headgate.gateway.edge;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.headgate.gateway.queue.ClaimAnswer;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.QueuePosition;
import io.vertx.core.Future;
import java.time.Duration;

/** One script call a second a place: whoever claims again within it gets the same answer. */
final class ClaimCalls {

  private static final int MOST_PLACES = 100_000;

  private final Queue queue;
  private final Cache<QueuePosition, Future<ClaimAnswer>> recent;

  ClaimCalls(Queue queue, Ticker ticker) {
    this.queue = queue;
    this.recent =
        Caffeine.newBuilder()
            .maximumSize(MOST_PLACES)
            .expireAfterWrite(Duration.ofSeconds(1))
            .ticker(ticker)
            .executor(Runnable::run)
            .build();
  }

  Future<ClaimAnswer> claim(EventView view, QueuePosition position) {
    Future<ClaimAnswer> before = recent.getIfPresent(position);
    if (before != null && !hasEnded(view, position, before)) {
      return before.map(ClaimCalls::again);
    }
    Future<ClaimAnswer> call = queue.claim(position);
    recent.put(position, call);
    return call;
  }

  /** Forgets the answer, because the session it speaks of has ended. */
  void forget(QueuePosition position) {
    recent.invalidate(position);
  }

  /** Whether a session that was found has ended since: by another loop, the shop or an operator. */
  private static boolean hasEnded(
      EventView view, QueuePosition position, Future<ClaimAnswer> before) {
    return view.isEnded(position.lane(), position.position())
        && before.succeeded()
        && before.result() instanceof ClaimAnswer.Admitted;
  }

  /** Only the first of them was let in by this call; the others find themselves inside. */
  private static ClaimAnswer again(ClaimAnswer answer) {
    return answer instanceof ClaimAnswer.Admitted in && in.created()
        ? new ClaimAnswer.Admitted(in.startSeconds(), in.expiresSeconds(), false)
        : answer;
  }
}
