package dev.headgate.booking.hold;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down which holds have expired. Nothing waits for it: an expired seat can be held, and is
 * free on the map, before any sweep. Any number of processes may sweep at once.
 */
public final class Sweeper {
  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
  private static final int BATCH = 1_000;
  private static final int ROUND_MINUTES = 2;

  private final Holds holds;
  private final Consumer<Holds.Swept> onSwept;
  private boolean running;

  /** Sweeps these holds; {@code onSwept} is told of every batch that ended one. */
  public Sweeper(Holds holds, Consumer<Holds.Swept> onSwept) {
    this.holds = holds;
    this.onSwept = onSwept;
  }

  /**
   * Sweeps until nothing is left that can be swept now. A tick during another does nothing; one
   * that fails is logged, and the next one tries again.
   */
  public synchronized Future<Void> tick() {
    if (running) {
      return Future.succeededFuture();
    }
    running = true;
    return batches()
        .timeout(ROUND_MINUTES, TimeUnit.MINUTES) // one that hears nothing must not be the last
        .onComplete(done -> finished())
        .onFailure(failure -> LOG.warn("a sweep failed: {}", failure.getMessage()))
        .otherwiseEmpty();
  }

  private Future<Void> batches() {
    return holds
        .sweep(BATCH)
        .compose(
            swept -> {
              if (swept.holds() > 0) {
                onSwept.accept(swept);
              }
              return swept.holds() == BATCH ? batches() : Future.succeededFuture();
            });
  }

  private synchronized void finished() {
    running = false;
  }
}
