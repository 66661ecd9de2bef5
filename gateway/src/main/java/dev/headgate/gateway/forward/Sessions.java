package dev.headgate.gateway.forward;

import dev.headgate.gateway.queue.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends sessions at the shop's word. */
final class Sessions {
  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

  private final Queue queue;

  Sessions(Queue queue) {
    this.queue = queue;
  }

  /** Frees the slot of the session a request came with. The answer does not wait for it. */
  void end(Passage passage) {
    if (passage.admitted() != null) {
      queue
          .release(Passage.position(passage.admitted().admission()))
          .onFailure(
              failure ->
                  LOG.warn("a session that the shop ended runs to its end: {}", failure + ""));
    }
  }
}
