package dev.headgate.booking.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/** Answers what cannot be read as a request, and ends the connection: what follows is unknown. */
final class Unreadable {
  private Unreadable() {}

  static void answer(HttpServerRequest request) {
    Problem problem = problem(request.decoderResult().cause());
    HttpServerResponse response = request.response();
    response.endHandler(sent -> request.connection().close().onFailure(gone -> {}));
    response
        .setStatusCode(problem.status())
        .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/problem+json")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Cross-Origin-Resource-Policy", "same-origin")
        .end(problem.toJson().toBuffer())
        .onFailure(gone -> {});
  }

  private static Problem problem(@Nullable Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Problem.of(
          414, "uri-too-long", "The address is too long", "Nothing has such an address.");
    }
    return cause instanceof TooLongHttpHeaderException
        ? Problem.of(
            431, "headers-too-large", "The headers are too large", "Send fewer or shorter ones.")
        : Problem.badRequest("This cannot be read as an HTTP request.");
  }
}
