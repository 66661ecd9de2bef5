package dev.headgate.gateway.forward;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request's body on its way to the upstream. It is counted, and nothing of it is held back:
 * pressure from the upstream reaches the fan.
 */
final class FanBody {
  // Of these a server wants to hear that there is no body.
  private static final Set<HttpMethod> WITH_BODY =
      Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);

  private final HttpServerRequest fan;
  private final long maxBytes;
  private @Nullable HttpClientRequest upstream;
  private @Nullable Fate fate;
  private boolean framed;
  private long bytes;
  private boolean broken;
  private boolean tooLarge;
  private boolean passed;
  private boolean sent;
  private boolean held;
  private long movedNanos;

  FanBody(HttpServerRequest fan, long maxBytes) {
    this.fan = fan;
    this.maxBytes = maxBytes;
    // From the start: it may fail before anybody reads it.
    fan.exceptionHandler(failure -> fail());
  }

  /** Who hears what becomes of it. */
  interface Fate {

    /** More came than allowed; nothing more is read. */
    void tooLarge(long maxBytes);

    /** The fan's side failed: what came cannot be read, or nothing comes any more. */
    void broken();
  }

  boolean broken() {
    return broken;
  }

  /** Whether its last byte has passed. */
  boolean passed() {
    return passed;
  }

  /**
   * Whether the request's end has been written, after which its connection is as good as before.
   */
  boolean sent() {
    return sent;
  }

  /** How much of it has come. */
  long bytes() {
    return bytes;
  }

  /** Whether it waits for the upstream to take more. */
  boolean held() {
    return held;
  }

  /** When something of it last passed, by {@link System#nanoTime}. */
  long movedNanos() {
    return movedNanos;
  }

  /** Sends it, and the request's end. */
  void sendTo(HttpClientRequest upstream, Fate fate) {
    this.upstream = upstream;
    this.fate = fate;
    movedNanos = System.nanoTime();
    frame(upstream);
    fan.handler(this::pass);
    fan.endHandler(end -> end(upstream));
    fan.resume();
  }

  private void frame(HttpClientRequest to) {
    String length = fan.headers().get(HttpHeaders.CONTENT_LENGTH);
    framed = length != null || fan.version() != HttpVersion.HTTP_2;
    if (length != null) {
      to.putHeader(HttpHeaders.CONTENT_LENGTH, length);
    } else if (framed) {
      to.setChunked(true);
    }
  }

  private void pass(Buffer chunk) {
    HttpClientRequest to = upstream;
    if (to == null || tooLarge) {
      return;
    }
    bytes += chunk.length();
    if (bytes > maxBytes) {
      tooLarge = true;
      fan.pause();
      tell(fate -> fate.tooLarge(maxBytes));
      return;
    }
    if (!framed) {
      framed = true;
      to.setChunked(true);
    }
    movedNanos = System.nanoTime();
    to.write(chunk);
    if (to.writeQueueFull()) {
      held = true;
      fan.pause();
      to.drainHandler(this::goOn);
    }
  }

  private void goOn(@Nullable Void drained) {
    held = false;
    movedNanos = System.nanoTime();
    fan.resume();
  }

  private void end(HttpClientRequest to) {
    if (tooLarge || broken || upstream == null) {
      return;
    }
    passed = true;
    movedNanos = System.nanoTime();
    // HTTP/2 does not say beforehand whether there is a body: only now is it known.
    if (!framed && WITH_BODY.contains(fan.method())) {
      to.putHeader(HttpHeaders.CONTENT_LENGTH, "0");
    }
    to.end().onSuccess(written -> sent = true);
  }

  /** Sends nothing more. */
  void stop() {
    upstream = null;
    fate = null;
  }

  private void fail() {
    broken = true;
    tell(Fate::broken);
  }

  private void tell(Consumer<Fate> word) {
    if (fate != null) {
      word.accept(fate);
    }
  }
}
