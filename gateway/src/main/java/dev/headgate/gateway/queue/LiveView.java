package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.policy.estimate.Estimate;
import dev.headgate.policy.pace.Decision.Limit;
import dev.headgate.policy.pace.Snapshot;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One snapshot, the draw beside it, and what does not fit into a snapshot. */
final class LiveView implements EventView {
  private final String event;
  private final EventSettings settings;
  private final EventSnapshot snapshot;
  private final @Nullable QueueOrder order;
  private final Aside aside;
  private final boolean restoring;

  // Read by every poll, so parsed once.
  private final long epoch;
  private final int cutoff;
  private final int arrivals;
  private final int waiting;

  /** What belongs to the event rather than to one snapshot of it. */
  record Aside(EndedSessions ended, PollTally polls, @Nullable String seed) {}

  LiveView(
      String event,
      EventSettings settings,
      EventSnapshot snapshot,
      @Nullable QueueOrder order,
      Aside aside,
      boolean restoring) {
    this.event = event;
    this.settings = settings;
    this.snapshot = snapshot;
    this.order = order;
    this.aside = aside;
    this.restoring = restoring;
    this.epoch = snapshot.number("epoch");
    this.cutoff = snapshot.count("cutoff");
    this.arrivals = snapshot.count("arrivals");
    this.waiting = order == null ? arrivals - cutoff : order.fans(cutoff, arrivals);
  }

  /** The same, while the store is being restored. */
  LiveView whileRestoring() {
    return new LiveView(event, settings, snapshot, order, aside, true);
  }

  EventSnapshot snapshot() {
    return snapshot;
  }

  @Nullable QueueOrder order() {
    return order;
  }

  @Override
  public String event() {
    return event;
  }

  @Override
  public EventSettings settings() {
    return settings;
  }

  @Override
  public long version() {
    return snapshot.number("version");
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public String commitment() {
    return snapshot.text("commitment");
  }

  @Override
  public Instant now() {
    return Instant.ofEpochMilli(snapshot.nowMillis());
  }

  @Override
  public Phase phase() {
    Instant now = now();
    Instant closesAt = settings.closesAt();
    Instant opensAt = settings.opensAt();
    if (closesAt != null && !now.isBefore(closesAt)) {
      return Phase.ENDED;
    }
    if (snapshot.drawn()) {
      return order == null ? Phase.DRAWING : snapshot.halted() ? Phase.PAUSED : Phase.ON_SALE;
    }
    return opensAt != null && now.isBefore(opensAt) ? Phase.SCHEDULED : Phase.WAITING;
  }

  @Override
  public int arrivals() {
    return arrivals;
  }

  @Override
  public OptionalInt entrants() {
    return snapshot.drawn() ? OptionalInt.of(snapshot.count("entrants")) : OptionalInt.empty();
  }

  @Override
  public @Nullable Instant drawnAt() {
    return snapshot.drawn() ? Instant.ofEpochMilli(snapshot.number("drawnAt")) : null;
  }

  @Override
  public int cutoff() {
    return cutoff;
  }

  @Override
  public int waiting() {
    return waiting;
  }

  @Override
  public int present() {
    return Math.min(waiting, snapshot.present());
  }

  @Override
  public int door() {
    return snapshot.count("door");
  }

  @Override
  public int active() {
    return snapshot.count("active");
  }

  @Override
  public int pending() {
    long pending = 0;
    for (Snapshot.Call call : snapshot.unsettled()) {
      pending += call.called() - call.came();
    }
    return Math.toIntExact(pending);
  }

  @Override
  public int admittedLastMinute() {
    return snapshot.count("admitted");
  }

  @Override
  public double noShowShare() {
    long called = 0;
    long came = 0;
    for (Snapshot.Settled row : snapshot.recent()) {
      called += row.called();
      came += row.came();
    }
    return called == 0 ? 0 : 1 - (double) came / called;
  }

  @Override
  public String limit() {
    if (restoring) {
      return "the store is being restored";
    }
    if (halted() && snapshot.drawn()) {
      return "paused by the operator";
    }
    return switch (Limit.valueOf(snapshot.text("limit"))) {
      case NOT_DRAWN -> snapshot.drawn() ? "the first calls are due" : "the sale has not started";
      case HALTED -> "resuming";
      case NOBODY_WAITS -> "nobody waits";
      case TOTAL_ACTIVE_USERS -> "totalActiveUsers: all places inside are taken";
      case NEW_USERS_PER_MINUTE -> "newUsersPerMinute";
    };
  }

  @Override
  public boolean halted() {
    return snapshot.halted();
  }

  @Override
  public @Nullable String pauseReason() {
    return halted() ? snapshot.maybe("pauseReason") : null;
  }

  @Override
  public @Nullable Message message() {
    String message = snapshot.maybe("message");
    if (message == null) {
      return null;
    }
    JsonObject json = new JsonObject(message);
    return new Message(
        json.getString("text"), json.getString("lang"), Instant.ofEpochMilli(json.getLong("at")));
  }

  @Override
  public List<Gap> gaps() {
    return snapshot.gaps();
  }

  @Override
  public OptionalInt positionOf(int lane, int arrival) {
    return order == null ? OptionalInt.empty() : order.positionOf(arrival);
  }

  @Override
  public @Nullable Instant onSaleAt() {
    return settings.start().instant();
  }

  @Override
  public @Nullable Instant closesAt() {
    return settings.closesAt();
  }

  @Override
  public int cutoff(int lane) {
    return cutoff;
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
    return settings.dials().newUsersPerMinute();
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

  @Override
  public @Nullable String seed() {
    return snapshot.drawn() ? aside.seed() : null;
  }

  @Override
  public boolean isEnded(int lane, int position) {
    return aside.ended().contains(lane, position);
  }

  @Override
  public boolean restoring() {
    return restoring;
  }

  @Override
  public void seen(int pollAfterMillis) {
    aside.polls().seen(snapshot.nowMillis() / 1_000, pollAfterMillis);
  }
}
