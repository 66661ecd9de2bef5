package dev.headgate.embedded;

/** An embedded service could not be unpacked, started or spoken to; the message says why. */
public final class EmbeddedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EmbeddedException(String message) {
    super(message);
  }

  EmbeddedException(String message, Throwable cause) {
    super(message, cause);
  }
}
