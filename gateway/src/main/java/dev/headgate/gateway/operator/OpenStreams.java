package dev.headgate.gateway.operator;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Consumer;

/** The streams of server-sent events of one kind, so many at a time. For one event loop. */
final class OpenStreams {
  /** An open console is one; far more would be a mistake of somebody's. */
  static final int MOST = 100;

  private final String instead;
  private int open;

  /**
   * @param instead what else a client may do that finds no room
   */
  OpenStreams(String instead) {
    this.instead = instead;
  }

  /**
   * Answers with a stream; with its head alone where that is all that is asked for.
   *
   * @param begin is given the client's line, unless there is none
   * @throws ProblemException where there is no room
   */
  Future<Void> open(RoutingContext ctx, Consumer<Line> begin) {
    HttpServerResponse response = ctx.response();
    if (response.closed()) {
      return Future.succeededFuture();
    }
    if (open >= MOST) {
      throw new ProblemException(
          Problem.of(
              503,
              "too-many-streams",
              "Too many are listening",
              "At most " + MOST + " streams are open at a time. Close one, or " + instead + "."));
    }
    response
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/event-stream")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        // Proxies of nginx's kind would hold events back until a buffer is full.
        .putHeader("X-Accel-Buffering", "no");
    if (ctx.request().method().equals(HttpMethod.HEAD)) {
      return response.end().otherwiseEmpty();
    }
    response.setChunked(true);
    begin.accept(new Line(response));
    return Future.succeededFuture();
  }

  /** The way to one client, for as long as it is there. */
  final class Line {
    private final HttpServerResponse response;
    private Runnable atEnd = () -> {};
    private boolean over;

    private Line(HttpServerResponse response) {
      this.response = response;
      open++;
      response.closeHandler(gone -> stop());
      response.exceptionHandler(broken -> stop());
    }

    /** What is to be done, once, when the client has gone. */
    void atEnd(Runnable done) {
      atEnd = done;
    }

    boolean isOver() {
      return over;
    }

    /** Completes when it is on its way: until then a slow client should be sent nothing more. */
    Future<Void> write(String text) {
      return response.write(text).onFailure(gone -> stop());
    }

    /** Ends the stream from here. */
    void end() {
      stop();
      response.end().onFailure(gone -> {});
    }

    private void stop() {
      if (!over) {
        over = true;
        open--;
        atEnd.run();
      }
    }
  }
}
