package dev.headgate.booking.notice;

/** This message can never be sent, however often it is tried. */
final class NeverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NeverException(String reason) {
    super(reason);
  }
}
