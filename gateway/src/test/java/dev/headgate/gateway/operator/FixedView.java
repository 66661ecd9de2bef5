package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.BackendFigures;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Gap;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.PastEpoch;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Remaining;
import dev.headgate.gateway.queue.Round;
import dev.headgate.policy.estimate.Estimate;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A view whose settings are given and whose figures are always the same, each its own number. */
record FixedView(
    String event,
    long version,
    EventSettings settings,
    OptionalInt entrants,
    boolean halted,
    @Nullable String pauseReason,
    @Nullable Message message)
    implements EventView {

  static FixedView fresh(String event, EventSettings settings) {
    return new FixedView(event, 1, settings, OptionalInt.empty(), false, null, null);
  }

  FixedView with(EventSettings changed) {
    return new FixedView(event, version + 1, changed, entrants, halted, pauseReason, message);
  }

  FixedView paused(boolean paused, @Nullable String reason) {
    return new FixedView(event, version + 1, settings, entrants, paused, reason, message);
  }

  FixedView with(@Nullable Message changed) {
    return new FixedView(event, version + 1, settings, entrants, halted, pauseReason, changed);
  }

  FixedView drawn(int n) {
    return new FixedView(event, version, settings, OptionalInt.of(n), halted, pauseReason, message);
  }

  @Override
  public long epoch() {
    return 1_764_490_000_000L;
  }

  @Override
  public String commitment() {
    return "c0".repeat(32);
  }

  @Override
  public Instant now() {
    return Instant.parse("2026-12-01T09:58:12.345Z");
  }

  @Override
  public Phase phase() {
    return halted ? Phase.PAUSED : Phase.WAITING;
  }

  @Override
  public int arrivals() {
    return 1001;
  }

  @Override
  public @Nullable Instant drawnAt() {
    return entrants.isPresent() ? now() : null;
  }

  @Override
  public int cutoff() {
    return 102;
  }

  @Override
  public int waiting() {
    return 899;
  }

  @Override
  public int present() {
    return 703;
  }

  @Override
  public int door() {
    return 4;
  }

  @Override
  public int active() {
    return 55;
  }

  @Override
  public int pending() {
    return 6;
  }

  @Override
  public int admittedLastMinute() {
    return 57;
  }

  @Override
  public double noShowShare() {
    return 0.25;
  }

  @Override
  public String limit() {
    return "new users per minute";
  }

  @Override
  public List<Gap> gaps() {
    return List.of();
  }

  @Override
  public OptionalInt positionOf(int lane, int arrival) {
    return OptionalInt.empty();
  }

  @Override
  public @Nullable String seed() {
    return null;
  }

  @Override
  public boolean isEnded(int lane, int position) {
    return false;
  }

  @Override
  public boolean restoring() {
    return false;
  }

  @Override
  public void seen(int pollAfterMillis) {}

  @Override
  public @Nullable Instant onSaleAt() {
    return settings().start().instant();
  }

  @Override
  public @Nullable Instant closesAt() {
    return settings().closesAt();
  }

  @Override
  public int cutoff(int lane) {
    return cutoff();
  }

  @Override
  public List<LaneView> lanes() {
    return List.of();
  }

  @Override
  public List<Round> rounds() {
    return List.of();
  }

  @Override
  public @Nullable Round round(int number) {
    return null;
  }

  @Override
  public List<PastEpoch> earlier() {
    return List.of();
  }

  @Override
  public @Nullable Estimate estimate(int lane, OptionalInt position) {
    return null;
  }

  @Override
  public int effectivePerMinute() {
    return settings().dials().newUsersPerMinute();
  }

  @Override
  public double joinsPerSecond() {
    return 0;
  }

  @Override
  public @Nullable BackendFigures backend() {
    return null;
  }

  @Override
  public @Nullable Remaining remaining() {
    return null;
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }
}
