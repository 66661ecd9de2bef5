package dev.headgate.gateway.remote;

import java.time.Duration;
import java.util.concurrent.Flow.Subscriber;
import org.jspecify.annotations.Nullable;

/** The lines of an answer that does not end, one after the other. */
final class Lines {
  private final Arriving<String> arriving = new Arriving<>();

  /**
   * A line, or why there are no more.
   *
   * @param text of the line; null at the end
   */
  record Line(@Nullable String text, String end) {}

  /** What takes them in. */
  Subscriber<String> subscriber() {
    return arriving;
  }

  /** The next line; its end is said, too, where nothing came in time. */
  Line next(Duration patience) {
    try {
      Arriving.Part<String> part = arriving.next(patience);
      if (part == null) {
        return new Line(null, "silent for " + patience.toSeconds() + " s");
      }
      return new Line(
          part.value(),
          part.failure() == null ? "the gateway ended the connection" : "the connection broke");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Line(null, "interrupted");
    }
  }

  /** Ends the answer. */
  void cancel() {
    arriving.cancel();
  }
}
