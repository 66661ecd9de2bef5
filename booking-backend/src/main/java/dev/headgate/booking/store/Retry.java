package dev.headgate.booking.store;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Tries again what a deadlock or a serialization failure undid, with jitter, within a budget. */
public final class Retry {
  private static final int MOST = 3;
  private static final int FIRST_PAUSE_MILLIS = 10;

  private final Vertx vertx;
  private final Duration budget;

  /** Tries again for at most so long. */
  public Retry(Vertx vertx, Duration budget) {
    this.vertx = vertx;
    this.budget = budget;
  }

  /** Runs the action, and again where that may help. */
  public <T> Future<T> run(Supplier<Future<T>> action) {
    return attempt(action, 0, System.nanoTime() + budget.toNanos());
  }

  /** Whether somebody else was at the same rows, and the same may go well another time. */
  public static boolean isContention(Throwable failure) {
    return failure instanceof StoreException store
        && store.kind() == StoreException.Kind.CONTENTION;
  }

  private <T> Future<T> attempt(Supplier<Future<T>> action, int tried, long untilNanos) {
    return action
        .get()
        .recover(
            failure -> {
              int most = FIRST_PAUSE_MILLIS << tried;
              int pause = 1 + ThreadLocalRandom.current().nextInt(most);
              boolean again =
                  isContention(failure)
                      && tried < MOST
                      && untilNanos - System.nanoTime() > pause * 1_000_000L;
              return again
                  ? pause(pause).compose(waited -> attempt(action, tried + 1, untilNanos))
                  : Future.failedFuture(failure);
            });
  }

  /** Completes so much later. */
  public Future<Void> pause(int millis) {
    Promise<Void> promise = Promise.promise();
    vertx.setTimer(millis, due -> promise.complete());
    return promise.future();
  }
}
