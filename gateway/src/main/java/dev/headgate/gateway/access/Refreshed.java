package dev.headgate.gateway.access;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something of somebody else's that is fetched when it is needed, and kept for a while. However
 * many need it, it is fetched once at a time, and not again at once after a try; what was had last
 * does where nothing newer can be had.
 */
final class Refreshed<T> {
  private final Supplier<Future<T>> fetch;
  private final Duration fresh;
  private final Duration cooldown;
  private final InstantSource clock;
  private @Nullable T value;
  private Instant fetched = Instant.EPOCH;
  private Instant tried = Instant.EPOCH;
  private @Nullable Future<T> underWay;

  /**
   * @param fresh how long it is taken to be as it was
   * @param cooldown how long after one try there is no other
   */
  Refreshed(Supplier<Future<T>> fetch, Duration fresh, Duration cooldown, InstantSource clock) {
    this.fetch = fetch;
    this.fresh = fresh;
    this.cooldown = cooldown;
    this.clock = clock;
  }

  /** What there is, fetched where it is missing or old. */
  synchronized Future<T> get() {
    T present = value;
    return present != null && clock.instant().isBefore(fetched.plus(fresh))
        ? Future.succeededFuture(present)
        : newer();
  }

  /** What there is, fetched again unless that was tried just now. */
  synchronized Future<T> newer() {
    Future<T> already = underWay;
    if (already != null) {
      return already;
    }
    T present = value;
    Instant now = clock.instant();
    if (now.isBefore(tried.plus(cooldown))) {
      return present == null
          ? Future.failedFuture(Refusals.issuerAway())
          : Future.succeededFuture(present);
    }
    tried = now;
    Future<T> fetching =
        fetch
            .get()
            .transform(
                result ->
                    result.succeeded() || present == null
                        ? result.succeeded()
                            ? Future.succeededFuture(result.result())
                            : Future.failedFuture(result.cause())
                        : Future.succeededFuture(present));
    underWay = fetching.isComplete() ? null : fetching;
    return fetching.onSuccess(this::keep).onComplete(done -> over());
  }

  private synchronized void keep(T got) {
    if (value != got) {
      value = got;
      fetched = clock.instant();
    }
  }

  private synchronized void over() {
    underWay = null;
  }
}
