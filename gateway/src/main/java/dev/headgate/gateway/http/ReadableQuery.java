package dev.headgate.gateway.http;

import io.vertx.core.http.HttpServerRequest;

/** Whether what stands behind the {@code ?} of an address can be decoded, as {@code %zz} cannot. */
public final class ReadableQuery {
  private ReadableQuery() {}

  /** Whether a request has one, or none at all. */
  public static boolean isIn(HttpServerRequest request) {
    if (request.query() == null) {
      return true;
    }
    try {
      return request.params() != null; // Decoded once, and kept by the request.
    } catch (IllegalArgumentException broken) {
      return false;
    }
  }

  /** What is answered where it cannot. */
  public static Problem problem() {
    return Problem.badRequest("What stands behind the ? cannot be decoded.");
  }
}
