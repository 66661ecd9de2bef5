package dev.headgate.gateway.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where one place stands.
 *
 * @param state the fan's state
 * @param turnEndsAt until when a called fan may come; null in other states, while paused, and at
 *     the door past that time
 */
public record Standing(State state, @Nullable Instant turnEndsAt) {

  /** The fan's state. */
  public enum State {
    WAITING,
    CALLED,
    ADMITTED,
    OVER
  }

  /** Waiting: not called yet. */
  public static final Standing WAITING = new Standing(State.WAITING, null);
}
