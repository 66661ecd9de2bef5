package dev.headgate.gateway.queue;

/** The store was asked and gave no answer: what it was asked for may have been done. */
public final class QueueUnansweredException extends QueueUnavailableException {
  private static final long serialVersionUID = 1L;

  public QueueUnansweredException(Throwable cause) {
    super("Redis: " + cause.getMessage(), cause);
  }
}
