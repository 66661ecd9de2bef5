package dev.headgate.gateway.backend;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks one upstream how loaded it is. Asked from one event loop; read from any thread. */
final class LoadPoll {
  private static final Logger LOG = LoggerFactory.getLogger(LoadPoll.class);
  // Some hundred bytes an event, of which there may be 20,000.
  private static final int MOST_BYTES = 4 * 1024 * 1024;
  private static final int OK = 200;

  private final Parts parts;
  private volatile @Nullable Said newest;
  private State state = State.UNKNOWN;
  private volatile boolean over;

  /**
   * What it works with.
   *
   * @param upstream the upstream's name, for the log
   * @param address where to ask
   * @param timeoutMillis how long the whole answer may take
   */
  record Parts(
      Vertx vertx,
      HttpClient client,
      String upstream,
      RequestOptions address,
      long timeoutMillis,
      LongSupplier nanoTime,
      LoadMeters meters) {}

  private record Said(LoadFigures figures, long atNanos) {}

  private enum State {
    UNKNOWN,
    USABLE,
    UNUSABLE
  }

  LoadPoll(Parts parts) {
    this.parts = parts;
  }

  /** The newest figures, if they are no older than that. */
  @Nullable LoadFigures newest(long nowNanos, long oldestNanos) {
    Said said = newest;
    return said == null || nowNanos - said.atNanos() > oldestNanos ? null : said.figures();
  }

  void ask() {
    // Figures are as old as the question, however long the answer takes.
    long asked = parts.nanoTime().getAsLong();
    Question question = new Question();
    parts
        .client()
        .request(parts.address())
        .compose(question::send)
        .compose(LoadPoll::body)
        .timeout(parts.timeoutMillis(), TimeUnit.MILLISECONDS)
        .onFailure(failure -> question.giveUp())
        // The figures of thousands of events take longer to read than an event loop may stand.
        .compose(body -> parts.vertx().executeBlocking(() -> LoadJson.read(body)))
        .onComplete(read -> took(read, asked));
  }

  /** What is still on its way no longer counts. */
  void end() {
    over = true;
  }

  /** One question under way; a connection that comes too late for it is not used. */
  private static final class Question {
    private @Nullable HttpClientRequest request;
    private boolean over;

    Future<HttpClientResponse> send(HttpClientRequest sending) {
      request = sending;
      sending.exceptionHandler(failure -> {});
      if (over) {
        giveUp();
        return Future.failedFuture(new TimeoutException());
      }
      return sending.putHeader(HttpHeaders.ACCEPT, "application/json").send();
    }

    void giveUp() {
      over = true;
      if (request != null) {
        request.reset().onFailure(gone -> {});
      }
    }
  }

  private static Future<Buffer> body(HttpClientResponse response) {
    if (response.statusCode() != OK) {
      return Future.failedFuture(new UnusableLoadException("the status is not 200"));
    }
    Promise<Buffer> whole = Promise.promise();
    Buffer body = Buffer.buffer();
    response
        .exceptionHandler(whole::tryFail)
        .endHandler(end -> whole.tryComplete(body))
        .handler(
            chunk -> {
              if (body.length() + chunk.length() <= MOST_BYTES) {
                body.appendBuffer(chunk);
              } else {
                whole.tryFail(new UnusableLoadException("the body is too large"));
              }
            });
    return whole.future();
  }

  private void took(AsyncResult<LoadFigures> read, long askedNanos) {
    if (over) {
      return;
    }
    if (read.succeeded()) {
      newest = new Said(read.result(), askedNanos);
      parts.meters().taken();
    } else {
      parts.meters().ignored();
    }
    State before = state;
    state = read.succeeded() ? State.USABLE : State.UNUSABLE;
    if (state == before) {
      return;
    }
    if (read.failed()) {
      LOG.warn("upstream {} does not say its load: {}", parts.upstream(), reason(read.cause()));
    } else if (before == State.UNUSABLE) {
      LOG.info("upstream {} says its load again", parts.upstream());
    }
  }

  private static String reason(Throwable failure) {
    if (failure instanceof UnusableLoadException) {
      return String.valueOf(failure.getMessage());
    }
    return failure instanceof TimeoutException
        ? "no answer in time"
        : failure.getClass().getSimpleName();
  }
}
