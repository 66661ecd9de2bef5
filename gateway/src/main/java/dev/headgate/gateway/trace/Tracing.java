package dev.headgate.gateway.trace;

import io.vertx.core.Future;
import io.vertx.core.VertxBuilder;
import java.time.Duration;

/** Whether and how one process traces. */
public interface Tracing {

  /**
   * Opens what the configuration says. Reads the files that it names: blocks for a moment.
   *
   * @throws IllegalStateException if one of them cannot be used, without a word of what it holds
   */
  static Tracing open(TracingParts parts) {
    return parts.rules() == null ? new NoTracing() : OtelTracing.open(parts);
  }

  /** Has a Vert.x trace what its servers are asked. */
  VertxBuilder traced(VertxBuilder builder);

  /** Sends what has not been sent, for no longer than this; the future never fails. */
  Future<Void> close(Duration atMost);
}
