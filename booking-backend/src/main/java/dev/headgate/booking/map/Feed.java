package dev.headgate.booking.map;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Those who listen to one event. Each has a version of its own and is sent what leads from there to
 * the newest, so that a slow one costs no memory: it skips versions.
 */
final class Feed implements SeatChanges {
  private static final Duration FRESH = Duration.ofMillis(900);
  private static final int QUIET_TICKS = 15;
  private static final int STUCK_TICKS = 60;
  // Whoever listens longer has to show an admission again.
  private static final int MOST_TICKS = 600;

  private final EventMap map;
  private final Set<Seat> seats = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean ticking = new AtomicBoolean();

  Feed(EventMap map) {
    this.map = map;
  }

  /** A listener and how far it is. Used by one tick at a time. */
  private static final class Seat {
    final Listener listener;
    long version;
    int age;
    int quiet;
    int stuck;

    Seat(Listener listener) {
      this.listener = listener;
    }
  }

  @Override
  public Subscription listen(Listener listener, @Nullable String since) {
    Seat seat = new Seat(listener);
    AtomicBoolean cancelled = new AtomicBoolean();
    map.atMost(FRESH)
        .onSuccess(
            view -> {
              begin(seat, since);
              seats.add(seat);
              if (cancelled.get()) {
                seats.remove(seat);
              }
            })
        .onFailure(away -> listener.end());
    return () -> {
      cancelled.set(true);
      seats.remove(seat);
    };
  }

  private void begin(Seat seat, @Nullable String since) {
    EventMap.Step step = since == null ? map.beginning() : map.after(map.versionOf(since));
    seat.version = step.version();
    seat.listener.send(step.bytes() == null ? Frames.HEARTBEAT : step.bytes());
  }

  /** Once a second. Does nothing while nobody listens, or while the last one is not done. */
  Future<Void> tick() {
    if (seats.isEmpty() || !ticking.compareAndSet(false, true)) {
      return Future.succeededFuture();
    }
    return map.atMost(FRESH)
        .onSuccess(view -> seats.forEach(this::deliver))
        .onFailure(away -> seats.forEach(this::keepAlive))
        .onComplete(done -> ticking.set(false))
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  private void deliver(Seat seat) {
    if (seat.listener.isReady()) {
      EventMap.Step step = map.after(seat.version);
      seat.stuck = 0;
      if (step.bytes() != null) {
        seat.version = step.version();
        seat.quiet = 0;
        seat.listener.send(step.bytes());
      }
    } else {
      seat.stuck++;
    }
    keepAlive(seat);
  }

  private void keepAlive(Seat seat) {
    if (++seat.age > MOST_TICKS || seat.stuck > STUCK_TICKS) {
      seats.remove(seat);
      seat.listener.end();
    } else if (++seat.quiet >= QUIET_TICKS && seat.listener.isReady()) {
      seat.quiet = 0;
      seat.listener.send(Frames.HEARTBEAT);
    }
  }

  int listeners() {
    return seats.size();
  }
}
