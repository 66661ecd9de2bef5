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
  private boolean broken;
  private boolean passed;
  private long passedNanos;
  private @Nullable Runnable whenPassed;
  private @Nullable Handler<Throwable> failed;

  BoundedBody(HttpServerRequest request, long maxBytes) {
    this.request = request;
    this.maxBytes = maxBytes;
    // From the start: it may fail before anybody reads it.
    request.exceptionHandler(this::fail);
  }

  /** The most that may come. */
  long maxBytes() {
    return maxBytes;
  }

  /** Whether more came than allowed. */
  boolean tooLarge() {
    return tooLarge;
  }

  /** Whether the fan's side failed: what came cannot be read, or nothing comes any more. */
  boolean broken() {
    return broken;
  }

  /** Whether its last byte has passed. */
  boolean passed() {
    return passed;
  }

  /** When its last byte passed, by {@link System#nanoTime}; 0 before. */
  long passedNanos() {
    return passedNanos;
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
    passedNanos = System.nanoTime();
    handler.handle(null);
    if (whenPassed != null) {
      whenPassed.run();
    }
  }

  private void fail(Throwable failure) {
    broken = true;
    if (failed != null) {
      failed.handle(failure);
    }
  }

  @Override
  public BoundedBody exceptionHandler(@Nullable Handler<Throwable> handler) {
    failed = handler;
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
