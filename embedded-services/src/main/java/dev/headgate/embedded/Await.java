package dev.headgate.embedded;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for a process to be ready, and notices when it dies instead. */
final class Await {
  private static final long PAUSE_MILLIS = 10;

  private Await() {}

  static void ready(
      String what, Duration patience, ServiceProcess process, BooleanSupplier condition) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (!process.alive()) {
        throw new EmbeddedException(what + " did not start: " + process.lastWords());
      }
      if (System.nanoTime() - deadline > 0) {
        throw new EmbeddedException(
            what + " not ready after " + patience + ": " + process.lastWords());
      }
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedException("interrupted while waiting", e);
    }
  }
}
