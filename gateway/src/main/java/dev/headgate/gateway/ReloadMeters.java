package dev.headgate.gateway;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** When a changed configuration was last taken, and whether the newest one could be. */
final class ReloadMeters {
  private final AtomicInteger success = new AtomicInteger(1);
  private final AtomicLong seconds = new AtomicLong();

  ReloadMeters(MeterRegistry metrics) {
    Gauge.builder("headgate.config.reload.success", success, AtomicInteger::get)
        .description("1 if the configuration file, as it is now, is in use; 0 if it cannot be")
        .register(metrics);
    Gauge.builder("headgate.config.reload.timestamp.seconds", seconds, AtomicLong::get)
        .description("When the configuration file was last taken, in seconds since 1970")
        .register(metrics);
  }

  void taken(Instant now) {
    success.set(1);
    seconds.set(now.getEpochSecond());
  }

  void refused() {
    success.set(0);
  }
}
