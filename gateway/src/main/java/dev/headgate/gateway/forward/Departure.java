package dev.headgate.gateway.forward;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.trace.Span;
import dev.headgate.gateway.trace.Spans;
import dev.headgate.gateway.upstream.Try;
import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Finds a server that takes a request. While no connection stands nothing has been sent, so another
 * server may be tried; once one stands, never.
 */
final class Departure {
  private static final int MOST_TRIES = 3;
  // Without a handler of its own the client writes the address, query and all, to the log.
  private static final Handler<Throwable> HEARD_ELSEWHERE = failure -> {};

  private final Carrier.Parts parts;
  private final Passage passage;
  private final Waiting waiting;
  private Span span = Spans.NONE;
  private @Nullable Try attempt;
  private int tries;

  Departure(Carrier.Parts parts, Passage passage, Waiting waiting) {
    this.parts = parts;
    this.passage = passage;
    this.waiting = waiting;
  }

  /** Who waits for a server. */
  interface Waiting {

    /** One takes the request; nothing has been sent yet. */
    void dialled(HttpClientRequest request);

    /** None does. */
    void undialled(Problem problem, String why);
  }

  /** Looks for one. */
  void dial() {
    HttpServerRequest fan = passage.request();
    span = Spans.of(fan).toUpstream(passage.route().upstream(), fan.method().name());
    attempt = parts.upstreams().next(passage.route().upstream(), null);
    if (attempt == null) {
      undialled(noServer(), "no server to ask");
    } else {
      dial(attempt);
    }
  }

  private void dial(Try next) {
    tries++;
    span.tried(next.address().host(), next.address().port(), tries);
    HttpServerRequest fan = passage.request();
    parts.dialer().dial(next, fan.method(), fan.uri()).onComplete(this::dialled);
  }

  private void dialled(AsyncResult<HttpClientRequest> dialled) {
    if (dialled.succeeded()) {
      dialled.result().exceptionHandler(HEARD_ELSEWHERE);
      waiting.dialled(dialled.result());
    } else if (dialled.cause() instanceof ConnectionPoolTooBusyException) {
      // That is our own doing, not the server's.
      over("too many requests wait for it");
      abandoned();
      waiting.undialled(busy(), "too many requests wait for it");
    } else if (attempt != null) {
      attempt.failed();
      retry(dialled.cause().getClass().getSimpleName());
    }
  }

  private void retry(String why) {
    Try other =
        tries < MOST_TRIES ? parts.upstreams().next(passage.route().upstream(), attempt) : null;
    attempt = other;
    if (other == null) {
      undialled(unavailable(), why);
    } else {
      dial(other);
    }
  }

  private void undialled(Problem problem, String why) {
    over(why);
    waiting.undialled(problem, why);
  }

  /** Writes into a request to the server of which trace it is a part. */
  void trace(MultiMap headers) {
    span.writeTo(headers);
  }

  /** The head of an answer has come. */
  void answered(int status, long nanos) {
    span.answered(status);
    span.end();
    if (attempt != null) {
      attempt.answered(status, nanos);
      attempt = null;
    }
  }

  /** No answer came. */
  void failed(String why) {
    over(why);
    if (attempt != null) {
      attempt.failed();
      attempt = null;
    }
  }

  /** Nobody waits for an answer any more. */
  void abandoned() {
    over("abandoned");
    if (attempt != null) {
      attempt.abandoned();
      attempt = null;
    }
  }

  private void over(String why) {
    span.failed(why);
    span.end();
  }

  static Problem unavailable() {
    return Problem.of(
        502,
        "upstream-unavailable",
        "The shop could not be reached",
        "Whether it did what was asked is not known here. Look before trying again.");
  }

  // All are ejected, or full: unlike a connection that broke, that leaves nothing unknown.
  private static Problem noServer() {
    return Problem.of(
        503,
        "upstream-unavailable",
        "The shop cannot be reached now",
        "Nothing was sent to it. Please try again in two seconds.");
  }

  static Problem timedOut() {
    return Problem.of(
        504,
        "upstream-timeout",
        "The shop did not answer in time",
        "Whether it did what was asked is not known here. Look before trying again.");
  }

  private static Problem busy() {
    return Problem.of(
        503,
        "upstream-busy",
        "The shop has too much to do",
        "Nothing was sent to it. Please try again in two seconds.");
  }
}
