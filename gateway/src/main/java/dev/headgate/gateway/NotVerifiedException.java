package dev.headgate.gateway;

/** Why a draw could not be verified, in words for the person who asked. */
final class NotVerifiedException extends Exception {
  private static final long serialVersionUID = 1;

  NotVerifiedException(String message) {
    super(message);
  }
}
