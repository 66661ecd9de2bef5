package dev.headgate.gateway.queue;

/** Nobody knows an event of this id. */
public final class UnknownEventException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnknownEventException(String event) {
    super("no such event: " + event, null, false, false);
  }
}
