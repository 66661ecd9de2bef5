package dev.headgate.gateway.hook;

import dev.headgate.gateway.config.Webhook;
import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.feed.FeedEntry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers to one hook, while this gateway holds the right to. What is read ahead of the oldest
 * undelivered entry is bounded; entries of one event go one after the other, those of different
 * events side by side, so that one which the receiver does not take holds up its event alone. All
 * of it runs on one event loop.
 */
final class Courier {
  private static final Logger LOG = LoggerFactory.getLogger(Courier.class);
  private static final int MOST_AHEAD = 500;
  private static final int PAGE = 100;
  private static final int MOST_AT_ONCE = 4;

  /** Sent, or being sent, and not written down: so many may come twice after a fall. */
  private static final int MOST_UNSAID = 16;

  private static final int MOST_DOUBLINGS = 20;

  private final Webhook hook;
  private final Vertx vertx;
  private final Context context;
  private final Feed feed;
  private final HookStore store;
  private final InstantSource clock;
  private final WebhooksParts.Timing timing;
  private final Function<FeedEntry, Future<Outcome>> sender;
  private final HookMeters meters;

  /** By id, what lies behind the position, and whether it is done. */
  private final TreeMap<String, Boolean> window = new TreeMap<>();

  private final Map<String, Lane> lanes = new HashMap<>();
  private final Deque<Lane> ready = new ArrayDeque<>();
  private Set<String> doneBefore = Set.of();

  /** What is done and not yet written down. */
  private final Set<String> unsaid = new TreeSet<>();

  private String position = "";
  private String read = "";
  private int inFlight;

  /** Grows whenever this gateway begins or ceases to deliver: what was begun before is void. */
  private int term;

  private boolean holder;
  private long heldUntilNanos;
  private boolean gone;
  private boolean failing;
  private boolean holding;
  private boolean holdAgain;
  private boolean reading;
  private boolean readAgain;
  private boolean closed;
  private long timer = -1;
  private Runnable unfollow = () -> {};

  /** The entries of one event that wait, the first of them being tried. */
  private static final class Lane {
    private final Deque<FeedEntry> entries = new ArrayDeque<>();
    private int failures;
  }

  Courier(
      Webhook hook,
      WebhooksParts parts,
      HookStore store,
      Function<FeedEntry, Future<Outcome>> sender) {
    this.hook = hook;
    this.vertx = parts.vertx();
    this.context = vertx.getOrCreateContext();
    this.feed = parts.feed();
    this.store = store;
    this.clock = parts.clock();
    this.timing = parts.timing();
    this.sender = sender;
    this.meters = new HookMeters(hook.name(), parts.metrics(), clock);
  }

  /** Begins; completes when it has been tried for the first time to take the hook. */
  Future<Void> begin() {
    Promise<Void> begun = Promise.promise();
    context.runOnContext(
        turn -> {
          timer = vertx.setPeriodic(Math.max(1, timing.lease().toMillis() / 3), due -> tick());
          unfollow = feed.follow(this::fill);
          hold().onComplete(held -> begun.complete());
        });
    return begun.future();
  }

  Future<Void> close() {
    Promise<Void> done = Promise.promise();
    context.runOnContext(
        turn -> {
          boolean held = holder;
          closed = true;
          vertx.cancelTimer(timer);
          unfollow.run();
          Future<Void> last =
              held ? said().compose(said -> store.hold(hook, said)).mapEmpty() : none();
          last.eventually(() -> held ? store.release(hook) : none())
              .onComplete(released -> done.complete());
          cease();
        });
    return done.future();
  }

  private static Future<Void> none() {
    return Future.succeededFuture();
  }

  private void tick() {
    if (holder && System.nanoTime() - heldUntilNanos >= 0) {
      // Somebody else may deliver by now.
      cease();
    }
    hold().onComplete(held -> fill());
  }

  /** Takes or keeps the hook, and writes down how far it has come; one call at a time. */
  private Future<Void> hold() {
    if (holding || closed) {
      holdAgain = true;
      return none();
    }
    holding = true;
    holdAgain = false;
    long asked = System.nanoTime();
    int asker = term;
    return said()
        .compose(said -> store.hold(hook, said).onSuccess(held -> forget(said, asker)))
        .onSuccess(held -> accept(held, asked, asker))
        .onFailure(away -> LOG.debug("webhook {}: the store is away", hook.name(), away))
        .onComplete(
            answered -> {
              holding = false;
              if (holdAgain && !closed) {
                hold().onComplete(held -> {});
              }
            })
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  private Future<HookStore.Said> said() {
    if (!holder) {
      return feed.newest().map(newest -> new HookStore.Said(newest, "", false, List.of()));
    }
    return Future.succeededFuture(
        new HookStore.Said(position, position, gone, List.copyOf(unsaid)));
  }

  private void forget(HookStore.Said said, int asker) {
    if (asker == term) {
      unsaid.removeAll(said.done());
      pump();
    }
  }

  private void accept(HookStore.Held held, long askedNanos, int asker) {
    if (closed || asker != term) {
      return;
    }
    if (!held.holder()) {
      cease();
      return;
    }
    heldUntilNanos = askedNanos + timing.lease().toNanos();
    if (!holder) {
      cease();
      holder = true;
      position = held.position();
      read = position;
      doneBefore = held.done();
    }
    if (held.gone() && !gone) {
      LOG.warn("webhook {}: the receiver said that it is gone; nothing is sent", hook.name());
    }
    isGone(held.gone());
    fill();
  }

  private void isGone(boolean said) {
    gone = said;
    meters.gone(said);
  }

  private void cease() {
    term++;
    holder = false;
    isGone(false);
    window.clear();
    lanes.clear();
    ready.clear();
    unsaid.clear();
    doneBefore = Set.of();
    inFlight = 0;
    meters.oldest(0);
  }

  /** Reads on while there is room. */
  private void fill() {
    if (!holder || closed || window.size() >= MOST_AHEAD) {
      return;
    }
    if (reading) {
      readAgain = true;
      return;
    }
    reading = true;
    readAgain = false;
    int asker = term;
    feed.read(null, read, PAGE)
        .onComplete(
            (page, away) -> {
              reading = false;
              boolean mine = asker == term;
              if (page != null && mine) {
                page.entries().forEach(this::take);
                advance();
                pump();
              }
              if (readAgain || (page != null && (page.next() != null || !mine))) {
                fill();
              }
            });
  }

  private void take(FeedEntry entry) {
    read = entry.id();
    boolean done = !wants(entry) || doneBefore.contains(entry.id());
    window.put(entry.id(), done);
    if (done) {
      return;
    }
    Lane lane = lanes.computeIfAbsent(entry.event(), event -> new Lane());
    lane.entries.add(entry);
    if (lane.entries.size() == 1) {
      ready.add(lane);
    }
  }

  private boolean wants(FeedEntry entry) {
    return !gone
        && (hook.events().isEmpty() || hook.events().contains(entry.event()))
        && (hook.types().isEmpty() || hook.types().contains(entry.type()));
  }

  private void advance() {
    while (!window.isEmpty() && window.firstEntry().getValue()) {
      position = window.pollFirstEntry().getKey();
    }
    meters.oldest(window.isEmpty() ? 0 : Long.parseLong(window.firstKey().substring(0, 13)));
  }

  private void pump() {
    while (inFlight < MOST_AT_ONCE
        && inFlight + unsaid.size() < MOST_UNSAID
        && !ready.isEmpty()
        && !gone) {
      deliver(ready.remove());
    }
  }

  private void deliver(Lane lane) {
    if (System.nanoTime() - heldUntilNanos >= 0) {
      cease();
      return;
    }
    FeedEntry entry = lane.entries.element();
    int sent = term;
    inFlight++;
    sender
        .apply(entry)
        .onSuccess(
            outcome ->
                context.runOnContext(
                    turn -> {
                      if (sent == term) {
                        inFlight--;
                        judge(lane, entry, outcome);
                        pump();
                      }
                    }));
  }

  private void judge(Lane lane, FeedEntry entry, Outcome outcome) {
    switch (outcome.kind()) {
      case DELIVERED -> {
        meters.count("delivered");
        say(false, "");
        if (!gone) {
          done(lane, entry);
        }
      }
      case GONE -> {
        meters.count("gone");
        isGone(true);
        LOG.warn("webhook {}: the receiver says that it is gone; nothing more is sent", name());
        // Nor later, should its address change: it would be a flood of old news.
        lanes.clear();
        ready.clear();
        window.replaceAll((id, isDone) -> true);
        advance();
        keep();
      }
      case FAILED -> failed(lane, entry, outcome);
    }
  }

  private void failed(Lane lane, FeedEntry entry, Outcome outcome) {
    if (gone) {
      // What was under way when the receiver said so is not tried again.
      meters.count("failed");
      return;
    }
    say(true, outcome.why());
    if (clock.millis() - entry.notedMillis() > hook.giveUpAfter().toMillis()) {
      meters.count("given-up");
      LOG.error(
          "webhook {}: given up on {} of {}, {}: {}",
          name(),
          entry.type(),
          entry.event(),
          entry.id(),
          outcome.why());
      done(lane, entry);
      return;
    }
    meters.count("failed");
    int sent = term;
    long pause = Math.max(pause(lane.failures++), outcome.waitMillis());
    long wait =
        vertx.setTimer(
            pause,
            due -> {
              if (sent == term) {
                ready.add(lane);
                pump();
              }
            });
    assert wait >= 0;
  }

  /** Doubles, up to the longest; jittered, so that what failed together does not come together. */
  private long pause(int failures) {
    long doubled = timing.firstPause().toMillis() << Math.min(failures, MOST_DOUBLINGS);
    long longest = Math.max(2, Math.min(doubled, timing.longestPause().toMillis()));
    return longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1);
  }

  private void done(Lane lane, FeedEntry entry) {
    lane.failures = 0;
    lane.entries.remove();
    if (lane.entries.isEmpty()) {
      lanes.remove(entry.event());
    } else {
      ready.add(lane);
    }
    window.put(entry.id(), true);
    unsaid.add(entry.id());
    advance();
    keep();
    fill();
  }

  private void keep() {
    hold().onComplete(held -> {});
  }

  private String name() {
    return hook.name();
  }

  /** Once when it begins to fail, and once when it works again. */
  private void say(boolean fails, String why) {
    if (fails && !failing) {
      LOG.warn("webhook {}: {}; it is tried again", name(), why);
    } else if (!fails && failing) {
      LOG.info("webhook {}: delivered again", name());
    }
    failing = fails;
  }
}
