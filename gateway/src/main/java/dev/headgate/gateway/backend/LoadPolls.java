package dev.headgate.gateway.backend;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** Asks upstreams for their load again and again, while somebody wants to know. */
final class LoadPolls {
  private final Context context;
  private final LongSupplier nanoTime;
  private final Pace pace;
  private volatile List<LoadPoll> polls;
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile long wantedNanos;
  private volatile boolean over;

  /**
   * How often is asked.
   *
   * @param every from one round to the next
   * @param timeout how long an answer may take; less than {@code every}
   * @param memory how long an answer counts, and how long after it was last wanted one is sought
   */
  record Pace(Duration every, Duration timeout, Duration memory) {
    static final Pace USUAL =
        new Pace(Duration.ofSeconds(2), Duration.ofMillis(1_500), Duration.ofSeconds(10));
  }

  LoadPolls(Vertx vertx, LongSupplier nanoTime, Pace pace, List<LoadPoll> polls) {
    this.context = vertx.getOrCreateContext();
    this.nanoTime = nanoTime;
    this.pace = pace;
    this.polls = List.copyOf(polls);
  }

  /** Asks others from the next round on. */
  void replace(List<LoadPoll> others) {
    polls = List.copyOf(others);
  }

  /** Somebody wants to know, now. */
  void wanted(long nowNanos) {
    wantedNanos = nowNanos;
    if (!over && !polls.isEmpty() && running.compareAndSet(false, true)) {
      context.runOnContext(started -> round());
    }
  }

  /** Asks nobody any more, from when the future completes. */
  Future<Void> end() {
    over = true;
    polls.forEach(LoadPoll::end);
    Promise<Void> ended = Promise.promise();
    context.runOnContext(now -> ended.complete());
    return ended.future();
  }

  private void round() {
    if (over) {
      return;
    }
    if (!isWanted()) {
      running.set(false);
      // Whoever wanted to know just before that found it running and left it at that.
      if (!isWanted() || !running.compareAndSet(false, true)) {
        return;
      }
    }
    polls.forEach(LoadPoll::ask);
    long timer = context.owner().setTimer(pace.every().toMillis(), again -> round());
    assert timer >= 0;
  }

  private boolean isWanted() {
    return nanoTime.getAsLong() - wantedNanos < pace.memory().toNanos();
  }
}
