package dev.headgate.gateway.queue;

import dev.headgate.policy.estimate.PromiseLog;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Consumer;

/**
 * How well waiting times were told: for each fan who was let in, the time it took until the call
 * against the time that was told at first, and how often it rose by more than a fifth meanwhile.
 */
public final class EstimateMeters implements Consumer<PromiseLog.Kept> {
  private final DistributionSummary ratio;
  private final DistributionSummary error;
  private final Counter jumps;

  public EstimateMeters(MeterRegistry meters) {
    ratio =
        DistributionSummary.builder("headgate.estimate.ratio")
            .description("Time until the call, of the time told at first")
            .publishPercentiles(0.5, 0.9)
            .register(meters);
    error =
        DistributionSummary.builder("headgate.estimate.error.seconds")
            .description("How far the time told at first was from the time until the call")
            .publishPercentiles(0.5, 0.9)
            .register(meters);
    jumps =
        Counter.builder("headgate.estimate.jumps")
            .description("Times that a waiting time told rose by more than a fifth")
            .register(meters);
  }

  @Override
  public void accept(PromiseLog.Kept kept) {
    // Of less than a second no share can be told.
    if (kept.promisedSeconds() > 0) {
      ratio.record((double) kept.actualSeconds() / kept.promisedSeconds());
    }
    error.record((double) Math.abs(kept.actualSeconds() - kept.promisedSeconds()));
    jumps.increment(kept.upwardJumps());
  }
}
