package dev.headgate.booking.hold;

import dev.headgate.booking.store.StoreException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Tries again what a deadlock or a serialization failure undid, with jitter, within a budget. */
final class Retry {
  private static final int MOST = 3;
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final int FIRST_PAUSE_MILLIS = 10;

  private final Vertx vertx;
  private final Duration budget;

  Retry(Vertx vertx, Duration budget) {
    this.vertx = vertx;
    this.budget = budget;
  }

  <T> Future<T> run(Supplier<Future<T>> action) {
    return attempt(action, 0, System.nanoTime() + budget.toNanos());
  }

  /** Whether somebody else had locked what was not to be waited for, or for too long. */
  static boolean isLocked(Throwable failure) {
    return failure instanceof StoreException store
        && store.getCause() instanceof PgException pg
        && LOCK_NOT_AVAILABLE.equals(pg.getSqlState());
  }

  static boolean isContention(Throwable failure) {
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

  Future<Void> pause(int millis) {
    Promise<Void> promise = Promise.promise();
    vertx.setTimer(millis, due -> promise.complete());
    return promise.future();
  }
}
