package dev.headgate.gateway.testing;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.config.Throttling;
import dev.headgate.gateway.queue.Gap;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** An event's view whose every field a test may set; positions are arrival numbers until told. */
public final class FakeEventView implements QuietView {
  /** Settings with 600 a minute, 5,000 inside, sessions of 10 minutes and 30 at most. */
  public static final EventSettings SETTINGS =
      new EventSettings(
          "Derby",
          EventSettings.Mode.RANDOM_THEN_FIFO,
          new Start.At(Instant.parse("2026-12-01T10:00:00Z")),
          null,
          null,
          new Dials(
              600,
              5_000,
              Duration.ofMinutes(10),
              Duration.ofMinutes(30),
              Duration.ofMinutes(5),
              Dials.Throttle.OFF),
          "/events/derby/seats",
          200,
          10_000_000,
          List.of(),
          Duration.ofMinutes(1),
          null,
          Throttling.DEFAULT);

  private final String event;
  private final Set<String> ended = ConcurrentHashMap.newKeySet();

  /** Arrival numbers that were seen. */
  public final List<Integer> seen = new CopyOnWriteArrayList<>();

  public volatile EventSettings settings = SETTINGS;
  public volatile long version = 1;
  public volatile long epoch = 1_764_490_000_000L;
  public volatile String commitment = "00".repeat(32);
  public volatile Instant now = Instant.parse("2026-12-01T10:05:00Z");
  public volatile Phase phase = Phase.ON_SALE;
  public volatile int arrivals;
  public volatile @Nullable Integer entrants;
  public volatile @Nullable Instant drawnAt;
  public volatile int cutoff;
  public volatile int present;
  public volatile int door;
  public volatile int active;
  public volatile int pending;
  public volatile int admittedLastMinute;
  public volatile double noShowShare;
  public volatile String limit = "nobody waits";
  public volatile boolean halted;
  public volatile @Nullable String pauseReason;
  public volatile List<Message> messages = List.of();
  public volatile List<Gap> gaps = new ArrayList<>();
  public volatile @Nullable IntUnaryOperator positions = arrival -> arrival;
  public volatile @Nullable String seed;
  public volatile boolean restoring;
  public volatile List<LaneView> lanes = List.of();

  public FakeEventView(String event) {
    this.event = event;
  }

  /** Raises the version as a change would. */
  public synchronized long nextVersion() {
    long next = version + 1;
    version = next;
    return next;
  }

  /** Ends a session. */
  public void end(int lane, int position) {
    boolean added = ended.add(lane + "." + position);
    assert added : "ended twice";
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
    return version;
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public String commitment() {
    return commitment;
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
    Integer frozen = entrants;
    return frozen == null ? OptionalInt.empty() : OptionalInt.of(frozen);
  }

  @Override
  public @Nullable Instant drawnAt() {
    return drawnAt;
  }

  @Override
  public int cutoff() {
    return cutoff;
  }

  @Override
  public int waiting() {
    return Math.max(0, arrivals - cutoff);
  }

  @Override
  public int present() {
    return present;
  }

  @Override
  public int door() {
    return door;
  }

  @Override
  public int active() {
    return active;
  }

  @Override
  public int pending() {
    return pending;
  }

  @Override
  public int admittedLastMinute() {
    return admittedLastMinute;
  }

  @Override
  public double noShowShare() {
    return noShowShare;
  }

  @Override
  public String limit() {
    return limit;
  }

  @Override
  public boolean halted() {
    return halted;
  }

  @Override
  public @Nullable String pauseReason() {
    return pauseReason;
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
    IntUnaryOperator known = positions;
    return known == null ? OptionalInt.empty() : OptionalInt.of(known.applyAsInt(arrival));
  }

  @Override
  public @Nullable String seed() {
    return seed;
  }

  @Override
  public boolean isEnded(int lane, int position) {
    return ended.contains(lane + "." + position);
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
  public List<LaneView> lanes() {
    return lanes;
  }
}
