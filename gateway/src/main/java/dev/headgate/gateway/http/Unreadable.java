package dev.headgate.gateway.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Answers what cannot be read as a request, and ends the connection: what follows is unknown. */
public final class Unreadable {
  private static final long LINGER_MILLIS = 1_000;

  private Unreadable() {}

  /** To be used as a server's handler of invalid requests. */
  public static void answer(HttpServerRequest request) {
    HttpServerResponse response = lastOf(request);
    response.endHandler(sent -> request.connection().close().onFailure(gone -> {}));
    problem(request.decoderResult().cause()).send(response);
  }

  /** Answers what two readers would read differently; what comes behind it is not looked at. */
  public static void ambiguous(HttpServerRequest request) {
    Problem.badRequest("The length of the body can be read in two ways.").send(lastOf(request));
  }

  /** Answers what does not say, in one way, which host it is for. */
  public static void withoutHost(HttpServerRequest request) {
    OneHost.problem().send(lastOf(request));
  }

  private static HttpServerResponse lastOf(HttpServerRequest request) {
    // Before the answer, whose end would let the next request in.
    request.connection().shutdown(LINGER_MILLIS, TimeUnit.MILLISECONDS).onFailure(gone -> {});
    return request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
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
