package dev.headgate.gateway.backend;

/** An upstream's answer about its load that cannot be used. Its message quotes none of it. */
final class UnusableLoadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnusableLoadException(String message) {
    super(message, null, false, false);
  }
}
