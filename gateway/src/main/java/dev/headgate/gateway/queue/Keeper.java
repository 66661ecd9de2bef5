package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.policy.order.Draw;
import dev.headgate.policy.order.Seeds;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the views fresh, the state folder true, and puts back what a store has lost. All but the
 * marked methods run on one loop.
 */
final class Keeper {
  private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);

  /** Time for gateways that know more to speak first. */
  private static final long RESTORE_AFTER_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int LARGEST_FIRST_BLOCK = 65_536;
  private static final int SMALLEST_FIRST_BLOCK = 64;

  private final EventsParts parts;
  private final RedisLink link;
  private final StateFolder state;
  private final ConcurrentMap<String, TrackedEvent> tracked = new ConcurrentHashMap<>();
  private final Map<String, Future<LiveView>> refreshing = new HashMap<>();

  Keeper(EventsParts parts, RedisLink link, StateFolder state) {
    this.parts = parts;
    this.link = link;
    this.state = state;
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

  /** Any thread. */
  void joined(String event, int highest, int bound) {
    TrackedEvent one = tracked.get(event);
    if (one != null) {
      one.joined(highest, bound);
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
    return one.fresh(now);
  }

  List<TrackedEvent> hot() {
    long now = System.nanoTime();
    List<TrackedEvent> hot = new ArrayList<>();
    for (TrackedEvent one : tracked.values()) {
      if (one.hot(now)) {
        hot.add(one);
      }
    }
    return hot;
  }

  String commitment(String event, long epoch) {
    return Seeds.commitment(parts.drawSeeds().seed(event, epoch));
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
    LiveView last = one == null ? null : one.view();
    Object[] args = {
      parts.gateway(),
      one != null && one.known() ? 1 : 0,
      last == null || one == null ? 0 : one.polls.present(last.now().getEpochSecond()),
      last == null || last.restoring() ? "-" : last.epoch() + ":" + last.version(),
      one == null ? 0 : one.ended.newest(),
      one == null || one.fit ? 1 : 0
    };
    return link.run(Script.SNAPSHOT, event, args)
        .compose(
            answer -> answer.verdict().equals("OK") ? accept(event, answer) : lost(event, answer))
        .recover(failure -> standIn(event, failure));
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
    boolean sameLife = one.seedEpoch == snapshot.number("epoch");
    one.foreignDraw = !sameDraw(one, snapshot);
    if (one.foreignDraw) {
      return Future.failedFuture(foreignDraw(one));
    }
    one.holder = answer.count(1) == 1;
    answer.list(5).texts().forEach(one.ended::add);
    if (sameLife) {
      // Of another life, the answer began where the last one had ended: ask again from the start.
      one.ended.caughtUp(snapshot.number("overSeq"), snapshot.number("now") / 1_000);
    }
    return keep(one, EventRecord.of(event, settings, snapshot))
        .onComplete(kept -> one.fit = kept.succeeded())
        .map(kept -> publish(one, settings, snapshot));
  }

  /** Whether the store's commitment is to the seed that the draw key here gives. */
  private boolean sameDraw(TrackedEvent one, EventSnapshot snapshot) {
    long epoch = snapshot.number("epoch");
    if (one.seed == null || one.seedEpoch != epoch) {
      byte[] seed = parts.drawSeeds().seed(one.event, epoch);
      if (!snapshot.text("commitment").equals(Seeds.commitment(seed))) {
        return false;
      }
      one.seed = HexFormat.of().formatHex(seed);
      one.seedEpoch = epoch;
      one.beginLife();
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
    EventRecord record = seen.withAtLeast(one.highestArrival(), one.highestBound());
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
      arrange(one, snapshot);
    }
    LiveView last = one.view();
    QueueOrder order = one.order;
    if (order != null && last != null && !last.gaps().equals(snapshot.gaps())) {
      order = order.withGaps(snapshot.gaps());
      one.order = order;
    }
    LiveView.Aside aside = new LiveView.Aside(one.ended, one.polls, one.seed);
    LiveView view =
        new LiveView(one.event, settings, snapshot, snapshot.drawn() ? order : null, aside, false);
    one.publish(view, System.nanoTime());
    return view;
  }

  /** Computes the draw once N is known, off the loop: until then the phase is drawing. */
  private void arrange(TrackedEvent one, EventSnapshot snapshot) {
    QueueOrder order = one.order;
    int entrants = snapshot.count("entrants");
    if (one.ordering || (order != null && order.entrants() == entrants)) {
      return;
    }
    one.ordering = true;
    long epoch = snapshot.number("epoch");
    byte[] seed = parts.drawSeeds().seed(one.event, epoch);
    parts
        .vertx()
        .executeBlocking(
            () ->
                QueueOrder.of(
                    Draw.lottery(one.event, seed, new byte[0], entrants), snapshot.gaps()),
            false)
        .onComplete(done -> one.ordering = false)
        .onFailure(failure -> LOG.error("event {}: the draw failed", one.event, failure))
        .onSuccess(
            drawn -> {
              LOG.info("event {}: drawn, {} entrants", one.event, entrants);
              if (one.seedEpoch == epoch) {
                one.order = drawn;
              }
              refresh(one.event).onFailure(away -> LOG.debug("not refreshed", away));
            });
  }

  /** The store does not know the event: it has lost it, or nobody ever made it. */
  private Future<LiveView> lost(String event, Reply answer) {
    TrackedEvent one = tracked.get(event);
    if (one == null || one.kept == null) {
      tracked.remove(event);
      return answer.stranger()
          ? Future.failedFuture(new QueueUnavailableException("the store is restored", null))
          : Future.failedFuture(new UnknownEventException(event));
    }
    LiveView last = one.view();
    LiveView waiting = (last == null ? fromState(one, one.kept) : last).whileRestoring();
    long since = one.strangerNanos(System.nanoTime());
    one.holder = false;
    one.publish(waiting, System.nanoTime());
    boolean ours = answer.count(1) == 1;
    return ours && since >= RESTORE_AFTER_NANOS
        ? restore(one, one.kept)
        : Future.succeededFuture(waiting);
  }

  private Future<LiveView> restore(TrackedEvent one, EventRecord kept) {
    LiveView last = one.view();
    // The last view is newer than the last file: that one is written only when the disk is free.
    EventRecord seen =
        last == null ? kept : EventRecord.of(one.event, last.settings(), last.snapshot());
    EventRecord record = seen.withAtLeast(one.highestArrival(), one.highestBound());
    LOG.warn("event {}: Redis has lost it; restoring it from the state folder", one.event);
    return link.run(Script.RESTORE, one.event, record.toRestore())
        .compose(
            answer -> {
              LOG.warn("event {}: {}", one.event, answer.verdict());
              return link.send(Request.cmd(Command.SADD).arg(EventKeys.EVENTS).arg(one.event));
            })
        .compose(listed -> snapshot(one.event));
  }

  /** The store is away: the last view stands, or what the state folder remembers. */
  private Future<LiveView> standIn(String event, Throwable failure) {
    TrackedEvent one = tracked.get(event);
    if (failure instanceof UnknownEventException || one == null || one.foreignDraw) {
      return Future.failedFuture(failure);
    }
    one.storeIsAway();
    LiveView last = one.view();
    if (last == null && one.kept != null) {
      last = fromState(one, one.kept).whileRestoring();
      one.publish(last, System.nanoTime());
      one.storeIsAway();
    }
    return last == null ? Future.failedFuture(failure) : Future.succeededFuture(last);
  }

  private LiveView fromState(TrackedEvent one, EventRecord kept) {
    long epoch = Long.parseLong(kept.text("epoch"));
    String seed = HexFormat.of().formatHex(parts.drawSeeds().seed(one.event, epoch));
    // Only for display: no decision is made from what is remembered.
    EventSnapshot snapshot = kept.toSnapshot(parts.clock().millis());
    LiveView.Aside aside = new LiveView.Aside(one.ended, one.polls, seed);
    return new LiveView(one.event, kept.settings(), snapshot, one.order, aside, true);
  }
}
