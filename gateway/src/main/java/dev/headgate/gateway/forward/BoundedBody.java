package dev.headgate.gateway.forward;

import io.vertx.core.Handler;
import io.vertx.core.VertxException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.streams.ReadStream;
import org.jspecify.annotations.Nullable;

/**
 * A request's body as a stream that fails once it is longer than allowed, and says when it has
 * passed. It holds nothing back: pressure from the upstream reaches the fan.
 */
final class BoundedBody implements ReadStream<Buffer> {
  private final HttpServerRequest request;
  private final long maxBytes;
  private long bytes;
  private boolean tooLarge;
  private boolean passed;
  private boolean broken;
  private @Nullable Runnable whenPassed;
  private @Nullable Handler<Throwable> failed;

  BoundedBody(HttpServerRequest request, long maxBytes) {
    this.request = request;
    this.maxBytes = maxBytes;
    // It may break before anybody takes it: while a connection to the upstream is being opened.
    request.exceptionHandler(failure -> broken = true);
  }

  /** The most that may come. */
  long maxBytes() {
    return maxBytes;
  }

  /** Whether more came than allowed. */
  boolean tooLarge() {
    return tooLarge;
  }

  /** Whether it ended too early on the fan's side, or was framed wrongly. */
  boolean broken() {
    return broken;
  }

  /** Whether its last byte has passed. */
  boolean passed() {
    return passed;
  }

  /** Runs once the last byte has passed, or now if it has. */
  void whenPassed(Runnable action) {
    if (passed) {
      action.run();
    } else {
      whenPassed = action;
    }
  }

  @Override
  public BoundedBody handler(@Nullable Handler<Buffer> handler) {
    request.handler(handler == null ? null : chunk -> pass(chunk, handler));
    return this;
  }

  private void pass(Buffer chunk, Handler<Buffer> handler) {
    bytes += chunk.length();
    if (bytes <= maxBytes) {
      handler.handle(chunk);
    } else if (!tooLarge) {
      tooLarge = true;
      request.pause();
      if (failed != null) {
        failed.handle(new VertxException("the body is too large", true));
      }
    }
  }

  @Override
  public BoundedBody endHandler(@Nullable Handler<Void> handler) {
    request.endHandler(handler == null ? null : end -> pass(handler));
    return this;
  }

  private void pass(Handler<Void> handler) {
    passed = true;
    handler.handle(null);
    if (whenPassed != null) {
      whenPassed.run();
    }
  }

  @Override
  public BoundedBody exceptionHandler(@Nullable Handler<Throwable> handler) {
    failed = handler;
    request.exceptionHandler(
        failure -> {
          broken = true;
          if (handler != null) {
            handler.handle(failure);
          }
        });
    return this;
  }

  @Override
  public BoundedBody pause() {
    request.pause();
    return this;
  }

  @Override
  public BoundedBody resume() {
    request.resume();
    return this;
  }

  @Override
  public BoundedBody fetch(long amount) {
    request.fetch(amount);
    return this;
  }
}
