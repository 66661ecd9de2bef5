package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

  final String event;
  final EndedSessions ended = new EndedSessions();
  final PollTally polls = new PollTally();
  private final AtomicInteger arrivals = new AtomicInteger();
  private final AtomicInteger bound = new AtomicInteger();

  private volatile @Nullable LiveView view;
  private volatile long askedNanos;
  private volatile long refreshedNanos;
  private volatile boolean away;

  /** Read by any thread. */
  volatile @Nullable EventRecord kept;

  @Nullable QueueOrder order;
  @Nullable String seed;
  long seedEpoch;
  boolean ordering;
  boolean saving;
  boolean holder;

  /** Whether this gateway can tick the event; if not, it leaves the lease to those that can. */
  boolean fit = true;

  /** Whether the event was created with another draw key than the one here. */
  boolean foreignDraw;

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
      strangerSinceNanos = null;
    }
  }

  /** The last view stands for as long as the store does not answer. */
  void storeIsAway() {
    away = true;
    holder = false;
  }

  /** Nothing known here may be shown any more. */
  void withdraw() {
    view = null;
    away = false;
    holder = false;
  }

  /** What belonged to an earlier life of the event says nothing of this one. */
  void beginLife() {
    order = null;
    ended.forget();
    arrivals.set(0);
    bound.set(0);
  }

  /** How long the store has been a stranger, counting from the first time this is asked. */
  long strangerNanos(long nowNanos) {
    Long since = strangerSinceNanos;
    if (since == null) {
      since = nowNanos;
      strangerSinceNanos = since;
    }
    return nowNanos - since;
  }

  /** Notes numbers that were handed out here; from any thread. */
  void joined(int highest, int reserved) {
    arrivals.accumulateAndGet(highest, Math::max);
    bound.accumulateAndGet(reserved, Math::max);
  }

  int highestArrival() {
    return arrivals.get();
  }

  int highestBound() {
    return bound.get();
  }
}
