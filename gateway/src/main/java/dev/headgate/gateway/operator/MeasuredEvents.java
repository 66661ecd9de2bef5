package dev.headgate.gateway.operator;

import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which events are measured: so many, and those that are due before those that have ended or start
 * in more than a day, or a sale would fall out of sight behind years of others. Which those are is
 * only seen by looking; so it is remembered, and a few are looked at again each time. For one event
 * loop.
 */
final class MeasuredEvents {
  /** Each event is a set of time series for whoever collects them. */
  static final int MOST = 100;

  private static final int AGAIN = 5;

  private static final Duration DUE = Duration.ofDays(1);

  /** Thousands that are idle are found out over a few looks, so that none takes long. */
  private static final int MOST_ROUNDS = 3;

  private final Events events;

  /** Those that had ended or were far ahead, the one looked at longest ago first. */
  private final Set<String> idle = new LinkedHashSet<>();

  MeasuredEvents(Events events) {
    this.events = events;
  }

  /**
   * What is there to measure.
   *
   * @param views of at most {@link #MOST}
   * @param unmeasured how many more there are that are due, as far as is known
   */
  record Seen(List<EventView> views, int unmeasured) {
    static final Seen NOTHING = new Seen(List.of(), 0);
  }

  /** Looks at them; fails while the store is away. */
  Future<Seen> look() {
    return events
        .list()
        .compose(
            ids -> {
              idle.retainAll(new HashSet<>(ids));
              return new Look(ids).look(MOST_ROUNDS);
            });
  }

  /** One look, in the order of the ids. */
  private final class Look {
    private final List<String> ids;
    private final Set<String> asked = new HashSet<>();
    private final TreeMap<String, EventView> seen = new TreeMap<>();

    private Look(List<String> ids) {
      this.ids = ids;
    }

    /** Until enough are seen that are due, or there are no more. */
    private Future<Seen> look(int rounds) {
      List<String> next = due().limit(MOST).filter(asked::add).toList();
      if (next.isEmpty() || rounds == 0) {
        return see(others()).map(all -> seen());
      }
      return see(next).compose(some -> look(rounds - 1));
    }

    private Stream<String> due() {
      return ids.stream().filter(id -> !idle.contains(id));
    }

    /** Those that are idle, as far as there is room, and a few whose turn it is. */
    private List<String> others() {
      long room = Math.max(0, MOST - due().count());
      Stream<String> shown = ids.stream().filter(idle::contains).limit(room);
      return Stream.concat(shown, idle.stream().limit(AGAIN)).filter(asked::add).toList();
    }

    private Future<Void> see(List<String> wanted) {
      return EventReads.views(events, wanted)
          .map(
              views -> {
                views.forEach(this::note);
                return null;
              });
    }

    private void note(EventView view) {
      seen.put(view.event(), view);
      idle.remove(view.event());
      if (isIdle(view)) {
        idle.add(view.event());
      }
    }

    private static boolean isIdle(EventView view) {
      Instant closes = view.closesAt();
      Instant start = view.settings().start().instant();
      boolean over = closes != null && !closes.isAfter(view.now());
      return over || (start != null && start.isAfter(view.now().plus(DUE)));
    }

    private Seen seen() {
      List<EventView> views = new ArrayList<>(seen.values());
      Stream<EventView> first = views.stream().filter(view -> !idle.contains(view.event()));
      Stream<EventView> rest = views.stream().filter(view -> idle.contains(view.event()));
      List<EventView> shown = Stream.concat(first, rest).limit(MOST).toList();
      return new Seen(shown, (int) Math.max(0, due().count() - MOST));
    }
  }
}
