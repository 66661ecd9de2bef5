package dev.headgate.booking.store;

/** PostgreSQL did not do what it was asked. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Which kind of failure. */
  public enum Kind {
    /** Somebody else held a lock for too long, or a deadlock was broken: nothing was written. */
    CONTENTION,
    /** More requests wait for a connection than may, or one waited too long. */
    BUSY,
    /** Not reachable, or not able to write; whether a commit was done may be unknown. */
    AWAY,
    /** A fault in this program. */
    FAULT
  }

  private final Kind kind;

  StoreException(Kind kind, Throwable cause) {
    super(kind.name(), cause);
    this.kind = kind;
  }

  /** Which kind of failure. */
  public Kind kind() {
    return kind;
  }
}
