package dev.headgate.booking.http;

import dev.headgate.booking.map.SeatChanges;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.atomic.AtomicBoolean;

/** An answer that goes on until its connection or somebody here ends it. */
final class EventStream implements SeatChanges.Listener {
  private static final int QUEUED_BYTES = 64 * 1024;

  private final HttpServerResponse response;

  EventStream(HttpServerResponse response) {
    this.response = response;
    response.setChunked(true).setWriteQueueMaxSize(QUEUED_BYTES);
  }

  /** Runs once, when nothing can be sent any more; at once where that is so already. */
  void onClosed(Runnable closed) {
    AtomicBoolean done = new AtomicBoolean();
    Runnable once =
        () -> {
          if (done.compareAndSet(false, true)) {
            closed.run();
          }
        };
    response.endHandler(ended -> once.run()).closeHandler(gone -> once.run());
    if (response.closed() || response.ended()) {
      once.run();
    }
  }

  @Override
  public boolean isReady() {
    return !response.closed() && !response.ended() && !response.writeQueueFull();
  }

  @Override
  public void send(Buffer bytes) {
    if (!response.closed() && !response.ended()) {
      response.write(bytes).onFailure(gone -> {});
    }
  }

  @Override
  public void end() {
    if (!response.closed() && !response.ended()) {
      response.end().onFailure(gone -> {});
    }
  }
}
