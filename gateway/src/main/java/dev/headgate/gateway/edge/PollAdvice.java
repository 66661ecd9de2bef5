package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Round;
import dev.headgate.policy.estimate.PollInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** When a fan's page should look again. */
final class PollAdvice {

  private static final int SOON_MILLIS = 2_000;
  private static final int SOON_SPREAD_MILLIS = 1_000;
  private static final int NOTHING_TO_AWAIT_MILLIS = 30_000;

  private PollAdvice() {}

  static int millis(EventView view, Place place) {
    double jitter = ThreadLocalRandom.current().nextDouble();
    if (nothingComes(view)) {
      return idle(jitter);
    }
    return switch (place.standing().state()) {
      case CALLED -> soon(jitter);
      case ADMITTED, OVER -> idle(jitter);
      case WAITING -> waiting(view, place, jitter);
    };
  }

  private static boolean nothingComes(EventView view) {
    return switch (view.phase()) {
      case ENDED, SOLD_OUT -> true;
      default -> view.settings().mode() == Mode.REJECT;
    };
  }

  private static int waiting(EventView view, Place place, double jitter) {
    if (view.settings().mode() == Mode.PASSTHROUGH) {
      return soon(jitter); // Called by the join; this view is older.
    }
    return place.position().isPresent()
        ? inLine(view, place, jitter)
        : withoutPosition(view, jitter);
  }

  private static int inLine(EventView view, Place place, double jitter) {
    int rate = view.phase() == Phase.PAUSED ? 0 : rate(view);
    return PollInterval.millis(place.ahead(view), rate, jitter);
  }

  // A slow start comes up to the dial faster than looks that were told its first rate would notice.
  private static int rate(EventView view) {
    return view.settings().slowStart() == null
        ? view.effectivePerMinute()
        : view.settings().dials().newUsersPerMinute();
  }

  /** For whoever waits for a draw: of the start, or of the round that is open. */
  private static int withoutPosition(EventView view, double jitter) {
    Instant drawAt = drawAt(view);
    if (drawAt == null) {
      return PollInterval.beforeUnknownStartMillis(jitter);
    }
    Duration left = Duration.between(view.now(), drawAt);
    return left.isNegative()
        ? soon(jitter)
        : PollInterval.beforeSaleMillis(left.toMillis(), jitter);
  }

  private static @Nullable Instant drawAt(EventView view) {
    boolean rounds = view.settings().mode() == Mode.RANDOM_ROUNDS;
    Round open = rounds ? PublicJson.openRound(view) : null;
    return open == null || open.closesAt() == null ? view.onSaleAt() : open.closesAt();
  }

  private static int soon(double jitter) {
    return SOON_MILLIS + (int) (SOON_SPREAD_MILLIS * jitter);
  }

  // Only shortened, so that a crowd that was told the same at once does not come back at once.
  private static int idle(double jitter) {
    return NOTHING_TO_AWAIT_MILLIS - (int) (NOTHING_TO_AWAIT_MILLIS * jitter / 10);
  }
}
