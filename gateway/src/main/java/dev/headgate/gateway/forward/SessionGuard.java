package dev.headgate.gateway.forward;

import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether the session of a connection goes on: a request is checked when it comes, but a
 * connection that stays open outlasts the check at its door.
 */
final class SessionGuard {
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long ASK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Admission admission;
  private final Sources sources;
  private long nextNanos;
  private long nextAskNanos;
  private boolean over;

  /** Where it looks. */
  record Sources(Events events, Queue queue, Renewals renewals, InstantSource clock) {}

  SessionGuard(Admission admission, Sources sources) {
    this.admission = admission;
    this.sources = sources;
    nextNanos = System.nanoTime() + EVERY_NANOS;
    nextAskNanos = nextNanos;
  }

  /**
   * Whether it is over, as far as known; looks anew now and then.
   *
   * @param nowNanos the present time, by {@link System#nanoTime}
   */
  boolean isOver(long nowNanos) {
    if (!over && nowNanos - nextNanos >= 0) {
      nextNanos = nowNanos + EVERY_NANOS;
      look(nowNanos);
    }
    return over;
  }

  private void look(long nowNanos) {
    EventView view = sources.events().fresh(admission.event());
    if (view != null) {
      over =
          view.epoch() != admission.epoch() || view.isEnded(admission.lane(), admission.position());
    } else {
      // Asked about, it is kept fresh from now on.
      sources.events().view(admission.event()).onFailure(away -> {});
    }
    long now = (view == null ? sources.clock().instant() : view.now()).getEpochSecond();
    long until = sources.renewals().lastsUntil(admission) + AdmissionTokens.LEEWAY_SECONDS;
    if (!over && now >= until) {
      expired(view, nowNanos);
    }
  }

  // By the last token that is known here. It may have been renewed at another gateway.
  private void expired(@Nullable EventView view, long nowNanos) {
    if (view == null) {
      over = true;
    } else if (nowNanos - nextAskNanos >= 0) {
      nextAskNanos = nowNanos + ASK_EVERY_NANOS;
      sources
          .queue()
          .look(view, Passage.position(admission))
          .onSuccess(standing -> over = standing.state() != Standing.State.ADMITTED);
    }
  }
}
