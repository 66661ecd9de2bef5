package dev.headgate.gateway.edge;

import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.policy.estimate.Estimate;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What of a place a page shows: two that are equal need not both be sent.
 *
 * @param version of the settings: an operator's change may concern what the page asks for besides
 * @param soonest the estimate's low end, as coarsely as it is shown; -1 for none
 * @param latest the same of its high end
 */
record ShownPlace(
    Phase phase,
    Standing standing,
    OptionalInt position,
    int ahead,
    long version,
    int soonest,
    int latest,
    Said said,
    @Nullable Instant onSaleAt) {
  private static final int MINUTE = 60;
  private static final int FINE_MINUTES = 20;
  private static final int COARSE_MINUTES = 5;

  static ShownPlace of(EventView view, Place place, Said said) {
    boolean waits = place.standing().state() == Standing.State.WAITING;
    Estimate estimate = waits ? view.estimate(place.ticket().lane(), place.position()) : null;
    return new ShownPlace(
        view.phase(),
        place.standing(),
        place.position(),
        place.ahead(view),
        view.version(),
        estimate == null ? -1 : minutes(estimate.low()),
        // Rounded up.
        estimate == null ? -1 : minutes(estimate.high() + MINUTE - 1),
        said,
        view.onSaleAt());
  }

  /** In minutes; from twenty on in fives. */
  private static int minutes(long seconds) {
    int minutes = (int) Math.min(Integer.MAX_VALUE, seconds / MINUTE);
    return minutes < FINE_MINUTES ? minutes : minutes - minutes % COARSE_MINUTES;
  }

  /** Whether nothing can come after it. */
  boolean isLast() {
    return standing.state() == Standing.State.OVER
        || (phase == Phase.ENDED && standing.state() != Standing.State.ADMITTED);
  }
}
