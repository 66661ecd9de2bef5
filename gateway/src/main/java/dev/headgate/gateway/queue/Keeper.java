package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.policy.estimate.PromiseLog;
import dev.headgate.policy.order.Seeds;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the views fresh and the state folder true. All but the marked methods run on one loop. */
final class Keeper {
  private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);

  private static final int LARGEST_FIRST_BLOCK = 65_536;
  private static final int SMALLEST_FIRST_BLOCK = 64;

  private final EventsParts parts;
  private final RedisLink link;
  private final StateFolder state;
  private final Restorer restorer;
  private final ConcurrentMap<String, TrackedEvent> tracked = new ConcurrentHashMap<>();

  /** Those asked about lately: an event that nobody asks about costs nothing, not even a look. */
  private final Set<TrackedEvent> hot = ConcurrentHashMap.newKeySet();

  private final Map<String, Future<LiveView>> refreshing = new HashMap<>();

  Keeper(EventsParts parts, RedisLink link, StateFolder state) {
    this.parts = parts;
    this.link = link;
    this.state = state;
    this.restorer = new Restorer(link);
  }

  /** About four seconds of joins; less for a small event. */
  static int firstBlock(EventSettings settings) {
    return Math.max(SMALLEST_FIRST_BLOCK, Math.min(LARGEST_FIRST_BLOCK, settings.maxPlaces() / 64));
  }

  /** Takes in what the state folder holds. */
  void remember(EventRecord record) {
    track(record.event()).kept = record;
  }

  List<String> remembered() {
    return tracked.values().stream().filter(TrackedEvent::known).map(one -> one.event).toList();
  }

  /** Whether the state folder has this event. Any thread. */
  boolean knows(String event) {
    TrackedEvent one = tracked.get(event);
    return one != null && one.known();
  }

  /** Whether fans may go straight in, as far as is known here. Any thread. */
  boolean isAlwaysOn(String event) {
    TrackedEvent one = tracked.get(event);
    LiveView view = one == null ? null : one.view();
    return view != null
        && view.settings().start().always()
        // There whoever joins is called in any case.
        && view.settings().mode() != EventSettings.Mode.PASSTHROUGH;
  }

  /** Any thread. */
  void joined(String event, Handed numbers) {
    TrackedEvent one = tracked.get(event);
    if (one != null) {
      one.joined(numbers);
    }
  }

  /** Everybody below a position was called in the answer to a join. Any thread. */
  void called(String event, int lane, int to) {
    TrackedEvent one = tracked.get(event);
    if (one != null) {
      one.called(lane, to);
    }
  }

  /**
   * A session was ended by a call of this gateway, which need not wait to hear of it. Any thread.
   */
  void ended(QueuePosition at, long expiresSeconds) {
    TrackedEvent one = tracked.get(at.event());
    if (one != null && expiresSeconds > 0) {
      one.ended.add(at, expiresSeconds);
    }
  }

  /** Somebody was let in by a call of this gateway. Any thread. */
  void admitted(QueuePosition at) {
    TrackedEvent one = tracked.get(at.event());
    LiveView view = one == null ? null : one.view();
    if (one != null && view != null && view.epoch() == at.epoch()) {
      PromiseLog.Kept kept = one.promises.kept(at);
      if (kept != null) {
        parts.promises().accept(kept);
      }
    }
  }

  /** Any thread. */
  @Nullable LiveView fresh(String event) {
    TrackedEvent one = tracked.get(event);
    if (one == null) {
      return null;
    }
    long now = System.nanoTime();
    one.asked(now);
    if (!hot.contains(one)) {
      hot.add(one);
    }
    return one.fresh(now);
  }

  /** The events in use. Those that have gone out of use are forgotten here. */
  List<TrackedEvent> hot() {
    long now = System.nanoTime();
    hot.removeIf(one -> !one.hot(now));
    return new ArrayList<>(hot);
  }

  String commitment(String event, long epoch) {
    return Seeds.commitment(parts.drawSeeds().seed(event, epoch));
  }

  /** The seed of an event's own draw, in hex. */
  String seed(String event, long epoch) {
    return HexFormat.of().formatHex(parts.drawSeeds().seed(event, epoch));
  }

  /** A newer view; those who ask while one is on its way share it. */
  Future<LiveView> refresh(String event) {
    Future<LiveView> underWay = refreshing.get(event);
    if (underWay != null) {
      return underWay;
    }
    Future<LiveView> begun = snapshot(event);
    if (!begun.isComplete()) {
      refreshing.put(event, begun);
      begun.onComplete(done -> refreshing.remove(event, begun));
    }
    return begun;
  }

  /** A view from after this moment: one that is on its way may have been taken before it. */
  Future<LiveView> refreshAfter(String event) {
    Future<LiveView> underWay = refreshing.get(event);
    return underWay == null ? refresh(event) : underWay.transform(done -> refresh(event));
  }

  /** A view from after this moment, of an event that is asked about. */
  Future<LiveView> latest(String event) {
    LiveView unused = fresh(event);
    return refreshAfter(event);
  }

  /** Somebody changed an event: look at once if we show it to anyone. */
  void changed(String event) {
    TrackedEvent one = tracked.get(event);
    if (one != null && one.hot(System.nanoTime())) {
      refreshAfter(event).onFailure(failure -> LOG.debug("{}: not refreshed", event, failure));
    }
  }

  private TrackedEvent track(String event) {
    return tracked.computeIfAbsent(event, id -> new TrackedEvent(id, System.nanoTime()));
  }

  private Future<LiveView> snapshot(String event) {
    TrackedEvent one = tracked.get(event);
    return link.run(Script.SNAPSHOT, event, asking(one, event))
        .compose(
            answer -> answer.verdict().equals("OK") ? accept(event, answer) : lost(event, answer))
        .recover(failure -> standIn(event, failure));
  }

  private Object[] asking(@Nullable TrackedEvent one, String event) {
    LiveView last = one == null ? null : one.view();
    String report = BackendReports.write(parts.backend().of(event));
    if (one == null) {
      return new Object[] {parts.gateway(), 0, 0, "-", 0, 1, report, 0, ""};
    }
    return new Object[] {
      parts.gateway(),
      Restorer.isDue(one) ? 1 : 0,
      last == null ? 0 : one.polls.present(last.now().getEpochSecond()),
      last == null || last.restoring() ? "-" : last.epoch() + ":" + last.version(),
      one.ended.newest(),
      one.fit ? 1 : 0,
      report,
      one.rounds.size(),
      one.rounds.isEmpty() ? "" : one.rounds.get(one.rounds.size() - 1)
    };
  }

  private Future<LiveView> accept(String event, Reply answer) {
    TrackedEvent one = track(event);
    EventSnapshot snapshot = EventSnapshot.read(answer);
    String document = snapshot.maybe("settings");
    EventSettings known = one.settings();
    EventSettings settings =
        document != null || known == null
            ? EventSettings.fromJson(new JsonObject(snapshot.text("settings")))
            : known;
    LifeSeeds life = one.life;
    boolean sameLife = life != null && life.epoch() == snapshot.number("epoch");
    one.foreignDraw = !sameDraw(one, snapshot);
    if (one.foreignDraw) {
      return Future.failedFuture(foreignDraw(one));
    }
    one.holder = answer.count(1) == 1;
    answer.list(4).texts().forEach(one.ended::add);
    if (sameLife) {
      // Of another life, the answer began where the last one had ended: ask again from the start.
      one.ended.caughtUp(snapshot.number("overSeq"), snapshot.number("now") / 1_000);
    }
    List<ClosedRound> rounds = answer.list(7).texts().stream().map(ClosedRound::parse).toList();
    one.takeRounds(snapshot.count("roundsFrom"), rounds);
    return keepAndPublish(one, settings, snapshot);
  }

  private Future<LiveView> keepAndPublish(
      TrackedEvent one, EventSettings settings, EventSnapshot snapshot) {
    return keep(one, EventRecord.of(one.event, settings, snapshot, one.rounds))
        .onComplete(kept -> one.fit = kept.succeeded())
        .map(kept -> publish(one, settings, snapshot));
  }

  /** Whether the store's commitment is to the seed that the draw key here gives. */
  private boolean sameDraw(TrackedEvent one, EventSnapshot snapshot) {
    long epoch = snapshot.number("epoch");
    LifeSeeds life = one.life;
    if (life == null || life.epoch() != epoch) {
      LifeSeeds begun = new LifeSeeds(one.event, epoch, parts.drawSeeds());
      if (!snapshot.text("commitment").equals(begun.commitment(begun.laneId(0)))) {
        return false;
      }
      one.beginLife(begun);
    }
    return true;
  }

  /** Another order than the one promised must not be served, nor from memory. */
  private static QueueUnavailableException foreignDraw(TrackedEvent one) {
    LOG.error("event {}: the draw key here is not the one it was created with", one.event);
    one.fit = false;
    one.withdraw();
    return new QueueUnavailableException("the draw key is another one", null);
  }

  /** What others will act on is on disk first; the rest is written when the writer is free. */
  private Future<Void> keep(TrackedEvent one, EventRecord seen) {
    EventRecord record = one.withJoined(seen);
    EventRecord before = one.kept;
    if (record.equals(before)) {
      return Future.succeededFuture();
    }
    boolean durable = before == null || record.mustBeKept(before);
    if (!durable && one.saving) {
      return Future.succeededFuture();
    }
    one.saving = true;
    Future<Void> saved =
        state
            .save(record, durable)
            .onSuccess(done -> one.kept = record)
            .onFailure(failure -> LOG.error("event {}: state not written", one.event, failure))
            .onComplete(done -> one.saving = false);
    return durable ? saved : Future.succeededFuture();
  }

  private LiveView publish(TrackedEvent one, EventSettings settings, EventSnapshot snapshot) {
    if (snapshot.drawn()) {
      arrange(one, settings, snapshot);
    }
    one.followGaps(snapshot);
    long arrivals = 0;
    for (int lane = 0; lane < snapshot.lanes(); lane++) {
      arrivals += snapshot.number("arrivals", lane);
    }
    double joins = one.joins.after(snapshot.number("now"), arrivals);
    LiveView view = new LiveView(settings, snapshot, one.aside(joins), false);
    one.promises.note(view);
    one.publish(view, System.nanoTime());
    return view;
  }

  /** Computes what has been drawn since, off the loop: until the first, the phase is drawing. */
  private void arrange(TrackedEvent one, EventSettings settings, EventSnapshot snapshot) {
    if (one.ordering || Orders.areOf(one, snapshot, settings.mode())) {
      return;
    }
    one.ordering = true;
    LifeSeeds life = one.life;
    int rounds = one.rounds.size();
    Orders.of(parts.vertx(), one, snapshot, settings.mode())
        .onComplete(done -> one.ordering = false)
        .onFailure(failure -> LOG.error("event {}: the draw failed", one.event, failure))
        .onSuccess(
            orders -> {
              LOG.info("event {}: drawn, {} entrants", one.event, snapshot.count("entrants"));
              if (one.life == life) {
                one.orders = orders;
                one.roundsOrdered = rounds;
              }
              refresh(one.event).onFailure(away -> LOG.debug("not refreshed", away));
            });
  }

  /** The store does not know the event: it has lost it, or nobody ever made it. */
  private Future<LiveView> lost(String event, Reply answer) {
    TrackedEvent known = tracked.get(event);
    EventRecord kept = known == null ? null : known.kept;
    if (kept == null && !answer.stranger()) {
      forget(known);
      return Future.failedFuture(new UnknownEventException(event));
    }
    TrackedEvent one = track(event);
    one.holder = false;
    one.strangerSeen(System.nanoTime());
    if (kept != null) {
      LiveView last = one.view();
      one.publish((last == null ? fromState(one, kept) : last).whileRestoring(), System.nanoTime());
    }
    // The lease was asked for only if this gateway may restore.
    if (answer.count(1) == 1) {
      return restorer.restore(one, kept).compose(done -> snapshot(event));
    }
    LiveView waiting = one.view();
    return waiting == null
        ? Future.failedFuture(new QueueUnavailableException("the store is being restored", null))
        : Future.succeededFuture(waiting);
  }

  private void forget(@Nullable TrackedEvent one) {
    if (one != null) {
      tracked.remove(one.event);
      hot.remove(one);
    }
  }

  /** The store is away: the last view stands, or what the state folder remembers. */
  private Future<LiveView> standIn(String event, Throwable failure) {
    TrackedEvent one = tracked.get(event);
    if (failure instanceof UnknownEventException || one == null || one.foreignDraw) {
      return Future.failedFuture(failure);
    }
    one.storeIsAway(System.nanoTime());
    LiveView last = one.view();
    if (last == null && one.kept != null) {
      last = fromState(one, one.kept).whileRestoring();
      one.publish(last, System.nanoTime());
      one.storeIsAway(System.nanoTime());
    }
    return last == null ? Future.failedFuture(failure) : Future.succeededFuture(last);
  }

  /** Only for display: no decision is made from what is remembered. */
  private LiveView fromState(TrackedEvent one, EventRecord kept) {
    long epoch = Long.parseLong(kept.text("epoch"));
    LifeSeeds life = one.life;
    if (life == null || life.epoch() != epoch) {
      one.beginLife(new LifeSeeds(one.event, epoch, parts.drawSeeds()));
    }
    if (one.rounds.isEmpty()) {
      one.rounds = kept.rounds();
    }
    return new LiveView(
        kept.settings(), kept.toSnapshot(parts.clock().millis()), one.aside(0), true);
  }
}
