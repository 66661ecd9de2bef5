package dev.headgate.gateway.forward;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer's body on its way to the fan. Nothing of it is held back: the fan's pressure reaches
 * the upstream. One that the upstream breaks off is never made to look whole.
 */
final class Delivery {
  private static final long UNKNOWN = -1;
  private final HttpServerRequest fan;
  private final HttpServerResponse to;
  private final HttpClientResponse from;
  private final Sieve trailers;
  private final Ending ending;
  private long left = UNKNOWN;
  private boolean over;
  private long movedNanos;

  Delivery(HttpServerRequest fan, HttpClientResponse from, Sieve trailers, Ending ending) {
    this.fan = fan;
    this.to = fan.response();
    this.from = from;
    this.trailers = trailers;
    this.ending = ending;
  }

  /** Who hears how it ended. */
  interface Ending {

    /** All of it has been handed on. */
    void delivered();

    /** The upstream broke it off. */
    void brokenOff();
  }

  /** When something of it last passed, by {@link System#nanoTime}. */
  long movedNanos() {
    return movedNanos;
  }

  /** Begins, with the head as it stands in the fan's response. */
  void start() {
    movedNanos = System.nanoTime();
    from.exceptionHandler(this::fail);
    if (isBodiless()) {
      from.resume();
      over = true;
      to.end();
      ending.delivered();
      return;
    }
    String length = to.headers().get(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      left = Long.parseLong(length);
    } else if (fan.version() == HttpVersion.HTTP_1_1) {
      to.setChunked(true);
    }
    from.handler(this::pass);
    from.endHandler(this::end);
    from.resume();
  }

  /**
   * Whether nothing but the end of the connection can tell where it ends. To be asked before it
   * begins.
   */
  boolean endsWithConnection() {
    return fan.version() == HttpVersion.HTTP_1_0
        && !isBodiless()
        && !to.headers().contains(HttpHeaders.CONTENT_LENGTH);
  }

  /** Sends the head by itself, where it still waits for the first of the body. */
  void flushHead() {
    if (over || to.headWritten() || to.closed()) {
      return;
    }
    if (endsWithConnection()) {
      // Otherwise the server asks for a length.
      to.write(Buffer.buffer());
    } else {
      to.writeHead();
    }
  }

  /** Hands on nothing more. */
  void stop() {
    over = true;
  }

  // HTTP forbids a body here, whatever the head says of a length.
  private boolean isBodiless() {
    int status = from.statusCode();
    if (status == 204 || status == 205) {
      to.headers().remove(HttpHeaders.CONTENT_LENGTH);
    }
    return fan.method().equals(HttpMethod.HEAD) || status == 204 || status == 205 || status == 304;
  }

  private void pass(Buffer chunk) {
    if (over) {
      return;
    }
    movedNanos = System.nanoTime();
    if (left != UNKNOWN) {
      left -= chunk.length();
      if (left == 0) {
        // With the last byte, instead of after it: one write to the network less.
        over = true;
        to.end(chunk);
        ending.delivered();
        return;
      }
    }
    to.write(chunk);
    if (to.writeQueueFull()) {
      from.pause();
      to.drainHandler(this::goOn);
    }
  }

  private void goOn(@Nullable Void drained) {
    movedNanos = System.nanoTime();
    from.resume();
  }

  private void end(@Nullable Void ended) {
    if (over) {
      return;
    }
    if (left > 0) {
      fail(new IllegalStateException("shorter than announced"));
      return;
    }
    copyTrailers();
    over = true;
    to.end();
    ending.delivered();
  }

  private void copyTrailers() {
    MultiMap sent = from.trailers();
    if (sent.isEmpty() || !takesTrailers()) {
      return;
    }
    for (Map.Entry<String, String> trailer : sent) {
      if (trailers.passes(trailer.getKey())) {
        to.putTrailer(trailer.getKey(), trailer.getValue());
      }
    }
  }

  private boolean takesTrailers() {
    return fan.version() == HttpVersion.HTTP_2
        || (to.isChunked() && fan.headers().contains("te", "trailers", true));
  }

  private void fail(Throwable failure) {
    if (!over) {
      over = true;
      ending.brokenOff();
    }
  }
}
