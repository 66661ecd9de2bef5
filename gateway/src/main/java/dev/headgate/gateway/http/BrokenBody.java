package dev.headgate.gateway.http;

import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;

/** A body that stops being one in the middle, as opposed to a connection that ends. */
public final class BrokenBody {
  private BrokenBody() {}

  /** Whether a failure of a request says that what came cannot be read, and so can be answered. */
  public static boolean isToldBy(HttpServerRequest request, Throwable failure) {
    return request.version() != HttpVersion.HTTP_2
        && !(failure instanceof IOException)
        && !(failure instanceof HttpClosedException);
  }

  /** What is answered. */
  public static Problem problem() {
    return Problem.badRequest("The body ends too early or is framed wrongly.");
  }
}
