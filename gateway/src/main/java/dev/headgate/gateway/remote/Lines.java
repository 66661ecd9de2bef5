package dev.headgate.gateway.remote;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lines of an answer that does not end, one after the other. A read of a connection cannot be
 * given up after a while; a queue of its lines can.
 */
final class Lines implements Subscriber<String> {
  private final BlockingQueue<Line> arrived = new LinkedBlockingQueue<>();
  private volatile @Nullable Subscription subscription;

  /**
   * A line, or why there are no more.
   *
   * @param text of the line; null at the end
   */
  record Line(@Nullable String text, String end) {}

  /** The next line; its end is said, too, where nothing came in time. */
  Line next(Duration patience) {
    try {
      Line line = arrived.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      return line == null ? new Line(null, "silent for " + patience.toSeconds() + " s") : line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Line(null, "interrupted");
    }
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
  public void onNext(String line) {
    arrived.add(new Line(line, ""));
  }

  @Override
  public void onError(Throwable failure) {
    arrived.add(new Line(null, "the connection broke"));
  }

  @Override
  public void onComplete() {
    arrived.add(new Line(null, "the gateway ended the connection"));
  }
}
