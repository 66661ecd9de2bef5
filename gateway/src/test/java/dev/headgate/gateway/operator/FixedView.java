package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.BackendFigures;
import dev.headgate.gateway.queue.Gap;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Reason;
import dev.headgate.gateway.queue.Remaining;
import dev.headgate.gateway.testing.QuietView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A view whose settings are given and whose figures are always the same, each its own number. */
record FixedView(
    String event,
    long epoch,
    long version,
    EventSettings settings,
    @Nullable Instant closesAt,
    OptionalInt entrants,
    boolean halted,
    List<Reason> pauseReasons,
    List<Message> messages,
    Shop shop,
    List<LaneView> lanes)
    implements QuietView {
  private static final long EPOCH = 1_764_490_000_000L;

  /** What only some events know. */
  record Shop(
      @Nullable BackendFigures backend, @Nullable Remaining remaining, List<String> warnings) {
    static final Shop UNKNOWN = new Shop(null, null, List.of());
  }

  static FixedView fresh(String event, EventSettings settings) {
    return new FixedView(
        event,
        EPOCH,
        1,
        settings,
        settings.closesAt(),
        OptionalInt.empty(),
        false,
        List.of(),
        List.of(),
        Shop.UNKNOWN,
        List.of());
  }

  FixedView with(EventSettings changed) {
    return changed(changed, changed.closesAt(), halted, pauseReasons, messages);
  }

  /** Closed now, whatever the settings say. */
  FixedView closed() {
    return changed(settings, now(), halted, pauseReasons, messages);
  }

  @Override
  public @Nullable String pauseReason() {
    return pauseReasons.isEmpty() ? null : pauseReasons.get(0).text();
  }

  FixedView paused(boolean paused, List<Reason> reasons) {
    return changed(settings, closesAt, paused, reasons, messages);
  }

  /** Told in its language, in the place of what was told there. */
  FixedView with(Message told) {
    List<Message> all = new ArrayList<>(messages);
    int index = languages().indexOf(told.lang());
    if (index < 0) {
      all.add(told);
    } else {
      all.set(index, told);
    }
    return changed(settings, closesAt, halted, pauseReasons, all);
  }

  FixedView silent(@Nullable String lang) {
    List<Message> left =
        messages.stream().filter(told -> lang != null && !lang.equals(told.lang())).toList();
    return changed(settings, closesAt, halted, pauseReasons, left);
  }

  private List<String> languages() {
    return messages.stream().map(Message::lang).toList();
  }

  private FixedView changed(
      EventSettings settings,
      @Nullable Instant closesAt,
      boolean halted,
      List<Reason> pauseReasons,
      List<Message> messages) {
    return new FixedView(
        event,
        epoch,
        version + 1,
        settings,
        closesAt,
        entrants,
        halted,
        pauseReasons,
        messages,
        shop,
        lanes);
  }

  /** The same after a draw, which changes no setting. */
  FixedView drawn(int n) {
    return new FixedView(
        event,
        epoch,
        version,
        settings,
        closesAt,
        OptionalInt.of(n),
        halted,
        pauseReasons,
        messages,
        shop,
        lanes);
  }

  /** The next life. */
  FixedView reset(EventSettings settings) {
    return new FixedView(
        event,
        epoch + 1,
        version + 1,
        settings,
        settings.closesAt(),
        OptionalInt.empty(),
        false,
        List.of(),
        List.of(),
        shop,
        lanes);
  }

  FixedView with(Shop known, List<LaneView> numbered) {
    return new FixedView(
        event,
        epoch,
        version,
        settings,
        closesAt,
        entrants,
        halted,
        pauseReasons,
        messages,
        known,
        numbered);
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
    return entrants.isPresent() ? OptionalInt.of(arrival) : OptionalInt.empty();
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
  public int effectivePerMinute() {
    return 540;
  }

  @Override
  public double joinsPerSecond() {
    return 8.26;
  }

  @Override
  public @Nullable BackendFigures backend() {
    return shop.backend();
  }

  @Override
  public @Nullable Remaining remaining() {
    return shop.remaining();
  }

  @Override
  public List<String> warnings() {
    return shop.warnings();
  }
}
