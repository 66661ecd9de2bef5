package dev.headgate.gateway.remote;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an answer, one after the other. A read of a connection cannot be given up after a
 * while, and Java's client has a time for the head of an answer alone; a queue of its parts can.
 */
final class Arriving<T> implements Subscriber<T> {
  private final BlockingQueue<Part<T>> parts = new LinkedBlockingQueue<>();
  private volatile @Nullable Subscription subscription;

  /**
   * A part, or the end.
   *
   * @param value null at the end
   * @param failure why it ended early; null where it did not
   */
  record Part<T>(@Nullable T value, @Nullable Throwable failure) {}

  /** The next part; null where nothing came in time. */
  @Nullable Part<T> next(Duration patience) throws InterruptedException {
    return parts.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends the answer. */
  void cancel() {
    Subscription given = subscription;
    if (given != null) {
      given.cancel();
    }
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(T value) {
    parts.add(new Part<>(value, null));
  }

  @Override
  public void onError(Throwable failure) {
    parts.add(new Part<>(null, failure));
  }

  @Override
  public void onComplete() {
    parts.add(new Part<>(null, null));
  }
}
