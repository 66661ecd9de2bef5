package dev.headgate.gateway.token;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * Checks what fans send under the header {@code DPoP}: that they have the key they say they have
 * (RFC 9449). Safe for use from any thread.
 */
public interface Proofs {

  /** One for the process: it remembers which proofs were taken. */
  static Proofs of(Vertx vertx) {
    return new DpopProofs(vertx);
  }

  /** Whether a text is a SHA-256 thumbprint in base64url (RFC 7638). */
  static boolean isThumbprint(String text) {
    byte[] bytes = text.length() == DpopKey.THUMBPRINT_DIGITS ? Base64Url.decode(text) : null;
    return bytes != null;
  }

  /**
   * What a proof has to be for.
   *
   * @param keyThumbprint of the key that it takes
   * @param method the request's method
   * @param address the request's address as fans know it: an origin and a path
   * @param nowSeconds the present time, in seconds since 1970
   */
  record Wanted(String keyThumbprint, String method, String address, long nowSeconds) {}

  /** What a request's proofs come to. */
  enum Answer {
    /** It has the key, and nobody has sent this proof before. */
    PROVEN,
    /** None was sent. */
    MISSING,
    /** What was sent is no good; for every reason the same answer. */
    INVALID,
    /** More are under way, or remembered, than are taken on. */
    BUSY
  }

  /**
   * Takes a request's proof; the same is never taken again in this process. Signatures are checked
   * on a worker. Never fails.
   *
   * @param headers every {@code DPoP} header of the request
   */
  Future<Answer> take(List<String> headers, Wanted wanted);
}
