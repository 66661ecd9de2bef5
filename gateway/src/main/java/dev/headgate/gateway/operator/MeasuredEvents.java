package dev.headgate.gateway.operator;

import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which events are measured: so many, and those that have not ended before those that have, or a
 * sale would fall out of sight behind years of old ones. That an event has ended is only seen by
 * looking at it; so it is remembered, and a few are looked at again each time, for they may have
 * been opened again. For one event loop.
 */
final class MeasuredEvents {
  /** Each event is a set of time series for whoever collects them. */
  static final int MOST = 100;

  private static final int AGAIN = 5;

  /** Thousands that have ended are found out over a few looks, so that none takes long. */
  private static final int MOST_ROUNDS = 3;

  private final Events events;

  /** Those that had ended, the one looked at longest ago first. */
  private final Set<String> ended = new LinkedHashSet<>();

  MeasuredEvents(Events events) {
    this.events = events;
  }

  /**
   * What is there to measure.
   *
   * @param views of at most {@link #MOST}
   * @param unmeasured how many more there are that have not ended, as far as is known
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
              ended.retainAll(new HashSet<>(ids));
              return new Look(ids).open(MOST_ROUNDS);
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

    /** Until enough are seen that have not ended, or there are no more. */
    private Future<Seen> open(int rounds) {
      List<String> next = open().limit(MOST).filter(asked::add).toList();
      if (next.isEmpty() || rounds == 0) {
        return see(others()).map(all -> seen());
      }
      return see(next).compose(some -> open(rounds - 1));
    }

    private Stream<String> open() {
      return ids.stream().filter(id -> !ended.contains(id));
    }

    /** Those that have ended, as far as there is room, and a few whose turn it is. */
    private List<String> others() {
      long room = Math.max(0, MOST - open().count());
      Stream<String> shown = ids.stream().filter(ended::contains).limit(room);
      return Stream.concat(shown, ended.stream().limit(AGAIN)).filter(asked::add).toList();
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
      ended.remove(view.event());
      Instant closes = view.closesAt();
      if (closes != null && !closes.isAfter(view.now())) {
        ended.add(view.event());
      }
    }

    private Seen seen() {
      List<EventView> views = new ArrayList<>(seen.values());
      Stream<EventView> open = views.stream().filter(view -> !ended.contains(view.event()));
      Stream<EventView> over = views.stream().filter(view -> ended.contains(view.event()));
      List<EventView> shown = Stream.concat(open, over).limit(MOST).toList();
      return new Seen(shown, (int) Math.max(0, open().count() - MOST));
    }
  }
}
