package dev.headgate.gateway.hook;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is measured of one hook. */
final class HookMeters {
  private static final String[] OUTCOMES = {"delivered", "failed", "given-up", "gone"};

  private final Map<String, Counter> deliveries;
  private volatile long oldestMillis;
  private volatile boolean gone;

  HookMeters(String hook, MeterRegistry metrics, InstantSource clock) {
    this.deliveries =
        Stream.of(OUTCOMES)
            .collect(
                Collectors.toMap(
                    Function.identity(),
                    outcome ->
                        Counter.builder("headgate.webhook.deliveries")
                            .description("Attempts to tell a webhook of an entry")
                            .tags("hook", hook, "outcome", outcome)
                            .register(metrics)));
    Gauge.builder("headgate.webhook.lag.seconds", this, meters -> meters.lagSeconds(clock))
        .description("Age of the oldest entry that waits to be delivered; 0 where none does")
        .tags("hook", hook)
        .register(metrics);
    Gauge.builder("headgate.webhook.gone.hooks", this, meters -> meters.gone ? 1 : 0)
        .description("1 where the receiver said that it is gone, and is told nothing")
        .tags("hook", hook)
        .register(metrics);
  }

  /** Whether the receiver said that it is no more. */
  void gone(boolean said) {
    gone = said;
  }

  void count(String outcome) {
    Counter counter = deliveries.get(outcome);
    if (counter != null) {
      counter.increment();
    }
  }

  /** When the oldest entry that waits was noted; 0 for none. */
  void oldest(long millis) {
    oldestMillis = millis;
  }

  private double lagSeconds(InstantSource clock) {
    long oldest = oldestMillis;
    return oldest == 0 ? 0 : Math.max(0, clock.millis() - oldest) / 1_000.0;
  }
}
