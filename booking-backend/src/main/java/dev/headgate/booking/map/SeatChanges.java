package dev.headgate.booking.map;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one event's seats, for whoever listens: server-sent events, at most one a second,
 * whose ids are versions of the map. Reads the rows only while somebody listens.
 */
public interface SeatChanges {

  /** Somebody who listens. Called from any thread. */
  interface Listener {
    /** Whether there is room for more; what it does not take now it gets in one piece later. */
    boolean isReady();

    /** Takes bytes of an event stream. */
    void send(Buffer bytes);

    /** Nothing comes any more. */
    void end();
  }

  /** Stops listening. */
  interface Subscription {
    void cancel();
  }

  /**
   * Begins to listen.
   *
   * @param since the version up to which the listener knows all; null or one that is no longer
   *     known begins anew
   */
  Subscription listen(Listener listener, @Nullable String since);
}
