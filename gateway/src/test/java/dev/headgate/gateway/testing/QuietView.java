package dev.headgate.gateway.testing;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.queue.BackendFigures;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.PastEpoch;
import dev.headgate.gateway.queue.Remaining;
import dev.headgate.gateway.queue.Round;
import dev.headgate.policy.estimate.Estimate;
import dev.headgate.policy.estimate.Leap;
import dev.headgate.policy.estimate.Outlook;
import dev.headgate.policy.estimate.Throughput;
import dev.headgate.policy.pace.Rate;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A view of which a test sets what it is about; all else is as in an event with nothing special.
 */
public interface QuietView extends EventView {

  @Override
  default @Nullable Instant onSaleAt() {
    return settings().start().instant();
  }

  @Override
  default @Nullable Instant closesAt() {
    return settings().closesAt();
  }

  @Override
  default int cutoff(int lane) {
    return cutoff();
  }

  @Override
  default List<Round> rounds() {
    return List.of();
  }

  @Override
  default @Nullable Round round(int number) {
    return null;
  }

  @Override
  default List<PastEpoch> earlier() {
    return List.of();
  }

  @Override
  default int[] arrivalsAt(int lane, int[] positions) {
    return positions.clone();
  }

  @Override
  default @Nullable Estimate estimate(int lane, OptionalInt position) {
    return null;
  }

  @Override
  default int effectivePerMinute() {
    return settings().dials().newUsersPerMinute();
  }

  @Override
  default double joinsPerSecond() {
    return 0;
  }

  @Override
  default @Nullable BackendFigures backend() {
    return null;
  }

  @Override
  default @Nullable Remaining remaining() {
    return null;
  }

  @Override
  default Outlook outlook(Dials asked, Throughput measured) {
    Instant start = onSaleAt();
    return new Outlook(
        halted() ? Outlook.State.PAUSED : Outlook.State.RUNNING,
        new Outlook.Clock(
            now().toEpochMilli(),
            entrants().isPresent(),
            start == null ? null : (Long) start.toEpochMilli(),
            null),
        new Outlook.Line(waiting(), joinsPerSecond() * 60, false, 0, 0),
        Rate.of(asked.newUsersPerMinute(), asked.totalActiveUsers()),
        new Outlook.Inside(active(), measured.stayMinutes()),
        Outlook.Seats.UNKNOWN);
  }

  @Override
  default Leap.Shop shopLoad() {
    return new Leap.Shop(0, 0, 0);
  }

  @Override
  default List<String> warnings() {
    return List.of();
  }
}
