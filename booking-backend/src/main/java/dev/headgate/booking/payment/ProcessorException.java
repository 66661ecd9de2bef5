package dev.headgate.booking.payment;

/** The processor did not do what it was asked, or nobody knows. */
public final class ProcessorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is known of it. */
  public enum Kind {
    /** Whether it was done is unknown. */
    UNKNOWN,
    /** Nothing was done: try again later. */
    BUSY,
    /** Nothing was done, and nothing will be. */
    REFUSED
  }

  private final Kind kind;
  private final String code;

  /** {@code code} is the processor's word for it, never its message. */
  public ProcessorException(Kind kind, String code) {
    super(kind + " " + code);
    this.kind = kind;
    this.code = code;
  }

  /** What is known of it. */
  public Kind kind() {
    return kind;
  }

  /** The processor's word for it. */
  public String code() {
    return code;
  }
}
