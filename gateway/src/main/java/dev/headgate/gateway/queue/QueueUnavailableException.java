package dev.headgate.gateway.queue;

import org.jspecify.annotations.Nullable;

/** The store did not answer, or is coming back: try again in two seconds. */
public sealed class QueueUnavailableException extends RuntimeException
    permits QueueUnansweredException {
  private static final long serialVersionUID = 1L;

  public QueueUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }
}
