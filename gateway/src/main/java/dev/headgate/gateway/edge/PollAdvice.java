package dev.headgate.gateway.edge;

import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.policy.estimate.PollInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/** When a fan's page should look again. */
final class PollAdvice {

  private static final int SOON_MILLIS = 2_000;
  private static final int SOON_SPREAD_MILLIS = 1_000;
  private static final int NOTHING_TO_AWAIT_MILLIS = 30_000;

  private PollAdvice() {}

  static int millis(EventView view, Place place) {
    Phase phase = view.phase();
    double jitter = ThreadLocalRandom.current().nextDouble();
    if (place.standing().state() == Standing.State.CALLED) {
      return soon(jitter);
    }
    if (place.standing().state() != Standing.State.WAITING || phase == Phase.ENDED) {
      return NOTHING_TO_AWAIT_MILLIS;
    }
    return phase == Phase.PAUSED
        ? PollInterval.millis(place.ahead(view), 0, jitter)
        : whileWaiting(view, place, jitter);
  }

  private static int whileWaiting(EventView view, Place place, double jitter) {
    if (place.position().isPresent()) {
      int dial = view.settings().dials().newUsersPerMinute();
      return PollInterval.millis(place.ahead(view), dial, jitter);
    }
    Instant onSaleAt = view.onSaleAt();
    if (onSaleAt == null) {
      return NOTHING_TO_AWAIT_MILLIS;
    }
    Duration untilSale = Duration.between(view.now(), onSaleAt);
    return untilSale.isNegative()
        ? soon(jitter)
        : PollInterval.beforeSaleMillis(untilSale.toMillis(), jitter);
  }

  private static int soon(double jitter) {
    return SOON_MILLIS + (int) (SOON_SPREAD_MILLIS * jitter);
  }
}
