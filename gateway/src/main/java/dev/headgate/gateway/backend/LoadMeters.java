package dev.headgate.gateway.backend;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts what became of asking upstreams for their load. */
final class LoadMeters {
  private final Counter taken;
  private final Counter ignored;

  LoadMeters(MeterRegistry metrics) {
    taken = outcome(metrics, "taken");
    ignored = outcome(metrics, "ignored");
  }

  void taken() {
    taken.increment();
  }

  void ignored() {
    ignored.increment();
  }

  private static Counter outcome(MeterRegistry metrics, String outcome) {
    return Counter.builder("headgate.load.answers")
        .description("Answers of upstreams about their load, by what became of them")
        .tag("outcome", outcome)
        .register(metrics);
  }
}
