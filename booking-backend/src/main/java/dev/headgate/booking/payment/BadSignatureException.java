package dev.headgate.booking.payment;

/** A webhook that is not the processor's, or is too old. */
public final class BadSignatureException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@code reason} holds nothing of what was sent. */
  public BadSignatureException(String reason) {
    super(reason);
  }
}
