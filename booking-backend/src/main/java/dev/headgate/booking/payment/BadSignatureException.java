package dev.headgate.booking.payment;

/** A webhook that is not the processor's, is too old, or is signed and cannot be read. */
public final class BadSignatureException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean signed;

  /** {@code reason} holds nothing of what was sent. */
  public BadSignatureException(String reason) {
    this(reason, false);
  }

  private BadSignatureException(String reason, boolean signed) {
    super(reason);
    this.signed = signed;
  }

  static BadSignatureException unreadable() {
    return new BadSignatureException("unreadable", true);
  }

  /** Whether the processor did send it: then it says something that we cannot read. */
  public boolean isSigned() {
    return signed;
  }
}
