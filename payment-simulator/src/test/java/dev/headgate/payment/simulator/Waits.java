package dev.headgate.payment.simulator;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waiting for conditions. */
final class Waits {
  private Waits() {}

  static void until(Callable<Boolean> condition) {
    await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(10)).until(condition);
  }
}
