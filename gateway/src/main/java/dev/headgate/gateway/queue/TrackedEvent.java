package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway holds of one event between two snapshots. The view and the marks that any thread
 * may set are volatile or atomic; all else belongs to the keeper's loop.
 */
final class TrackedEvent {

  /** An event nobody asked about for so long costs nothing more. */
  private static final long HOT_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A view older than this is awaited anew. */
  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

  /** A store that is lost within this time of a view of it was seen to its end. */
  private static final long TO_THE_END_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** The general lane and as many others as settings may list. */
  private static final int MOST_LANES = 9;

  final String event;
  final EndedSessions ended = new EndedSessions();
  final PollTally polls = new PollTally();
  private final AtomicIntegerArray arrivals = new AtomicIntegerArray(MOST_LANES);
  private final AtomicIntegerArray bound = new AtomicIntegerArray(MOST_LANES);
  private final AtomicIntegerArray called = new AtomicIntegerArray(MOST_LANES);

  private volatile @Nullable LiveView view;
  private volatile long askedNanos;
  private volatile long refreshedNanos;
  private volatile boolean away;

  /** Read by any thread. */
  volatile @Nullable EventRecord kept;

  final JoinPulse joins = new JoinPulse();
  final Promises promises = new Promises();

  /** The seeds of this life's draws, once its commitment has been found to be ours. */
  @Nullable LifeSeeds life;

  /** The order of each lane, as far as draws have been computed here; null before the first. */
  @Nullable List<QueueOrder> orders;

  /** The rounds that were closed, oldest first, and how many of them are in the order. */
  List<ClosedRound> rounds = List.of();

  int roundsOrdered;
  boolean ordering;
  boolean saving;
  boolean holder;

  /** Which ten seconds this gateway has last noted figures of. */
  long sampled;

  /** Whether this gateway can tick the event; if not, it leaves the lease to those that can. */
  boolean fit = true;

  /** Whether the event was created with another draw key than the one here. */
  boolean foreignDraw;

  private @Nullable Long seenNanos;
  private @Nullable Long troubleSinceNanos;
  private @Nullable Long strangerSinceNanos;

  TrackedEvent(String event, long nowNanos) {
    this.event = event;
    this.askedNanos = nowNanos;
    this.refreshedNanos = nowNanos - FRESH_NANOS;
  }

  /** Whether this gateway remembers the event, so that a store without it has lost it. */
  boolean known() {
    return kept != null;
  }

  void asked(long nowNanos) {
    askedNanos = nowNanos;
  }

  boolean hot(long nowNanos) {
    return nowNanos - askedNanos < HOT_NANOS;
  }

  /** The view if nothing newer can be had right now, or it is new enough. */
  @Nullable LiveView fresh(long nowNanos) {
    return away || nowNanos - refreshedNanos < FRESH_NANOS ? view : null;
  }

  @Nullable LiveView view() {
    return view;
  }

  @Nullable EventSettings settings() {
    LiveView last = view;
    if (last != null) {
      return last.settings();
    }
    return kept == null ? null : kept.settings();
  }

  void publish(LiveView next, long nowNanos) {
    view = next;
    refreshedNanos = nowNanos;
    away = false;
    if (!next.restoring()) {
      seenNanos = nowNanos;
      troubleSinceNanos = null;
      strangerSinceNanos = null;
    }
  }

  /** The last view stands for as long as the store does not answer. */
  void storeIsAway(long nowNanos) {
    away = true;
    holder = false;
    inTrouble(nowNanos);
  }

  private void inTrouble(long nowNanos) {
    if (troubleSinceNanos == null) {
      troubleSinceNanos = nowNanos;
    }
  }

  /** Nothing known here may be shown any more. */
  void withdraw() {
    view = null;
    away = false;
    holder = false;
  }

  /** What belonged to an earlier life of the event says nothing of this one. */
  void beginLife(LifeSeeds begun) {
    life = begun;
    orders = null;
    rounds = List.of();
    roundsOrdered = 0;
    ended.begin(begun.epoch());
    joins.forget();
    promises.forget();
    for (int lane = 0; lane < MOST_LANES; lane++) {
      arrivals.set(lane, 0);
      bound.set(lane, 0);
      called.set(lane, 0);
    }
  }

  /** The store does not know itself, or the event. */
  void strangerSeen(long nowNanos) {
    inTrouble(nowNanos);
    if (strangerSinceNanos == null) {
      strangerSinceNanos = nowNanos;
    }
  }

  /** How long the store has been a stranger; 0 where it is none. */
  long strangerNanos(long nowNanos) {
    Long since = strangerSinceNanos;
    return since == null ? 0 : nowNanos - since;
  }

  /** Whether the last view is from shortly before the store was lost. */
  boolean sawTheEnd() {
    Long seen = seenNanos;
    Long trouble = troubleSinceNanos;
    return seen != null && trouble != null && trouble - seen < TO_THE_END_NANOS;
  }

  /**
   * Takes in the rounds that the store has from one of them on.
   *
   * @param from 0 also where those known here are not the store's
   */
  void takeRounds(int from, List<ClosedRound> closed) {
    if (from != 0 && from != rounds.size()) {
      return;
    }
    List<ClosedRound> all = new ArrayList<>(rounds.subList(0, from));
    all.addAll(closed);
    if (roundsOrdered > from && orders != null) {
      orders = null;
      roundsOrdered = 0;
    }
    rounds = List.copyOf(all);
  }

  /** Keeps the orders in step with numbers that a restore skipped. */
  void followGaps(EventSnapshot snapshot) {
    List<QueueOrder> known = orders;
    if (known != null) {
      List<QueueOrder> followed = new ArrayList<>(known);
      for (int lane = 0; lane < Math.min(known.size(), snapshot.lanes()); lane++) {
        followed.set(lane, known.get(lane).withGaps(snapshot.gaps(lane)));
      }
      orders = followed;
    }
  }

  /** What a view needs beside a snapshot. */
  LiveView.Aside aside(double joinsPerSecond) {
    return new LiveView.Aside(
        event,
        Objects.requireNonNull(life),
        orders,
        rounds,
        ended,
        polls,
        called::get,
        joinsPerSecond);
  }

  /** Notes numbers that were handed out here; from any thread. */
  void joined(Handed numbers) {
    LiveView last = view;
    // An answer from before a reset says nothing of this life.
    if (last == null || numbers.epoch() >= last.epoch()) {
      arrivals.accumulateAndGet(numbers.lane(), numbers.highest(), Math::max);
      bound.accumulateAndGet(numbers.lane(), numbers.bound(), Math::max);
    }
  }

  /** Notes calls that were answered here; from any thread. */
  void called(int lane, int to) {
    called.accumulateAndGet(lane, to, Math::max);
  }

  /** What is known of the event, with the numbers that were handed out here since. */
  EventRecord withJoined(EventRecord record) {
    EventRecord joined = record;
    for (int lane = 0; lane < record.settings().lanesByNumber().size(); lane++) {
      joined = joined.withAtLeast(lane, arrivals.get(lane), bound.get(lane));
    }
    return joined;
  }
}
