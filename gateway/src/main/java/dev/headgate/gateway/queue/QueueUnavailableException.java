package dev.headgate.gateway.queue;

import org.jspecify.annotations.Nullable;

/** The store did not answer, or is coming back: try again in two seconds. */
public final class QueueUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public QueueUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }
}
