package dev.headgate.gateway.forward;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** How requests ended, counted. */
final class Outcomes {
  private final Counter forwarded;
  private final Counter refused;
  private final Counter upstreamFailed;
  private final Counter cookiesDropped;

  Outcomes(MeterRegistry metrics) {
    forwarded = outcome(metrics, "forwarded");
    refused = outcome(metrics, "refused");
    upstreamFailed = outcome(metrics, "upstream-failed");
    cookiesDropped =
        Counter.builder("headgate.dropped.cookies")
            .description("Cookies of the gateway's own that an upstream tried to set")
            .register(metrics);
  }

  void forwarded() {
    forwarded.increment();
  }

  void refused() {
    refused.increment();
  }

  void upstreamFailed() {
    upstreamFailed.increment();
  }

  void cookiesDropped(int count) {
    cookiesDropped.increment(count);
  }

  private static Counter outcome(MeterRegistry metrics, String outcome) {
    return Counter.builder("headgate.forward.requests")
        .description("Requests that came to be forwarded, by what became of them")
        .tag("outcome", outcome)
        .register(metrics);
  }
}
