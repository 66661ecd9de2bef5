package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Lane;
import dev.headgate.gateway.config.ProofOfWork;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.config.Throttling;
import dev.headgate.gateway.queue.Gap;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.PastEpoch;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Reason;
import dev.headgate.gateway.queue.Remaining;
import dev.headgate.gateway.queue.Round;
import dev.headgate.gateway.testing.QuietView;
import dev.headgate.policy.estimate.Estimate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A view whose every part a test sets. Its draw turns the early arrivals round. */
final class ScriptedView implements QuietView {

  static final long EPOCH = 1_764_490_000_000L;
  static final Instant START = Instant.parse("2026-12-01T10:00:00Z");

  volatile String title = "Derby";
  volatile long epoch = EPOCH;
  volatile Instant now = Instant.parse("2026-12-01T10:01:00.345Z");
  final Set<Integer> ended = ConcurrentHashMap.newKeySet();
  volatile Phase phase = Phase.ON_SALE;
  volatile int arrivals = 100;
  volatile int entrants = 50;
  volatile boolean orderKnown = true;
  volatile int cutoff = 10;
  volatile int newUsersPerMinute = 600;
  volatile boolean restoring;
  volatile @Nullable String pauseReason;
  volatile List<Reason> pauseReasons = List.of();
  volatile List<Message> messages = List.of();
  volatile @Nullable Instant opensAt;
  volatile @Nullable Instant closesAt;
  volatile @Nullable String resume = "/events/derby/seats";
  volatile List<Gap> gaps = List.of();
  volatile EventSettings.Mode mode = EventSettings.Mode.RANDOM_THEN_FIFO;
  volatile Start start = new Start.At(START);
  volatile @Nullable Instant onSaleAt = START;
  volatile List<Lane> lanes = List.of();
  volatile List<LaneView> laneViews = List.of();
  volatile List<Round> rounds = List.of();
  volatile List<PastEpoch> earlier = List.of();
  volatile @Nullable Estimate estimate;
  volatile @Nullable Remaining remaining;
  volatile @Nullable Integer effectivePerMinute;
  volatile @Nullable Duration slowStart;
  volatile EventSettings.Dpop dpop = EventSettings.Dpop.OFF;
  volatile @Nullable String theme;
  volatile @Nullable ProofOfWork challenge;
  final List<Integer> seen = new CopyOnWriteArrayList<>();

  private final String event;

  ScriptedView(String event) {
    this.event = event;
  }

  /** Back to before the draw. */
  void beforeTheDraw() {
    phase = Phase.WAITING;
    now = START.minusSeconds(60);
    entrants = -1;
    orderKnown = false;
    cutoff = 0;
  }

  @Override
  public String event() {
    return event;
  }

  @Override
  public EventSettings settings() {
    Dials dials =
        new Dials(
            newUsersPerMinute,
            5_000,
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofMinutes(5),
            Dials.Throttle.OFF);
    return new EventSettings(
        title,
        mode,
        start,
        opensAt,
        closesAt,
        dials,
        resume,
        200,
        10_000_000,
        lanes,
        Duration.ofMinutes(1),
        slowStart,
        Throttling.DEFAULT,
        dpop,
        theme,
        challenge);
  }

  @Override
  public long version() {
    return 1;
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public String commitment() {
    return "c0ffee";
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public Phase phase() {
    return phase;
  }

  @Override
  public int arrivals() {
    return arrivals;
  }

  @Override
  public OptionalInt entrants() {
    return entrants < 0 ? OptionalInt.empty() : OptionalInt.of(entrants);
  }

  @Override
  public @Nullable Instant drawnAt() {
    return entrants < 0 ? null : START;
  }

  @Override
  public int cutoff() {
    return cutoff;
  }

  @Override
  public int waiting() {
    return arrivals - cutoff;
  }

  @Override
  public int present() {
    return 7;
  }

  @Override
  public int door() {
    return 0;
  }

  @Override
  public int active() {
    return 3;
  }

  @Override
  public int pending() {
    return 2;
  }

  @Override
  public int admittedLastMinute() {
    return 42;
  }

  @Override
  public double noShowShare() {
    return 0;
  }

  @Override
  public String limit() {
    return "";
  }

  @Override
  public boolean halted() {
    return phase == Phase.PAUSED;
  }

  @Override
  public @Nullable String pauseReason() {
    return pauseReason;
  }

  @Override
  public List<Reason> pauseReasons() {
    return pauseReasons.isEmpty() ? Reason.only(pauseReason) : pauseReasons;
  }

  @Override
  public List<Message> messages() {
    return messages;
  }

  @Override
  public List<Gap> gaps() {
    return gaps;
  }

  @Override
  public OptionalInt positionOf(int lane, int arrival) {
    if (!orderKnown) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(arrival < entrants ? entrants - 1 - arrival : arrival);
  }

  @Override
  public @Nullable String seed() {
    return entrants < 0 ? null : "5eed";
  }

  @Override
  public boolean isEnded(int lane, int position) {
    return ended.contains(position);
  }

  @Override
  public boolean restoring() {
    return restoring;
  }

  @Override
  public void seen(int pollAfterMillis) {
    seen.add(pollAfterMillis);
  }

  @Override
  public @Nullable Instant onSaleAt() {
    return onSaleAt;
  }

  @Override
  public int cutoff(int lane) {
    return laneViews.isEmpty() ? cutoff : laneViews.get(lane).cutoff();
  }

  @Override
  public List<LaneView> lanes() {
    return laneViews;
  }

  @Override
  public List<Round> rounds() {
    return rounds;
  }

  @Override
  public @Nullable Round round(int number) {
    return rounds.stream().filter(r -> r.number() == number).findAny().orElse(null);
  }

  @Override
  public List<PastEpoch> earlier() {
    return earlier;
  }

  @Override
  public @Nullable Estimate estimate(int lane, OptionalInt position) {
    return estimate;
  }

  @Override
  public int effectivePerMinute() {
    Integer told = effectivePerMinute;
    return told == null ? newUsersPerMinute : told;
  }

  @Override
  public @Nullable Remaining remaining() {
    return remaining;
  }
}
